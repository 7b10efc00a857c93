// What the suite is told: the status after each message, and the snapshot. Looking changes nothing.

export function status(game) {
  return {
    turn: game.turnNumber,
    active: game.active,
    step: game.step,
    stack: game.stack.length,
    decision: game.decision,
    over: game.over,
    players: game.players,
  };
}

export function snapshot(game) {
  const players = {};
  const objects = game.allPermanents().map((object) => permanent(game, object));
  for (const player of game.players) {
    const seat = game.seats[player];
    players[player] = { life: seat.life, in_game: true, lands_played: seat.landsPlayed };
    for (const zone of ["hand", "library", "graveyard", "exile"]) {
      players[player][zone] = seat[zone].map((object) => object.id);
      objects.push(...seat[zone].map((object) => card(object)));
    }
  }
  for (const item of game.stack) if (item.spell) objects.push({ ...card(item.source), controller: item.controller });
  return {
    turn: { active: game.active, step: game.step, number: game.turnNumber },
    priority: game.decision?.kind === "priority" ? game.decision.player : null,
    day_night: "neither", // no card of the toy makes it day or night
    players,
    objects,
    stack: [...game.stack].reverse().map((item) => ({
      id: item.id,
      source: item.source.id,
      controller: item.controller,
      card: item.spell ? item.source.face.name : null,
      targets: item.targets.map((target) => target.player ?? target.object.id),
    })),
    planechase: null,
  };
}

function card(object) {
  const { name, types, subtypes, supertypes, colors } = object.face;
  return {
    id: object.id, incarnation: object.incarnation, card: name, zone: object.zone, owner: object.owner,
    types, subtypes, supertypes, colors, token: object.token,
  };
}

function permanent(game, object) {
  const always = {
    id: object.id, incarnation: object.incarnation, zone: "battlefield", owner: object.owner, phased: object.phased,
    tapped: object.tapped, counters: object.counters, damage: object.damage, token: object.token,
    attached_to: object.attachedTo?.id ?? null,
  };
  // What is phased out is treated as though it did not exist: no more is to be seen of it.
  if (object.phased !== "in") return { ...always, phased_under: object.phasedUnder };
  const seen = {
    ...card(object), ...always, controller: object.controller, phased_under: null, keywords: game.keywords(object), sick: object.sick,
    face_down: false, transformed: false, attacking: object.attacking, blocking: object.blocking, blocked: object.blocked,
  };
  if (object.face.types.includes("Creature")) Object.assign(seen, { power: game.power(object), toughness: game.toughness(object) });
  return seen;
}
