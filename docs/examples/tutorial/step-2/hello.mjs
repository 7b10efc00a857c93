// How the engine presents itself.

export const hello = {
  engine: "my-engine",
  version: "1",
  language: "JavaScript",
  protocol: 1,
  features: [],
  cards: "listed",
  card_names: [
    "Plains", "Island", "Swamp", "Mountain", "Forest",
    "Grizzly Bears", "Gray Ogre", "Hill Giant",
  ],
  players: [2, 2],
};
