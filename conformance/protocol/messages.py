"""The messages of the protocol as types: what an adapter may send, and how a wrong one is told.

Fields that an engine may leave out are UNSET by default; keys not listed here are let through, so that an adapter may say more than this
version asks. `check` is the only way in: it names what is wrong and where.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

Json = dict[str, Any]
Id = str
Number = int

StepName = Literal[
    "pregame", "untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "first_strike_damage", "combat_damage", "end_of_combat", "postcombat_main", "end", "cleanup",
]  # fmt: skip
Reason = Literal["no_priority", "timing", "target", "cost", "restriction", "not_there", "choice"]
DecisionKind = Literal[
    "priority", "begin", "attack", "block", "assign", "targets", "may", "pay", "mode", "choose", "choose_untap", "order_triggers",
    "order", "discard", "replacement", "legend", "planar_die", "ignore_roll", "scry", "surveil", "coin",
]  # fmt: skip
DECISION_KINDS: tuple[str, ...] = get_args(DecisionKind)
Zone = Literal["battlefield", "hand", "library", "graveyard", "exile", "stack", "command"]


class InitializeParams(msgspec.Struct, forbid_unknown_fields=True):
    """The suite presents itself."""

    protocol: int
    suite: str
    edition: str


class NewGameParams(msgspec.Struct, omit_defaults=True):
    """A position to put down; `cards` describes the cards it uses, to engines that ask for descriptions."""

    given: Json
    cards: dict[str, Json] | UnsetType = UNSET


class ActParams(msgspec.Struct, omit_defaults=True):
    """One action, or the answer to the decision pending: one of the two is there."""

    player: str
    action: Json | UnsetType = UNSET
    answer: Json | UnsetType = UNSET


class InitializeResult(msgspec.Struct):
    """The engine presents itself."""

    engine: str
    version: str
    language: str
    protocol: int
    features: list[str]
    cards: Literal["all", "listed", "by_text"]
    players: tuple[int, int]
    homepage: str | UnsetType | None = UNSET
    card_names: list[str] | UnsetType = UNSET
    edition: str | UnsetType | None = UNSET
    event_kinds: list[str] | UnsetType = UNSET


class Decision(msgspec.Struct):
    """What the game waits for."""

    player: str
    kind: DecisionKind
    options: Any = UNSET
    min: int | UnsetType | None = UNSET
    max: int | UnsetType | None = UNSET
    source: Id | UnsetType | None = UNSET
    ability: str | int | UnsetType | None = UNSET


Option = str | int


class TargetOptions(msgspec.Struct):
    """What one "target" may be chosen from."""

    options: list[Id]
    min: int | UnsetType | None = UNSET
    max: int | UnsetType | None = UNSET


class Trigger(msgspec.Struct):
    """A waiting trigger or a replacement effect. `source` null: the planeswalking ability."""

    source: Id | None
    ability: str | int | UnsetType | None = UNSET
    controller: str | UnsetType | None = UNSET


class AttackOptions(msgspec.Struct):
    attackers: list[Id]
    defenders: list[Id]


class BlockOptions(msgspec.Struct):
    blockers: list[Id]
    attackers: list[Id]


class Assignment(msgspec.Struct):
    """Damage that a creature has to assign, and to whom it may."""

    amount: int
    recipients: list[Id]


OPTIONS: dict[str, Any] = {
    "attack": AttackOptions,
    "block": BlockOptions,
    "assign": dict[Id, Assignment],
    "targets": list[TargetOptions],
    "order_triggers": list[Trigger],
    "replacement": list[Trigger],
    **dict.fromkeys(
        ("mode", "choose", "choose_untap", "order", "discard", "legend", "planar_die", "ignore_roll", "scry", "surveil", "coin"),
        list[Option],
    ),
}
"""The type of a decision's options by its kind; kinds that are not here have none."""


class Status(msgspec.Struct):
    """Where the game stands, in short."""

    turn: int
    active: str
    step: StepName
    stack: int
    decision: Decision | None
    over: bool
    players: list[str]


