// The adapter: JSON-RPC 2.0 on standard input and output, one message a line (docs/protocol.md). It knows the protocol and nothing of
// the rules; the engine (game.js) knows the rules and nothing of the protocol. It never sees what a case expects.
//
//     mtg-conformance doctor --engine "stdio:node adapters/javascript/adapter.js"

import { createInterface } from "node:readline";

import { CARDS } from "./cards.js";
import { Game } from "./game.js";
import { Unsupported } from "./errors.js";
import { snapshot, status } from "./observe.js";

// What is not claimed is not asked: the cases that need more are reported as unsupported, with the reason.
const FEATURES = [
  "events", "multiplayer", "set_attached", "set_counters", "set_damage", "set_phased", "set_phased_under", "set_step", "set_tokens",
];

// The kinds of event that the engine reports; expectations on other kinds are unobservable.
const EVENT_KINDS = [
  "attached", "cast", "counter_removed", "damage", "life", "phased_in", "phased_out", "step_began", "tapped", "turn_began", "untapped",
];

let game = null;

const methods = {
  initialize() {
    return {
      engine: "javascript-toy",
      version: "1",
      language: "JavaScript",
      protocol: 1,
      features: FEATURES,
      cards: "listed",
      card_names: Object.keys(CARDS),
      players: [2, 6],
      event_kinds: EVENT_KINDS,
    };
  },

  new_game({ given }) {
    game = null; // whatever happens next, nothing of the last game is left
    game = new Game(given);
    game.start();
    game.takeEvents(); // the position is put down as it stands: nothing has happened yet
    return { status: status(game) };
  },

  act({ player, action, answer }) {
    const refusal = action ? game.wrongAction(player, action) : game.wrongAnswer(player, answer);
    if (refusal) return { illegal: refusal }; // nothing has been touched
    game.proceed(action ?? answer);
    return { status: status(game), events: game.takeEvents() };
  },

  observe() {
    return snapshot(game);
  },

  shutdown() {
    return {};
  },
};

function reply(request) {
  const head = { jsonrpc: "2.0", id: request.id };
  const method = methods[request.method];
  if (!method) return { ...head, error: { code: -32601, message: `no method ${request.method}` } };
  if (!game && (request.method === "act" || request.method === "observe")) {
    return { ...head, error: { code: -32600, message: `${request.method} before new_game` } };
  }
  try {
    return { ...head, result: method(request.params ?? {}) };
  } catch (error) {
    if (error instanceof Unsupported) return { ...head, result: { unsupported: error.plain() } };
    console.error(error.stack); // stderr is free for logs; stdout is not
    return { ...head, error: { code: -32603, message: String(error.message) } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify(reply(request)) + "\n");
  if (request.method === "shutdown") break;
}
process.stdin.destroy(); // else the program waits for what will not come
