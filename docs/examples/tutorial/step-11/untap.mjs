// The untap step (rule 502): phasing, then what the active player controls untaps.

const WITH_PHASING = ["Sandbar Crocodile", "Tolarian Drake", "Teferi's Isle"];

export function untapStep(game) {
  phasing(game);
  for (const permanent of game.battlefield) {
    if (permanent.phased.status === "in" && permanent.controller === game.active) untap(permanent);
  }
}

// Rule 502.1: all at once, so it is first seen who goes and who comes.
function phasing({ battlefield, active }) {
  const goes = battlefield.filter(({ card, phased, controller }) =>
    phased.status === "in" && controller === active && WITH_PHASING.includes(card));
  const comes = battlefield.filter(({ phased }) => phased.status === "direct" && phased.under === active);
  for (const permanent of goes) permanent.phased = { status: "direct", under: active };
  for (const permanent of comes) permanent.phased = { status: "in", under: null };
}

// Rule 122.1d: with a stun counter, one of these is removed instead.
function untap(permanent) {
  if (!permanent.tapped) return;
  if (permanent.counters.stun) permanent.counters.stun -= 1;
  else permanent.tapped = false;
}
