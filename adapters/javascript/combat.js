// Combat (rules 506 to 511), without first strike, trample or planeswalkers: the toy has no card with them.

import { legalUnless, refuse } from "./refusal.js";

export function* declareAttackers(game) {
  const attackers = game.permanents().filter((object) => canAttack(game, object)).map((object) => object.id);
  const defenders = game.players.filter((player) => player !== game.active);
  game.combat = false;
  if (!attackers.length) return;
  const { attack } = yield { player: game.active, kind: "attack", options: { attackers, defenders } };
  const declared = Object.entries(attack).map(([id, defender]) => [game.find(id), defender]);
  for (const [object, defender] of declared) object.attacking = defender;
  game.turn(declared.map(([object]) => object).filter((object) => !game.hasKeyword(object, "vigilance")), true);
  game.combat = declared.length > 0;
}

function canAttack(game, object) {
  return object.controller === game.active && object.face.types.includes("Creature") && !object.tapped
    && (!object.sick || game.hasKeyword(object, "haste")) && !game.restricted(object, "cantAttack");
}

export function* declareBlockers(game) {
  const blocks = [];
  for (const defender of game.inTurnOrder().slice(1)) {
    const attackers = game.permanents().filter((object) => object.attacking === defender);
    const able = game.permanents().filter((object) => canBlock(game, object, defender));
    const blockers = able.filter((object) => attackers.some((other) => mayBlock(game, object, other)));
    if (!blockers.length) continue;
    const ids = (objects) => objects.map((object) => object.id);
    const { block } = yield { player: defender, kind: "block", options: { blockers: ids(blockers), attackers: ids(attackers) } };
    blocks.push(...Object.entries(block).map(([id, attacker]) => [game.find(id), [attacker].flat().map((other) => game.find(other))]));
  }
  for (const [blocker, attackers] of blocks) {
    blocker.blocking = attackers.map((object) => object.id);
    for (const attacker of attackers) attacker.blocked = true; // and stays so, whatever becomes of the blocker (509.1h)
  }
}

function canBlock(game, object, player) {
  return object.controller === player && object.face.types.includes("Creature") && !object.tapped && !game.restricted(object, "cantBlock");
}

export function mayBlock(game, blocker, attacker) {
  return !game.hasKeyword(attacker, "flying") || game.hasKeyword(blocker, "flying") || game.hasKeyword(blocker, "reach");
}

export function* damageStep(game) {
  const deals = [];
  const shared = {};
  for (const attacker of game.permanents().filter((object) => object.attacking)) {
    const blockers = game.permanents().filter((object) => object.blocking.includes(attacker.id));
    const amount = Math.max(0, game.power(attacker));
    if (!attacker.blocked) deals.push([attacker, attacker.attacking, amount]);
    else if (blockers.length === 1) deals.push([attacker, blockers[0], amount]);
    else if (blockers.length && amount) shared[attacker.id] = { amount, recipients: blockers.map((object) => object.id) };
    for (const blocker of blockers) deals.push([blocker, attacker, Math.max(0, game.power(blocker))]);
  }
  if (Object.keys(shared).length) {
    const { assign } = yield { player: game.active, kind: "assign", options: shared };
    for (const [id, parts] of Object.entries(assign)) {
      for (const [to, amount] of Object.entries(parts)) deals.push([game.find(id), game.find(to), amount]);
    }
  }
  const batch = game.newBatch();
  for (const [source, to, amount] of deals) game.damage(source, to, amount, batch); // all at once: nobody dies before all has been dealt
}

// ---- are the answers legal?

export function wrongAttack(game, answer, { attackers, defenders }) {
  for (const [id, defender] of Object.entries(answer.attack)) {
    const wrong = wrongFighter(game, id, attackers, "attack");
    if (wrong) return wrong;
    if (!defenders.includes(defender)) return refuse("target", `${defender} cannot be attacked`);
  }
  return null;
}

export function wrongBlock(game, answer, { blockers, attackers }) {
  for (const [id, to] of Object.entries(answer.block)) {
    const wrong = wrongFighter(game, id, blockers, "block");
    if (wrong) return wrong;
    const blocked = [to].flat();
    if (blocked.length !== 1) return refuse("choice", "a creature blocks one attacker");
    if (!attackers.includes(blocked[0])) return refuse("target", `${blocked[0]} does not attack this player`);
    if (!mayBlock(game, game.find(id), game.find(blocked[0]))) return refuse("restriction", `${id} cannot block ${blocked[0]}`);
  }
  return null;
}

function wrongFighter(game, id, able, what) {
  if (able.includes(id)) return null;
  const isThere = game.permanents().includes(game.find(id));
  return isThere ? refuse("restriction", `${id} cannot ${what}`) : refuse("not_there", `there is no ${id}`);
}

export function wrongAssignment(answer, options) {
  return legalUnless(
    Object.keys(options).sort().join() !== Object.keys(answer.assign).sort().join()
      || Object.entries(options).some(([id, { amount, recipients }]) => {
        const parts = Object.entries(answer.assign[id]);
        const whole = parts.reduce((sum, [, part]) => sum + part, 0);
        return whole !== amount || parts.some(([to, part]) => !recipients.includes(to) || !Number.isInteger(part) || part < 0);
      }),
    "all of the damage, among those it may go to",
  );
}
