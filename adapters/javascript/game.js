// The toy engine: a position, the turn, priority, the stack and state-based actions. Small, and true to the rules as far as it goes.
//
// The rules are generators: they *yield* a decision and go on with the answer, which has been checked before (`wrongAction`,
// `wrongAnswer`). So nothing illegal ever gets in, and a refusal changes nothing.

import { perform, wrongAction } from "./actions.js";
import { damageStep, declareAttackers, declareBlockers, wrongAssignment, wrongAttack, wrongBlock } from "./combat.js";
import { Unsupported } from "./errors.js";
import { swapOfUntapStep } from "./phasing.js";
import { legalUnless, refuse } from "./refusal.js";
import { asNew, putDown } from "./setup.js";
import { stateBasedActions } from "./state_based_actions.js";
import { isLegal } from "./targets.js";

const STEPS = [
  "untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage",
  "end_of_combat", "postcombat_main", "end", "cleanup",
];
const HAND_SIZE = 7;

export class Game {
  objects = new Map();
  battlefield = [];
  seats = {};
  stack = []; // the top is the last
  combat = false; // whether creatures attacked in this combat
  decision = null;
  over = false;
  #events = [];
  #count = 0;

  constructor(given) {
    this.players = [...given.players];
    this.active = given.turn.active;
    this.step = given.turn.step;
    this.turnNumber = given.turn.number;
    if (!STEPS.includes(this.step)) throw new Unsupported("feature", "set_step", `the toy does not start in ${this.step}`);
    putDown(this, given);
    this.rules = this.#play();
  }

  start() {
    this.proceed(undefined);
  }

  // Give the game what it waits for, and go on to the next decision.
  proceed(answer) {
    const { value, done } = this.rules.next(answer);
    this.decision = done ? null : value;
  }

  // ---- is it legal? These look and change nothing.

  wrongAction(player, action) {
    if (this.decision?.kind !== "priority" || this.decision.player !== player) return refuse("no_priority", `${player} has no priority`);
    return wrongAction(this, player, action);
  }

  wrongAnswer(player, answer) {
    const { decision } = this;
    if (!decision || decision.player !== player || !(decision.kind in answer)) return refuse("choice", "that was not asked");
    switch (decision.kind) {
      case "attack":
        return wrongAttack(this, answer, decision.options);
      case "block":
        return wrongBlock(this, answer, decision.options);
      case "assign":
        return wrongAssignment(answer, decision.options);
      case "discard": {
        const { discard } = answer;
        const fits = discard.length === decision.max && new Set(discard).size === discard.length;
        return legalUnless(!fits || !discard.every((id) => decision.options.includes(id)), `discard ${decision.max} of your cards`);
      }
      default: // may
        return null;
    }
  }

  // ---- the turn (500 to 514)

