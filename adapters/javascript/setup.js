// A position of a case, made into objects (docs/protocol.md, `new_game`). What the toy cannot put down it declines, and never approximates.

import { CARDS } from "./cards.js";
import { Unsupported } from "./errors.js";

const CANNOT = ["face_down", "transformed", "bestowed", "copy_of", "exerted", "chosen", "control"];

export function putDown(game, given) {
  if (given.planechase) throw new Unsupported("feature", "planechase", "the toy has no planes");
  if (given.teams.length) throw new Unsupported("feature", "teams", "the toy has no teams");
  if (given.range_of_influence) throw new Unsupported("feature", "range_of_influence", "everybody is in range");
  if (given.day_night) throw new Unsupported("feature", "set_day_night", "the toy has neither day nor night");
  for (const player of given.players) {
    const seat = given.seats[player];
    if (Object.keys(seat.counters).length) throw new Unsupported("feature", "set_counters", "players have no counters");
    if (seat.command.length) throw new Unsupported("feature", "command", "nothing is in the command zone");
    game.seats[player] = { life: seat.life, landsPlayed: seat.lands_played };
    for (const zone of ["hand", "library", "graveyard", "exile"]) {
      game.seats[player][zone] = seat[zone].map((entry) => newObject(game, entry, player, zone));
    }
  }
  for (const entry of given.battlefield) {
    for (const key of CANNOT) if (entry[key]) throw new Unsupported("feature", `set_${key}`, `no permanent of the toy is ${key}`);
    if (entry.owner !== entry.controller) throw new Unsupported("feature", "set_control", "everybody controls what is theirs");
    const object = newObject(game, entry, entry.owner, "battlefield");
    object.tapped = entry.tapped;
    object.counters = { ...entry.counters };
    object.damage = entry.damage;
    object.sick = entry.sick;
    object.token = entry.token;
    object.phased = entry.phased.status;
    object.phasedUnder = entry.phased.status === "in" ? null : entry.phased.under;
    game.battlefield.push(object);
  }
  for (const entry of given.battlefield) {
    if (!entry.attached_to) continue;
    const host = game.find(entry.attached_to);
    if (!host) throw new Unsupported("feature", "set_attached", "nothing of the toy is attached to a player");
    game.find(entry.id).attachedTo = { id: host.id, incarnation: host.incarnation };
  }
}

function newObject(game, entry, owner, zone) {
  const face = CARDS[entry.card];
  if (!face) throw new Unsupported("card", entry.card, "it is not among the cards of the toy");
  const object = { id: entry.id, face, owner, controller: owner, zone, incarnation: 1, token: false };
  game.objects.set(object.id, object);
  return asNew(object);
}

// What an object is when it comes somewhere: rule 400.7 in one place.
export function asNew(object) {
  return Object.assign(object, {
    controller: object.owner, tapped: false, phased: "in", phasedUnder: null, attachedTo: null, counters: {}, damage: 0, sick: true,
    untilEndOfTurn: [], attacking: null, blocking: [], blocked: false,
  });
}
