"""The messages of the protocol as types: what an adapter may send, and how a wrong one is told.

Fields that an engine may leave out are UNSET by default; what each means stands beside it (`says`). Keys not listed here are let
through, so that an adapter may say more than this version asks. `check` is the only way in: it names what is wrong and where.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from conformance.protocol.moves import Action, Answer
from conformance.protocol.position import Card, Given, StepName
from conformance.protocol.says import says

Json = dict[str, Any]
Id = str
Number = int

Reason = Literal["no_priority", "timing", "target", "cost", "restriction", "not_there", "choice"]
DecisionKind = Literal[
    "priority", "begin", "attack", "block", "assign", "targets", "may", "pay", "mode", "choose", "choose_untap", "order_triggers",
    "order", "discard", "replacement", "legend", "planar_die", "ignore_roll", "scry", "surveil", "coin",
]  # fmt: skip
DECISION_KINDS: tuple[str, ...] = get_args(DecisionKind)
Zone = Literal["battlefield", "hand", "library", "graveyard", "exile", "stack", "command"]


class InitializeParams(msgspec.Struct, forbid_unknown_fields=True):
    """The suite presents itself."""

    protocol: Annotated[int, says("The version of this protocol.")]
    suite: Annotated[str, says("The version of the suite.")]
    edition: Annotated[str, says("The edition of the rules that is played, as a date.")]


class NewGameParams(msgspec.Struct, omit_defaults=True):
    """A position to put down; `cards` describes the cards it uses, to engines that ask for descriptions."""

    given: Annotated[Given, says("The position.")]
    cards: Annotated[
        dict[str, Card] | UnsetType,
        says("By name: every card that the game uses where the engine said `by_text` or `listed`, and always the invented ones."),
    ] = UNSET


class ActParams(msgspec.Struct, omit_defaults=True):
    """One action, or the answer to the decision pending: one of the two is there."""

    player: Annotated[str, says("Who acts or answers.")]
    action: Annotated[Action | UnsetType, says("What the player does with priority.")] = UNSET
    answer: Annotated[Answer | UnsetType, says("The answer to the decision pending.")] = UNSET


class InitializeResult(msgspec.Struct):
    """The engine presents itself."""

    engine: Annotated[str, says("The name of the engine.")]
    version: Annotated[str, says("Its version.")]
    language: Annotated[str, says("What it is written in.")]
    protocol: Annotated[int, says("The version of this protocol that it speaks.")]
    features: Annotated[list[str], says("What it can do; what is not claimed is not asked.")]
    cards: Annotated[
        Literal["all", "listed", "by_text"],
        says("Which cards it knows: all real ones, those of `card_names`, or what it is told in `new_game`."),
    ]
    players: Annotated[tuple[int, int], says("The smallest and the largest number of players.")]
    homepage: Annotated[str | UnsetType | None, says("Where it is to be found.")] = UNSET
    card_names: Annotated[list[str] | UnsetType, says("With `cards: listed`: the cards.")] = UNSET
    edition: Annotated[str | UnsetType | None, says("The edition of the rules that it plays by.")] = UNSET
    event_kinds: Annotated[list[str] | UnsetType, says("The kinds of event it reports; absent: all.")] = UNSET


class Decision(msgspec.Struct):
    """What the game waits for."""

    player: Annotated[str, says("Who decides.")]
    kind: Annotated[DecisionKind, says("What is asked.")]
    options: Annotated[Any, says("What may be answered; its form goes by the kind.")] = UNSET
    min: Annotated[int | UnsetType | None, says("At least so many.")] = UNSET
    max: Annotated[int | UnsetType | None, says("At most so many.")] = UNSET
    source: Annotated[Id | UnsetType | None, says("The object that asks.")] = UNSET
    ability: Annotated[str | int | UnsetType | None, says("Which ability of it.")] = UNSET


Option = str | int


class TargetOptions(msgspec.Struct):
    """What one "target" may be chosen from."""

    options: Annotated[list[Id], says("What may be chosen.")]
    min: Annotated[int | UnsetType | None, says("At least so many; absent: 1.")] = UNSET
    max: Annotated[int | UnsetType | None, says("At most so many; absent: 1.")] = UNSET


class Trigger(msgspec.Struct):
    """A waiting trigger or a replacement effect. `source` null: the planeswalking ability."""

    source: Annotated[Id | None, says("The object whose ability it is; null: the planeswalking ability.")]
    ability: Annotated[str | int | UnsetType | None, says("Which ability of it.")] = UNSET
    controller: Annotated[str | UnsetType | None, says("Who controls it.")] = UNSET


class AttackOptions(msgspec.Struct):
    """Who may attack whom."""

    attackers: Annotated[list[Id], says("The creatures that may attack.")]
    defenders: Annotated[list[Id], says("The players and permanents that may be attacked.")]


class BlockOptions(msgspec.Struct):
    """Who may block whom."""

    blockers: Annotated[list[Id], says("The creatures that may block.")]
    attackers: Annotated[list[Id], says("The creatures that attack this player.")]


class Assignment(msgspec.Struct):
    """Damage that a creature has to assign, and to whom it may."""

    amount: Annotated[int, says("How much in all.")]
    recipients: Annotated[list[Id], says("To whom.")]


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

    turn: Annotated[int, says("The number of the turn.")]
    active: Annotated[str, says("The active player.")]
    step: Annotated[StepName, says("The step or main phase.")]
    stack: Annotated[int, says("How many spells and abilities are on the stack.")]
    decision: Annotated[Decision | None, says("What the game waits for; null when it is over.")]
    over: Annotated[bool, says("Whether the game has ended.")]
    players: Annotated[list[str], says("Those still in the game.")]


class Event(msgspec.Struct):
    """Something that happened. Fields depend on `kind`; unknown kinds are kept for the story and never judged."""

    kind: Annotated[str, says("What happened.")]
    batch: Annotated[int | str | UnsetType | None, says("Events of one batch happen at once.")] = UNSET
    rule: Annotated[str | UnsetType | None, says("The rule that caused it, as the newest edition numbers it.")] = UNSET
    object: Annotated[Id | UnsetType, says("To which object.")] = UNSET
    player: Annotated[str | UnsetType | None, says("To or by whom.")] = UNSET
    source: Annotated[Id | UnsetType | None, says("What caused it.")] = UNSET
    step: Annotated[str | UnsetType | None, says("Which step.")] = UNSET
    away: Annotated[list[Id] | UnsetType, says("Planes that were left.")] = UNSET


class Refusal(msgspec.Struct):
    """Why an action or answer was not allowed. A case may expect one of the reasons; null, or none, matches any of them."""

    reason: Annotated[
        Reason | None,
        says(
            "`no_priority`: it is not that player's to act; `timing`: the step, the turn or the stack is wrong for it; "
            "`target`: one is not legal or not there; `cost`: it cannot be paid or chosen; `restriction`: a rule or effect forbids it; "
            "`not_there`: what is acted with is not available; `choice`: an answer lies outside the options. Null: it does not tell."
        ),
    ] = None
    message: Annotated[str, says("In words, for people.")] = ""


class Unsupported(msgspec.Struct):
    """What of the position this engine has not."""

    kind: Annotated[Literal["card", "feature"], says("A card, or a feature.")]
    name: Annotated[str, says("Which one.")]
    reason: Annotated[str, says("In words, for people.")] = ""


class DeckRefusal(msgspec.Struct):
    """The planar decks may not be played with."""

    reason: Annotated[str, says("`too_few_cards`, `too_many_phenomena`, `same_name` or `wrong_card`.")]
    message: Annotated[str, says("In words, for people.")] = ""


class NewGameResult(msgspec.Struct):
    """One of the three is there."""

    status: Annotated[Status | UnsetType, says("The position is there.")] = UNSET
    unsupported: Annotated[Unsupported | UnsetType, says("The engine cannot put it down.")] = UNSET
    refused: Annotated[DeckRefusal | UnsetType, says("The planar decks are illegal, and were to be checked.")] = UNSET


class ActResult(msgspec.Struct):
    """The new status with the events since the last answer, or a refusal after which nothing has changed, or what cannot be said."""

    status: Annotated[Status | UnsetType, says("It is done; this is where the game stands.")] = UNSET
    events: Annotated[list[Event] | UnsetType, says("What happened since the last answer (feature `events`).")] = UNSET
    illegal: Annotated[Refusal | UnsetType, says("It is not allowed, and nothing has changed.")] = UNSET
    unsupported: Annotated[Unsupported | UnsetType, says("The game came to something that the adapter cannot put into these words.")] = (
        UNSET
    )


class SnapshotTurn(msgspec.Struct):
    """Whose turn it is, and how far it has come."""

    active: Annotated[str, says("The active player.")]
    step: Annotated[StepName, says("The step or main phase.")]
    number: Annotated[int | UnsetType, says("The number of the turn.")] = UNSET


class SnapshotPlayer(msgspec.Struct):
    """A player; zones hold ids, library and planar deck top first."""

    life: Annotated[int | UnsetType, says("Life total.")] = UNSET
    counters: Annotated[dict[str, int] | UnsetType, says("Counters, by kind.")] = UNSET
    hand: Annotated[list[Id] | UnsetType, says("Hand.")] = UNSET
    library: Annotated[list[Id] | UnsetType, says("Library, top first.")] = UNSET
    graveyard: Annotated[list[Id] | UnsetType, says("Graveyard.")] = UNSET
    exile: Annotated[list[Id] | UnsetType, says("Cards in exile that the player owns.")] = UNSET
    command: Annotated[list[Id] | UnsetType, says("Cards in the command zone.")] = UNSET
    planar_deck: Annotated[list[Id] | UnsetType, says("A planar deck of the player's own, top first.")] = UNSET
    in_game: Annotated[bool | UnsetType, says("Whether the player is still in the game.")] = UNSET
    lands_played: Annotated[int | UnsetType, says("Lands played this turn.")] = UNSET


class SnapshotObject(msgspec.Struct):
    """An object. Everything but its id may be left out where the engine cannot report it."""

    id: Annotated[Id, says("Its id.")]
    incarnation: Annotated[int | UnsetType, says("Grows with each zone change that makes it a new object (400.7).")] = UNSET
    card: Annotated[str | UnsetType | None, says("The name that it has now.")] = UNSET
    zone: Annotated[Zone | UnsetType, says("Where it is.")] = UNSET
    owner: Annotated[str | UnsetType, says("Whose card it is.")] = UNSET
    controller: Annotated[str | UnsetType | None, says("Who controls it.")] = UNSET
    tapped: Annotated[bool | UnsetType, says("Whether it is tapped.")] = UNSET
    phased: Annotated[
        Literal["in", "direct", "indirect", "out"] | UnsetType,
        says("In, or out by itself (`direct`) or with its host (`indirect`); `out` where the engine cannot tell which."),
    ] = UNSET
    phased_under: Annotated[str | UnsetType | None, says("Who controlled it as it phased out.")] = UNSET
    attached_to: Annotated[Id | UnsetType | None, says("The object or player it is attached to; null: nothing.")] = UNSET
    counters: Annotated[dict[str, int] | UnsetType, says("Counters, by kind.")] = UNSET
    damage: Annotated[int | UnsetType, says("Damage marked on it.")] = UNSET
    power: Annotated[int | UnsetType | None, says("Power.")] = UNSET
    toughness: Annotated[int | UnsetType | None, says("Toughness.")] = UNSET
    types: Annotated[list[str] | UnsetType, says("Card types.")] = UNSET
    subtypes: Annotated[list[str] | UnsetType, says("Subtypes.")] = UNSET
    supertypes: Annotated[list[str] | UnsetType, says("Supertypes.")] = UNSET
    colors: Annotated[list[str] | UnsetType, says("Colors, as words.")] = UNSET
    keywords: Annotated[list[str] | UnsetType, says("Keyword abilities that it has now.")] = UNSET
    token: Annotated[bool | UnsetType, says("Whether it is a token.")] = UNSET
    sick: Annotated[bool | UnsetType, says("Whether its controller has not controlled it since their turn began.")] = UNSET
    face_down: Annotated[bool | UnsetType, says("Whether it is face down.")] = UNSET
    transformed: Annotated[bool | UnsetType, says("Whether its back face is up.")] = UNSET
    exerted: Annotated[bool | str | list[str] | UnsetType | None, says("Whether, or by whom, it was exerted.")] = UNSET
    attacking: Annotated[Id | UnsetType | None, says("What it attacks; null: nothing.")] = UNSET
    blocking: Annotated[list[Id] | UnsetType, says("What it blocks.")] = UNSET
    blocked: Annotated[bool | UnsetType, says("Whether it attacks and was blocked.")] = UNSET


class StackEntry(msgspec.Struct):
    """A spell or ability on the stack. `source` null: the planeswalking ability, which is the game's own."""

    id: Annotated[Id | UnsetType, says("Its own id; of a spell that of its card.")] = UNSET
    source: Annotated[Id | UnsetType | None, says("The card of a spell, or what has the ability; null: the planeswalking ability.")] = UNSET
    controller: Annotated[str | UnsetType, says("Who controls it.")] = UNSET
    card: Annotated[str | UnsetType | None, says("The name of a spell; null for abilities.")] = UNSET
    ability: Annotated[str | int | UnsetType | None, says("Which ability of the source.")] = UNSET
    targets: Annotated[list[Id] | UnsetType, says("Its targets, objects and players.")] = UNSET