  *#play() {
    yield* this.#priority();
    while (!this.over) {
      this.#nextStep();
      yield* this.#stepItself();
    }
  }

  #nextStep() {
    if (this.step === "cleanup") {
      this.active = this.#after(this.active);
      this.turnNumber += 1;
      this.event({ kind: "turn_began", player: this.active });
      for (const player of this.players) this.seats[player].landsPlayed = 0;
      // What is out counts as well: it comes back under the control that was never interrupted.
      for (const object of this.battlefield) if (object.controller === this.active) object.sick = false;
    }
    if (this.step === "end_of_combat") {
      for (const object of this.battlefield) this.removeFromCombat(object);
      this.combat = false;
    }
    this.step = STEPS[(STEPS.indexOf(this.step) + 1) % STEPS.length];
  }

  *#stepItself() {
    const { step } = this;
    if (!this.combat && (step === "declare_blockers" || step === "combat_damage")) return; // 508.8: nobody attacks
    this.event({ kind: "step_began", player: this.active, step });
    if (step === "untap") return this.#untapStep();
    if (step === "draw") this.#draw(this.active);
    if (step === "declare_attackers") yield* declareAttackers(this);
    if (step === "declare_blockers") yield* declareBlockers(this);
    if (step === "combat_damage") yield* damageStep(this);
    if (step === "cleanup") {
      yield* this.#cleanup();
      if (!stateBasedActions(this)) return; // 514.3a: only if something happens does anybody get priority
    }
    yield* this.#priority();
  }

  #untapStep() {
    swapOfUntapStep(this);
    const mine = this.permanents().filter((object) => object.controller === this.active && object.tapped);
    const batch = this.newBatch();
    this.turn(mine.filter((object) => !object.counters.stun), false, batch);
    for (const object of mine.filter((other) => other.counters.stun)) {
      object.counters.stun -= 1; // 122.1d: that instead of untapping
      if (!object.counters.stun) delete object.counters.stun;
      this.event({ kind: "counter_removed", object: object.id, counter: "stun", batch });
    }
  }

  *#cleanup() {
    const { hand } = this.seats[this.active];
    const many = hand.length - HAND_SIZE;
    if (many > 0) {
      const options = hand.map((object) => object.id);
      const { discard } = yield { player: this.active, kind: "discard", options, min: many, max: many };
      for (const id of discard) this.move(this.find(id), "graveyard");
    }
    for (const object of this.battlefield) Object.assign(object, { damage: 0, untilEndOfTurn: [] }); // 514.2: phased-out ones too
  }

  // ---- priority and the stack (117, 608)

  *#priority() {
    let holder = this.active;
    let passes = 0;
    for (;;) {
      while (stateBasedActions(this));
      if (this.over) return;
      const action = yield { player: holder, kind: "priority" };
      if (action.type !== "pass") {
        perform(this, holder, action);
        passes = 0;
        continue;
      }
      passes += 1;
      holder = this.#after(holder);
      if (passes < this.players.length) continue;
      if (!this.stack.length) return;
      yield* this.#resolve(this.stack.at(-1));
      holder = this.active;
      passes = 0;
    }
  }

  *#resolve(item) {
    const { source, controller, slots } = item;
    const legal = item.targets.filter((target) => isLegal(this, controller, target, slots));
    const fizzles = item.targets.length > 0 && legal.length === 0;
    const found = legal.map((target) => target.player ?? target.object);
    const isPermanent = item.spell && !item.effect;
    if (!fizzles && item.effect) yield* item.effect(this, found, source, controller);
    this.stack.splice(this.stack.indexOf(item), 1);
    if (!item.spell) return;
    this.move(source, isPermanent && !fizzles ? "battlefield" : "graveyard");
    if (isPermanent && !fizzles && source.face.enchant) this.attach(source, found[0]);
  }

  // ---- looking

  find(id) {
    return this.objects.get(id);
  }

  // What is there: phased-out permanents are treated as though they did not exist (702.26b). Phasing asks for all of them by name.
  permanents() {
    return this.battlefield.filter((object) => object.phased === "in");
  }

  allPermanents() {
    return this.battlefield;
  }

  hostOf(object) {
    const host = object.attachedTo && this.find(object.attachedTo.id);
    return host && host.zone === "battlefield" && host.incarnation === object.attachedTo.incarnation ? host : null;
  }

  attachments(object) {
    return this.permanents().filter((other) => this.hostOf(other) === object);
  }

  power(object) {
    return this.#sum(object, "power");
  }

  toughness(object) {
    return this.#sum(object, "toughness");
  }

  #sum(object, key) {
    const { "+1/+1": plus = 0, "-1/-1": minus = 0 } = object.counters;
    const changes = [...this.attachments(object).map((other) => other.face.host ?? {}), ...object.untilEndOfTurn];
    return changes.reduce((sum, change) => sum + (change[key] ?? 0), object.face[key] + plus - minus);
  }

  keywords(object) {
    return [...object.face.keywords, ...this.attachments(object).flatMap((other) => other.face.host?.keywords ?? [])];
  }

  hasKeyword(object, keyword) {
    return this.keywords(object).includes(keyword);
  }

  restricted(object, how) {
    return this.attachments(object).some((other) => other.face.host?.[how]);
  }

  inTurnOrder() {
    const first = this.players.indexOf(this.active);
    return [...this.players.slice(first), ...this.players.slice(0, first)];
  }

  #after(player) {
    return this.players[(this.players.indexOf(player) + 1) % this.players.length];
  }

  // ---- changing

  // A zone change makes a new object of it (400.7): the id stays, the incarnation grows. A token elsewhere ceases to exist (704.5d).
  move(object, to) {
    const from = this.#pile(object);
    from?.splice(from.indexOf(object), 1);
    this.removeFromCombat(object);
    object.zone = to;
    object.incarnation += 1;
    asNew(object);
    if (object.token && to !== "battlefield") this.objects.delete(object.id);
    else this.#pile(object)?.push(object);
  }

  #pile(object) {
    if (object.zone === "battlefield") return this.battlefield;
    return object.zone === "stack" ? null : this.seats[object.owner][object.zone];
  }

  attach(object, host) {
    object.attachedTo = { id: host.id, incarnation: host.incarnation };
    this.event({ kind: "attached", object: object.id, to: host.id });
  }

  // Tap or untap; what is so already does not change, and nothing is told of it.
  turn(objects, tapped, batch = this.newBatch()) {
    for (const object of objects) {
      if (object.tapped === tapped) continue;
      object.tapped = tapped;
      this.event({ kind: tapped ? "tapped" : "untapped", object: object.id, batch });
    }
  }

  damage(source, to, amount, batch = this.newBatch()) {
    if (!amount) return;
    this.event({ kind: "damage", source: source.id, to: to.id ?? to, amount, batch });
    if (typeof to === "string") this.gainLife(to, -amount);
    else to.damage += amount;
  }

  gainLife(player, by) {
    if (!by) return;
    this.seats[player].life += by;
    this.event({ kind: "life", player, by });
  }

  #draw(player) {
    const top = this.seats[player].library[0];
    if (top) this.move(top, "hand");
    else this.seats[player].drewFromNothing = true;
  }

  removeFromCombat(object) {
    for (const other of this.battlefield) other.blocking = other.blocking.filter((id) => id !== object.id);
    Object.assign(object, { attacking: null, blocking: [], blocked: false });
  }

  loses(player) {
    if (this.players.length > 2) throw new Unsupported("feature", "concede", `${player} leaves a game that goes on; the toy cannot do that`);
    this.over = true;
  }

  // ---- telling

  event(event) {
    this.#events.push(event);
  }

  takeEvents() {
    return this.#events.splice(0);
  }

  newBatch() {
    return (this.#count += 1);
  }

  // Ids of the toy's own must be of nobody and nothing else.
  newId(source) {
    let id;
    do id = `${source.id}#${(this.#count += 1)}`;
    while (this.objects.has(id) || this.players.includes(id));
    return id;
  }
}
