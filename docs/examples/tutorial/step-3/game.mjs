// The engine: a position, and whose turn it is.

export class Game {
  constructor(given) {
    this.players = given.players;
    this.seats = given.seats;
    this.battlefield = given.battlefield;
    this.active = given.turn.active;
    this.step = given.turn.step;
    this.turn = given.turn.number;
    this.priority = this.active;
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
}
