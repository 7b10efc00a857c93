"""The typed form of a case file: what `docs/case-format` says, one class a thing.

The reader (`reader.py`) turns YAML text into nodes with places, `parse.py` turns nodes into these, and `canonical.py` fills the defaults
of a position in. Everything here is plain data: it can be encoded, compared and sent.
"""

from __future__ import annotations

from typing import Any

import msgspec

Name = str
"""A player, or the name (`as`) of an object of the case."""

STEPS = (
    "untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "first_strike_damage", "combat_damage", "end_of_combat", "postcombat_main", "end", "cleanup",
)  # fmt: skip
PRIORITY_STEPS = tuple(step for step in STEPS if step not in ("untap", "cleanup"))

ILLEGAL_REASONS = ("no_priority", "timing", "target", "cost", "restriction", "not_there", "choice")


class Place(msgspec.Struct, frozen=True):
    """Where something stands in a file; `line` and `column` count from 1."""

    line: int
    column: int


class AdvanceTo(msgspec.Struct, frozen=True, tag="advance_to", tag_field="do"):
    """Everybody passes until the next such step that begins after now; `turn` counts turns of that player."""

    player: Name
    step: str
    turn: int | None = None
    place: Place | None = None


class PassPriority(msgspec.Struct, frozen=True, tag="pass", tag_field="do"):
    player: Name
    place: Place | None = None


class Resolve(msgspec.Struct, frozen=True, tag="resolve", tag_field="do"):
    everything: bool
    place: Place | None = None


class Act(msgspec.Struct, frozen=True, tag="act", tag_field="do"):
    """One action of a player. `action` has the protocol's form, with names for ids: `{type: cast, object: NAME or CARD, ...}`.

    `type` is `cast`, `activate`, `play_land`, `special`, `concede`, `roll_planar_die`, `attack`, `block` or `assign`; the last three are
    answers to a turn-based decision, which the runner waits for. `faces` of a roll and `modes` are lists, however they are written; `as`,
    if it is there, is the name that the object of a `cast` or `play_land` takes. `illegal` is None (must be accepted), "any", or a reason.
    """

    player: Name
    action: dict[str, Any]
    illegal: str | None = None
    place: Place | None = None


class Answer(msgspec.Struct, frozen=True):
    """One queued answer: `{kind: value}` in the protocol's form, with names for ids; `illegal` as in Act.

    `choose` and `mode` are lists, however they are written. `order_triggers` (sources, `planeswalking` or `{source, ability}`) and
    `replacement` (a source) are as written: which index of the options they are is for the runner to find. `extra` holds `exert`.
    """

    kind: str
    value: Any
    illegal: str | None = None
    extra: dict[str, Any] = {}
    place: Place | None = None


class Answers(msgspec.Struct, frozen=True, tag="answers", tag_field="do"):
    queues: dict[Name, list[Answer]]
    place: Place | None = None


class Expect(msgspec.Struct, frozen=True, tag="expect", tag_field="do"):
    """What is asked of the position. Every value is as written, but typed (numbers are numbers, yes/no are booleans).

    So an event is `{phased_out: NAME}`, several at once are `{simultaneous: [..]}`, and a list may hold `{any_order: [..]}`.
    """

    objects: dict[Name, dict[str, Any]] = {}
    players: dict[Name, dict[str, Any]] = {}
    turn: dict[str, Any] | None = None
    priority: Name | None = None
    day_night: str | None = None
    planechase: dict[str, Any] | None = None
    stack: list[dict[str, Any]] | None = None
    count: list[dict[str, Any]] = []
    decisions: list[dict[str, Any]] = []
    no_decisions: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    no_events: list[dict[str, Any]] = []
    places: dict[str, Place] = {}
    """Places of the single expectations by path, as in `croc.phased`."""
    place: Place | None = None


class NameObject(msgspec.Struct, frozen=True, tag="name", tag_field="do"):
    name: Name
    where: dict[str, Any]
    nth: int | None = None
    place: Place | None = None


Step = AdvanceTo | PassPriority | Resolve | Act | Answers | Expect | NameObject


class Editions(msgspec.Struct, frozen=True):
    """Inclusive dates, `YYYY-MM-DD`."""

    since: str | None = None
    until: str | None = None


class Prologue(msgspec.Struct, frozen=True):
    """The natural way to the position of a case: a simpler position and a script."""

    given: dict[str, Any]
    script: list[Step]
    names: list[str] = []
    """Every name of an object that this `given` puts down."""


class Case(msgspec.Struct, frozen=True):
    """One case. `given` is canonical (see docs/protocol.md, GIVEN)."""

    id: str
    title: str
    rules: list[str]
    why: str
    given: dict[str, Any]
    script: list[Step]
    expect_refused: str | None = None
    sources: list[str] = []
    editions: Editions = Editions()
    confidence: str = "text"
    disputed: str | None = None
    tags: list[str] = []
    natural: Prologue | None = None
    names: list[str] = []
    """Every name of an object that `given` puts down (not those that the script gives)."""
    file: str = ""
    line: int = 0
