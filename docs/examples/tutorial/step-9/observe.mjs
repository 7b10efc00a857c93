// The snapshot: what the engine knows, and nothing else.

const ZONES = ["hand", "library", "graveyard", "exile"];

export function snapshot(game) {
  const players = {};
  const objects = game.battlefield.map(permanent);
  for (const player of game.players) {
    const seat = game.seats[player];
    players[player] = { life: seat.life, in_game: true };
    for (const zone of ZONES) {
      players[player][zone] = seat[zone].map(({ id }) => id);
      objects.push(...seat[zone].map(({ id, card }) => ({ id, card, zone, owner: player })));
    }
  }
  const turn = { active: game.active, step: game.step, number: game.turn };
  return { turn, priority: game.priority, players, objects, stack: [] };
}

function permanent({ id, card, owner, controller, tapped, counters }) {
  return { id, card, owner, controller, tapped, counters, zone: "battlefield", phased: "in" };
}