class Event(msgspec.Struct):
    """Something that happened. Fields depend on `kind`; unknown kinds are kept for the story and never judged."""

    kind: str
    batch: int | str | UnsetType | None = UNSET
    rule: str | UnsetType | None = UNSET
    object: Id | UnsetType = UNSET
    player: str | UnsetType | None = UNSET
    source: Id | UnsetType | None = UNSET
    step: str | UnsetType | None = UNSET
    away: list[Id] | UnsetType = UNSET


class Refusal(msgspec.Struct):
    """Why an action or answer was not allowed; `reason` null where the engine does not tell."""

    reason: Reason | None = None
    message: str = ""


class Unsupported(msgspec.Struct):
    """What of the position this engine has not."""

    kind: Literal["card", "feature"]
    name: str
    reason: str = ""


class DeckRefusal(msgspec.Struct):
    """The planar decks may not be played with."""

    reason: str
    message: str = ""


class NewGameResult(msgspec.Struct):
    """One of the three is there."""

    status: Status | UnsetType = UNSET
    unsupported: Unsupported | UnsetType = UNSET
    refused: DeckRefusal | UnsetType = UNSET


class ActResult(msgspec.Struct):
    """The new status with the events since the last answer, or a refusal after which nothing has changed, or what cannot be said."""

    status: Status | UnsetType = UNSET
    events: list[Event] | UnsetType = UNSET
    illegal: Refusal | UnsetType = UNSET
    unsupported: Unsupported | UnsetType = UNSET


class SnapshotTurn(msgspec.Struct):
    active: str
    step: StepName
    number: int | UnsetType = UNSET


class SnapshotPlayer(msgspec.Struct):
    """A player; zones hold ids, library and planar deck top first."""

    life: int | UnsetType = UNSET
    counters: dict[str, int] | UnsetType = UNSET
    hand: list[Id] | UnsetType = UNSET
    library: list[Id] | UnsetType = UNSET
    graveyard: list[Id] | UnsetType = UNSET
    exile: list[Id] | UnsetType = UNSET
    command: list[Id] | UnsetType = UNSET
    planar_deck: list[Id] | UnsetType = UNSET
    in_game: bool | UnsetType = UNSET
    lands_played: int | UnsetType = UNSET


class SnapshotObject(msgspec.Struct):
    """An object. Everything but its id may be left out where the engine cannot report it."""

    id: Id
    incarnation: int | UnsetType = UNSET
    card: str | UnsetType | None = UNSET
    zone: Zone | UnsetType = UNSET
    owner: str | UnsetType = UNSET
    controller: str | UnsetType | None = UNSET
    tapped: bool | UnsetType = UNSET
    phased: Literal["in", "direct", "indirect", "out"] | UnsetType = UNSET
    phased_under: str | UnsetType | None = UNSET
    attached_to: Id | UnsetType | None = UNSET
    counters: dict[str, int] | UnsetType = UNSET
    damage: int | UnsetType = UNSET
    power: int | UnsetType | None = UNSET
    toughness: int | UnsetType | None = UNSET
    types: list[str] | UnsetType = UNSET
    subtypes: list[str] | UnsetType = UNSET
    supertypes: list[str] | UnsetType = UNSET
    colors: list[str] | UnsetType = UNSET
    keywords: list[str] | UnsetType = UNSET
    token: bool | UnsetType = UNSET
    sick: bool | UnsetType = UNSET
    face_down: bool | UnsetType = UNSET
    transformed: bool | UnsetType = UNSET
    exerted: bool | str | list[str] | UnsetType | None = UNSET
    attacking: Id | UnsetType | None = UNSET
    blocking: list[Id] | UnsetType = UNSET
    blocked: bool | UnsetType = UNSET


