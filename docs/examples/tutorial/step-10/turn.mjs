// The turn: step after step. Nobody ever attacks, so the steps in which they would are skipped.

import { untapStep } from "./untap.mjs";

const STEPS = [
  "untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "end_of_combat", "postcombat_main", "end", "cleanup",
];
const WITHOUT_PRIORITY = ["untap", "cleanup"];

export function nextStep(game) {
  do {
    game.step = STEPS[(STEPS.indexOf(game.step) + 1) % STEPS.length];
    if (game.step === "untap") {
      game.active = game.after(game.active);
      game.turn += 1;
      untapStep(game);
    }
  } while (WITHOUT_PRIORITY.includes(game.step));
}
