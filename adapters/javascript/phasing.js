// Phasing (rule 702.26). Nothing else writes an object's phased status.
//
// `phased` is "in", "direct" or "indirect"; `phasedUnder` is who controlled it as it went out. What is out keeps everything: its
// counters, its damage, whether it is tapped, what it is attached to. Only coming in decides whether it still is.

// 502.1: what the active player has with phasing goes out, and what went out under that player comes in, all at once.
export function swapOfUntapStep(game) {
  const mine = game.permanents().filter((object) => object.controller === game.active);
  const outgoing = mine.filter((object) => game.hasKeyword(object, "phasing"));
  const incoming = game.allPermanents().filter((object) => object.phased === "direct" && object.phasedUnder === game.active);
  swap(game, outgoing, incoming);
}

export function phaseOut(game, objects) {
  swap(game, objects, []);
}

export function swap(game, outgoing, incoming) {
  // Who goes with whom is looked up before anything moves.
  const out = withAttachments(game, outgoing, (object) => object.phased === "in");
  const back = withAttachments(game, incoming, (object) => object.phased === "indirect");
  const batch = game.newBatch();
  for (const object of out) {
    // One that is attached to another that goes goes indirectly, even if it would have gone by itself too.
    object.phased = out.has(game.hostOf(object)) ? "indirect" : "direct";
    object.phasedUnder = object.controller;
    game.removeFromCombat(object);
  }
  for (const object of back) {
    object.phased = "in";
    object.phasedUnder = null;
  }
  for (const object of back) {
    // It comes back attached only to what is there to be attached to.
    const host = game.hostOf(object);
    if (object.attachedTo && !(host && host.phased === "in")) object.attachedTo = null;
  }
  for (const object of out) game.event({ kind: "phased_out", object: object.id, batch, rule: "702.26b" });
  for (const object of back) game.event({ kind: "phased_in", object: object.id, batch, rule: "702.26c" });
}

// The objects and what is attached to them, and to that, as far as it `goes` too.
function withAttachments(game, objects, goes) {
  const found = new Set(objects);
  for (const object of found) {
    for (const attachment of game.allPermanents()) {
      if (game.hostOf(attachment) === object && goes(attachment)) found.add(attachment);
    }
  }
  return found;
}
