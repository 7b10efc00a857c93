// The untap step (rule 502): what the active player controls untaps.

export function untapStep(game) {
  for (const permanent of game.battlefield) {
    if (permanent.controller === game.active) untap(permanent);
  }
}

// Rule 122.1d: with a stun counter, one of these is removed instead.
function untap(permanent) {
  if (!permanent.tapped) return;
  if (permanent.counters.stun) permanent.counters.stun -= 1;
  else permanent.tapped = false;
}
