// Why an action is not allowed; null if it is. Looking changes nothing.

export function refusal(game, player, action) {
  if (player !== game.priority) return { reason: "no_priority", message: `${game.priority} has priority` };
  const { hand } = game.seats[player];
  if ("object" in action && !hand.some(({ id }) => id === action.object)) {
    return { reason: "not_there", message: "that is not in your hand" };
  }
  return null;
}
