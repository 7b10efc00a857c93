// The methods of the protocol.

import { Game } from "./game.mjs";
import { hello } from "./hello.mjs";
import { snapshot } from "./observe.mjs";
import { refusal } from "./refusal.mjs";

let game = null;

export const methods = {
  initialize: () => hello,

  new_game({ given }) {
    game = new Game(given);
    return { status: game.status() };
  },

  act({ player, action, answer }) {
    if (answer) return { illegal: { reason: "choice", message: "nothing was asked" } };
    const illegal = refusal(game, player, action);
    if (illegal) return { illegal };
    if (action.type !== "pass") return { unsupported: { kind: "feature", name: action.type, reason: "it can only pass" } };
    game.pass();
    return { status: game.status() };
  },

  observe: () => snapshot(game),
};
