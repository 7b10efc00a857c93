// What the engine cannot say or do. The adapter answers `unsupported`, and the case ends as that: honest, and never counted as a failure.

export class Unsupported extends Error {
  constructor(kind, name, reason) {
    super(reason);
    this.kind = kind; // "card" or "feature"
    this.name = name;
  }

  plain() {
    return { kind: this.kind, name: this.name, reason: this.message };
  }
}
