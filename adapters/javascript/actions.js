// What a player with priority may do: is it legal, and what it does. The two are apart, so that a refusal cannot have changed anything.

import { Unsupported } from "./errors.js";
import { refuse } from "./refusal.js";
import { targetsOf, wrongTargets } from "./targets.js";

const UNKNOWN = ["x", "using", "kicked", "modes", "pay"]; // ways of casting that no card of the toy has

export function wrongAction(game, player, action) {
  const unknown = UNKNOWN.find((key) => action[key] !== undefined);
  if (unknown) throw new Unsupported("feature", unknown, `the toy has no card with a choice of ${unknown}`);
  switch (action.type) {
    case "pass":
      return null;
    case "play_land":
      return wrongLand(game, player, action);
    case "cast":
      return wrongCast(game, player, action);
    case "activate":
      return wrongActivation(game, player, action);
    default:
      throw new Unsupported("feature", action.type, `the toy has no ${action.type}`);
  }
}

export function perform(game, player, action) {
  if (action.type === "play_land") {
    game.seats[player].landsPlayed += 1;
    game.move(game.find(action.object), "battlefield");
  } else if (action.type === "cast") {
    const source = game.find(action.object);
    const targets = targetsOf(game, action);
    game.move(source, "stack");
    const { targets: slots = [], effect } = source.face;
    game.stack.push({ id: source.id, spell: true, source, controller: player, targets, slots, effect });
    game.event({ kind: "cast", object: source.id, player });
  } else {
    const source = game.find(action.object);
    const ability = abilityOf(source, action);
    if (ability.tap) game.turn([source], true);
    const { targets: slots, effect } = ability;
    game.stack.push({ id: game.newId(source), spell: false, source, controller: player, targets: targetsOf(game, action), slots, effect });
  }
}

const mainPhase = (game, player) => game.active === player && game.step.endsWith("_main") && !game.stack.length;

function wrongLand(game, player, action) {
  const object = inHand(game, player, action.object);
  if (!object) return refuse("not_there", "that is not in your hand");
  if (!object.face.types.includes("Land")) return refuse("choice", "that is no land");
  if (!mainPhase(game, player)) return refuse("timing", "lands are played in your main phase, while the stack is empty");
  if (game.seats[player].landsPlayed > 0) return refuse("restriction", "one land a turn");
  return null;
}

function wrongCast(game, player, action) {
  const object = inHand(game, player, action.object);
  if (!object) return refuse("not_there", "that is not in your hand");
  if (object.face.types.includes("Land")) return refuse("choice", "lands are played, not cast");
  if (!object.face.types.includes("Instant") && !mainPhase(game, player)) return refuse("timing", "not now: only in your main phase");
  if (action.mana === "none") return refuse("cost", "there is no mana for it");
  return wrongTargets(game, player, action, object.face.targets ?? []);
}

function wrongActivation(game, player, action) {
  const source = game.find(action.object);
  if (!source || source.zone !== "battlefield" || source.phased !== "in") return refuse("not_there", "there is no such permanent");
  if (source.controller !== player) return refuse("restriction", "it is not yours");
  if (source.face.types.includes("Land")) throw new Unsupported("feature", "mana", "the toy grants mana, and counts none");
  const ability = abilityOf(source, action);
  if (!ability) return refuse("not_there", "it has no such ability");
  if (ability.sorcery && !mainPhase(game, player)) return refuse("timing", "not now: only in your main phase");
  if (ability.tap && source.tapped) return refuse("cost", "it is tapped");
  if (action.mana === "none") return refuse("cost", "there is no mana for it");
  return wrongTargets(game, player, action, ability.targets);
}

// By the keyword, or by number, counted from 1.
function abilityOf(source, action) {
  const abilities = source.face.abilities ?? [];
  return abilities.find((ability, index) => [undefined, ability.name, index + 1].includes(action.ability));
}

function inHand(game, player, id) {
  return game.seats[player].hand.find((object) => object.id === id);
}
