// The engine: a position, and whose turn it is.

import { nextStep } from "./turn.mjs";

export class Game {
  constructor(given) {
    this.players = given.players;
    this.seats = given.seats;
    this.battlefield = given.battlefield;
    this.active = given.turn.active;
    this.step = given.turn.step;
    this.turn = given.turn.number;
    this.priority = this.active;
    this.passes = 0;
  }

  status() {
    return {
      turn: this.turn,
      active: this.active,
      step: this.step,
      stack: 0,
      decision: { player: this.priority, kind: "priority" },
      over: false,
      players: this.players,
    };
  }

  pass() {
    this.passes += 1;
    this.priority = this.after(this.priority);
    if (this.passes === this.players.length) {
      nextStep(this);
      this.priority = this.active;
      this.passes = 0;
    }
  }

  after(player) {
    return this.players[(this.players.indexOf(player) + 1) % this.players.length];
  }
}