class SnapshotPlanechase(msgspec.Struct):
    """What Planechase adds."""

    controller: Annotated[str | UnsetType | None, says("The planar controller.")] = UNSET
    face_up: Annotated[list[Id] | UnsetType, says("The face-up planes and phenomena.")] = UNSET
    next_roll_cost: Annotated[int | UnsetType, says("What the next roll of the planar die costs.")] = UNSET
    planar_deck: Annotated[list[Id] | UnsetType, says("The shared planar deck, top first.")] = UNSET


class Snapshot(msgspec.Struct):
    """The whole position, as far as the engine can tell it."""

    players: Annotated[dict[str, SnapshotPlayer], says("By player.")]
    objects: Annotated[list[SnapshotObject], says("Every object that is somewhere.")]
    turn: Annotated[SnapshotTurn | UnsetType, says("Where the turn stands.")] = UNSET
    priority: Annotated[str | UnsetType | None, says("Who has priority; null: nobody.")] = UNSET
    day_night: Annotated[Literal["day", "night", "neither"] | UnsetType, says("Day, night, or neither yet.")] = UNSET
    stack: Annotated[list[StackEntry] | UnsetType, says("The stack, top first.")] = UNSET
    planechase: Annotated[SnapshotPlanechase | UnsetType | None, says("What Planechase adds; null: it is not played.")] = UNSET


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