class StackEntry(msgspec.Struct):
    """A spell or ability on the stack. `source` null: the planeswalking ability, which is the game's own."""

    id: Id | UnsetType = UNSET
    source: Id | UnsetType | None = UNSET
    controller: str | UnsetType = UNSET
    card: str | UnsetType | None = UNSET
    ability: str | int | UnsetType | None = UNSET
    targets: list[Id] | UnsetType = UNSET


class SnapshotPlanechase(msgspec.Struct):
    controller: str | UnsetType | None = UNSET
    face_up: list[Id] | UnsetType = UNSET
    next_roll_cost: int | UnsetType = UNSET
    planar_deck: list[Id] | UnsetType = UNSET


class Snapshot(msgspec.Struct):
    """The whole position, as far as the engine can tell it."""

    players: dict[str, SnapshotPlayer]
    objects: list[SnapshotObject]
    turn: SnapshotTurn | UnsetType = UNSET
    priority: str | UnsetType | None = UNSET
    day_night: Literal["day", "night", "neither"] | UnsetType = UNSET
    stack: list[StackEntry] | UnsetType = UNSET
    planechase: SnapshotPlanechase | UnsetType | None = UNSET


MOST_FEATURES = 1000
"""An engine may claim features of versions to come, but hardly so many."""

RESULTS: dict[str, type[msgspec.Struct]] = {
    "initialize": InitializeResult,
    "new_game": NewGameResult,
    "act": ActResult,
    "observe": Snapshot,
}
"""The type of each method's result; `shutdown` gives any object."""


class BadMessage(ValueError):
    """A message of a wrong shape; the text says what is wrong and where."""


_DECODERS = {method: msgspec.json.Decoder(kind) for method, kind in RESULTS.items()}
_PLAIN: msgspec.json.Decoder[Json] = msgspec.json.Decoder(Json)


def check(method: str, raw: bytes | msgspec.Raw) -> Json:
    """The result of `method` as plain data.

    Raises BadMessage when it has not the shape of docs/protocol.md: the text names the field and both types.
    """
    try:
        decoder = _DECODERS.get(method)
        typed: Any = decoder.decode(raw) if decoder else None
        plain = _PLAIN.decode(raw)
    except RecursionError:
        raise BadMessage(f"the result of {method} is nested too deeply") from None
    except msgspec.MsgspecError as error:
        raise BadMessage(f"the result of {method}: {error}") from None
    problem = _incomplete(method, typed)
    if problem:
        raise BadMessage(f"the result of {method} {problem}")
    return plain


def _incomplete(method: str, typed: Any) -> str | None:
    """What of a well-typed result is missing or too much."""
    if isinstance(typed, InitializeResult):
        if typed.cards == "listed" and typed.card_names is UNSET:
            return "says cards: listed and has no card_names"
        if len(typed.features) > MOST_FEATURES:
            return f"claims {len(typed.features)} features; docs/protocol.md has the list of those there are"
        if typed.players[0] > typed.players[1] or typed.players[1] < 1:
            return f"has the player range {list(typed.players)}, which holds nobody"
    elif isinstance(typed, NewGameResult):
        there = [name for name in ("status", "unsupported", "refused") if getattr(typed, name) is not UNSET]
        if len(there) != 1:
            return f"holds {' and '.join(there) or 'nothing known'}; expected one of status, unsupported, refused"
    elif isinstance(typed, ActResult):
        there = [name for name in ("status", "illegal", "unsupported") if getattr(typed, name) is not UNSET]
        if len(there) != 1:
            return f"holds {' and '.join(there) or 'nothing known'}; expected one of status, illegal, unsupported"
    status = getattr(typed, "status", UNSET)
    return _wrong_options(status.decision) if isinstance(status, Status) and status.decision is not None else None


def _wrong_options(decision: Decision) -> str | None:
    kind = OPTIONS.get(decision.kind)
    if kind is None or decision.options in (UNSET, None):
        return None
    try:
        msgspec.convert(decision.options, kind)
    except msgspec.ValidationError as error:
        return f"has options that do not fit the kind {decision.kind}: {str(error).replace('`$', '`$.status.decision.options', 1)}"
    return None
