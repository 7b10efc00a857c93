// State-based actions (rule 704), those that the toy's cards can bring about. Phased-out permanents are not looked at.

import { WHAT } from "./cards.js";

// Does everything that is due, at once; tells whether anything was.
export function stateBasedActions(game) {
  const dying = [];
  const loose = [];
  for (const object of game.permanents()) {
    const { face } = object;
    if (face.types.includes("Creature") && object.damage >= game.toughness(object)) dying.push(object); // 704.5f and g in one
    if (face.enchant && !isOn(game, object, WHAT[face.enchant])) dying.push(object); // 704.5m
    if (face.subtypes.includes("Equipment") && object.attachedTo && !isOn(game, object, WHAT.creature)) loose.push(object); // 704.5n
  }
  const cancelling = game.permanents().filter((object) => object.counters["+1/+1"] && object.counters["-1/-1"]); // 704.5q
  const losers = game.players.filter((player) => game.seats[player].life <= 0 || game.seats[player].drewFromNothing); // 704.5a, b
  for (const object of dying) game.move(object, "graveyard");
  for (const object of loose) object.attachedTo = null;
  for (const object of cancelling) cancel(object.counters);
  if (!game.over) for (const player of losers) game.loses(player);
  return dying.length + loose.length + cancelling.length > 0;
}

function isOn(game, object, what) {
  const host = game.hostOf(object);
  return host !== null && host.phased === "in" && what(host, object.controller);
}

function cancel(counters) {
  const both = Math.min(counters["+1/+1"], counters["-1/-1"]);
  for (const kind of ["+1/+1", "-1/-1"]) {
    counters[kind] -= both;
    if (!counters[kind]) delete counters[kind];
  }
}
