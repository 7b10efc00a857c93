// The methods of the protocol.

import { Game } from "./game.mjs";
import { hello } from "./hello.mjs";

let game = null;

export const methods = {
  initialize: () => hello,

  new_game({ given }) {
    game = new Game(given);
    return { status: game.status() };
  },
};
