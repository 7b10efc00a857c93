// How the engine presents itself.

export const hello = {
  engine: "my-engine",
  version: "1",
  language: "JavaScript",
  protocol: 1,
  features: ["set_counters", "set_phased", "set_step"],
  cards: "listed",
  card_names: [
    "Plains", "Island", "Swamp", "Mountain", "Forest",
    "Grizzly Bears", "Gray Ogre", "Hill Giant",
    "Sandbar Crocodile", "Tolarian Drake", "Teferi's Isle",
  ],
  players: [2, 2],
};
