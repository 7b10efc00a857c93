// The cards that the toy knows: what each is, and what it does. A name that is not here is not claimed.
//
// targets      what each target may be: {what, most, least}
// *effect      what a spell or ability does when it resolves; it may ask (yield a decision)
// host         what an Aura or Equipment does to what it is attached to

import { phaseOut, swap } from "./phasing.js";

const creature = (power, toughness, color, subtypes, keywords = []) => ({
  types: ["Creature"], subtypes, colors: [color], power, toughness, keywords,
});
const land = (name) => ({ types: ["Land"], subtypes: [name], supertypes: ["Basic"], colors: [] });
const instant = (color, targets, effect) => ({ types: ["Instant"], colors: [color], targets, effect });
const aura = (color, what, host) => ({
  types: ["Enchantment"], subtypes: ["Aura"], colors: [color], targets: [one(what)], enchant: what, host,
});
const one = (what) => ({ what, least: 1, most: 1 });

// What may be a target; `you` is who chooses. A player is not a permanent, so `has` is asked for objects only.
export const WHAT = {
  creature: (object) => has(object, "Creature"),
  yourCreature: (object, you) => has(object, "Creature") && object.controller === you,
  yourNonland: (object, you) => !has(object, "Land") && object.controller === you,
  artifactOrEnchantment: (object) => has(object, "Artifact", "Enchantment"),
  artifactOrCreature: (object) => has(object, "Artifact", "Creature"),
  artifactCreatureOrLand: (object) => has(object, "Artifact", "Creature", "Land"),
  anyTarget: (object) => has(object, "Creature"), // and players, see targets.js
};
const has = (object, ...types) => object.face.types.some((type) => types.includes(type));

const destroy = function* (game, [target]) {
  game.move(target, "graveyard");
};
const damage = (amount) =>
  function* (game, [target], source) {
    game.damage(source, target, amount);
  };

export const CARDS = {
  Plains: land("Plains"),
  Island: land("Island"),
  Swamp: land("Swamp"),
  Mountain: land("Mountain"),
  Forest: land("Forest"),

  "Grizzly Bears": creature(2, 2, "green", ["Bear"]),
  "Runeclaw Bear": creature(2, 2, "green", ["Bear"]),
  "Silvercoat Lion": creature(2, 2, "white", ["Cat"]),
  "Gray Ogre": creature(2, 2, "red", ["Ogre"]),
  "Hill Giant": creature(3, 3, "red", ["Giant"]),
  "Raging Goblin": creature(1, 1, "red", ["Goblin", "Berserker"], ["haste"]),
  "Giant Spider": creature(2, 4, "green", ["Spider"], ["reach"]),
  "Wind Drake": creature(2, 2, "blue", ["Drake"], ["flying"]),
  "Serra Angel": creature(4, 4, "white", ["Angel"], ["flying", "vigilance"]),
  "Sandbar Crocodile": creature(6, 5, "blue", ["Crocodile"], ["phasing"]),
  "Tolarian Drake": creature(2, 4, "blue", ["Drake"], ["flying", "phasing"]),
  Breezekeeper: creature(4, 4, "blue", ["Djinn"], ["flying", "phasing"]),

  Shock: instant("red", [one("anyTarget")], damage(2)),
  "Lightning Bolt": instant("red", [one("anyTarget")], damage(3)),
  Murder: instant("black", [one("creature")], destroy),
  Disenchant: instant("white", [one("artifactOrEnchantment")], destroy),
  Naturalize: instant("green", [one("artifactOrEnchantment")], destroy),
  Unsummon: instant("blue", [one("creature")], function* (game, [target]) {
    game.move(target, "hand");
  }),
  "Swords to Plowshares": instant("white", [one("creature")], function* (game, [target]) {
    const power = game.power(target); // as it last was on the battlefield
    const controller = target.controller;
    game.move(target, "exile");
    game.gainLife(controller, power);
  }),
  "Giant Growth": instant("green", [one("creature")], function* (game, [target]) {
    target.untilEndOfTurn.push({ power: 3, toughness: 3 });
  }),
  Twiddle: instant("blue", [one("artifactCreatureOrLand")], function* (game, [target], source, player) {
    // Tapping what is tapped does nothing, so that "tap or untap" comes down to whether to turn it.
    const { may } = yield { player, kind: "may", source: source.id };
    if (may) game.turn([target], !target.tapped);
  }),
  "Reality Ripple": instant("blue", [one("artifactCreatureOrLand")], function* (game, [target]) {
    phaseOut(game, [target]);
  }),
  "Clever Concealment": instant("white", [{ what: "yourNonland", least: 0, most: Infinity }], function* (game, targets) {
    phaseOut(game, targets);
  }),
  "Time and Tide": instant("blue", [], function* (game) {
    const creatures = game.allPermanents().filter(WHAT.creature);
    const incoming = creatures.filter((object) => object.phased === "direct");
    const outgoing = creatures.filter((object) => object.phased === "in" && game.hasKeyword(object, "phasing"));
    swap(game, outgoing, incoming);
  }),

  "Holy Strength": aura("white", "creature", { power: 1, toughness: 2 }),
  Pacifism: aura("white", "creature", { cantAttack: true, cantBlock: true }),
  "Teferi's Curse": aura("blue", "artifactOrCreature", { keywords: ["phasing"] }),

  Bonesplitter: {
    types: ["Artifact"], subtypes: ["Equipment"], colors: [], host: { power: 2 },
    abilities: [{
      name: "equip", sorcery: true, targets: [one("yourCreature")],
      *effect(game, [target], source) {
        game.attach(source, target);
      },
    }],
  },
  "Icy Manipulator": {
    types: ["Artifact"], colors: [],
    abilities: [{
      tap: true, targets: [one("artifactCreatureOrLand")],
      *effect(game, [target]) {
        game.turn([target], true);
      },
    }],
  },
};

for (const [name, face] of Object.entries(CARDS)) {
  Object.assign(face, { name, subtypes: face.subtypes ?? [], supertypes: face.supertypes ?? [], keywords: face.keywords ?? [] });
}
