// Targets (rule 115): chosen as a spell is cast, and looked at again as it resolves (608.2b).

import { WHAT } from "./cards.js";
import { refuse } from "./refusal.js";

// A target is a player, or an object as it is now: one that changes zones is another object, one that phases is the same.
export function targetsOf(game, action) {
  return (action.targets ?? []).map((id) => {
    const object = game.find(id);
    return object ? { object, incarnation: object.incarnation } : { player: id };
  });
}

export function wrongTargets(game, player, action, slots) {
  const targets = targetsOf(game, action);
  const least = slots.reduce((sum, slot) => sum + slot.least, 0);
  const most = slots.reduce((sum, slot) => sum + slot.most, 0);
  if (targets.length < least || targets.length > most) return refuse("target", `that many targets it has not: ${targets.length}`);
  if (new Set(action.targets).size !== targets.length) return refuse("target", "one target cannot be chosen twice");
  if (!targets.every((target) => isLegal(game, player, target, slots))) return refuse("target", "that cannot be its target");
  return null;
}

// Every card of the toy has one kind of target at most.
export function isLegal(game, player, target, slots) {
  const { what } = slots[0];
  if (target.player) return what === "anyTarget" && game.players.includes(target.player);
  const { object, incarnation } = target;
  return object.zone === "battlefield" && object.phased === "in" && object.incarnation === incarnation && WHAT[what](object, player);
}
