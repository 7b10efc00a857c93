"""What a player does (ACTION) and answers (ANSWER), as types. They describe what the suite sends; a test holds every case against them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from conformance.protocol.says import says

Mana = Literal["granted", "none"]
_MANA = says("`granted` (also if absent): mana for every cost is at hand; `none`: there is no mana.")
_TARGETS = says("Objects and players, in the order in which the text names its targets.")
_PAY = says("With what other costs are paid, by how: `{sacrifice: [ID]}`.")


class Move(msgspec.Struct, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """An action; `type` says which."""


class Pass(Move, tag="pass"):
    """Pass priority."""


class Cast(Move, tag="cast"):
    """Cast a spell."""

    object: Annotated[str, says("The card.")]
    targets: Annotated[list[str] | UnsetType, _TARGETS] = UNSET
    modes: Annotated[list[int] | UnsetType, says("The modes chosen, counted from 1.")] = UNSET
    x: Annotated[int | UnsetType, says("The value of X.")] = UNSET
    using: Annotated[str | UnsetType, says("By which way of casting it, as in `flashback` or `bestow`.")] = UNSET
    kicked: Annotated[int | UnsetType, says("How often the kicker is paid.")] = UNSET
    pay: Annotated[dict[str, list[str]] | UnsetType, _PAY] = UNSET
    mana: Annotated[Mana | UnsetType, _MANA] = UNSET


class Activate(Move, tag="activate"):
    """Activate an ability of a permanent or card."""

    object: Annotated[str, says("What has the ability.")]
    ability: Annotated[
        int | str | UnsetType,
        says("Which one: its number on the card, counted from 1, its id in `definition`, or a keyword, as in `equip`."),
    ] = UNSET
    targets: Annotated[list[str] | UnsetType, _TARGETS] = UNSET
    x: Annotated[int | UnsetType, says("The value of X.")] = UNSET
    pay: Annotated[dict[str, list[str]] | UnsetType, _PAY] = UNSET
    mana: Annotated[Mana | UnsetType, _MANA] = UNSET


class PlayLand(Move, tag="play_land"):
    """Play a land."""

    object: Annotated[str, says("The land.")]


class Special(Move, tag="special"):
    """Take a special action."""

    special: Annotated[str, says("Which one: `turn_face_up`, `suspend`, `foretell`.")]
    object: Annotated[str, says("With what.")]


class RollPlanarDie(Move, tag="roll_planar_die"):
    """Roll the planar die, as a player may whenever they could cast a sorcery."""

    faces: Annotated[list[Literal["blank", "chaos", "planeswalker"]], says("What is rolled (feature `forced_die`).")]
    mana: Annotated[Mana | UnsetType, _MANA] = UNSET


class When(msgspec.Struct, forbid_unknown_fields=True):
    """The beginning of a step, before what happens in it by itself."""

    player: Annotated[str, says("Whose step.")]
    step: Annotated[str, says("Which step.")]


class Concede(Move, tag="concede"):
    """Leave the game; at any time, whoever has priority."""

    at: Annotated[When | UnsetType, says("Not now, but then (feature `concede_at`).")] = UNSET


class Begin(Move, tag="begin"):
    """Begin the game: the starting plane is set. In step `pregame` only."""


class PassUntil(Move, tag="pass_until"):
    """Everybody passes until a step gives priority, the game asks for something, or it is over (feature `pass_until`)."""

    player: Annotated[str, says("In whose turn.")]
    step: Annotated[str, says("Until the next such step that begins after now.")]
    decline: Annotated[list[Literal["attack", "block"]] | UnsetType, says("Questions of these kinds are answered with nobody.")] = UNSET


Action = Pass | Cast | Activate | PlayLand | Special | RollPlanarDie | Concede | Begin | PassUntil


class Answer(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The answer to a decision: one field, named as the kind of the decision (and `exert`, with `attack`)."""

    attack: Annotated[dict[str, str] | UnsetType, says("Attackers, each with the player or permanent that it attacks.")] = UNSET
    exert: Annotated[list[str] | UnsetType, says("Attackers that are exerted.")] = UNSET
    block: Annotated[dict[str, str | list[str]] | UnsetType, says("Blockers, each with the attackers that it blocks.")] = UNSET
    assign: Annotated[dict[str, dict[str, int]] | UnsetType, says("By creature: how much damage to whom.")] = UNSET
    targets: Annotated[list[str] | UnsetType, says("One target after the other, in the order of the options.")] = UNSET
    may: Annotated[bool | UnsetType, says("Whether it is done.")] = UNSET
    pay: Annotated[bool | UnsetType, says("Whether it is paid.")] = UNSET
    mode: Annotated[list[int] | UnsetType, says("The modes chosen, counted from 1.")] = UNSET
    choose: Annotated[list[str | int] | UnsetType, says("What is chosen; a list, even of one.")] = UNSET
    choose_untap: Annotated[list[str] | UnsetType, says("Those of the options that untap.")] = UNSET
    order_triggers: Annotated[list[int] | UnsetType, says("Indices of the options, the first to be put on the stack first.")] = UNSET
    order: Annotated[list[str] | UnsetType, says("The options in the order wanted.")] = UNSET
    discard: Annotated[list[str] | UnsetType, says("The cards discarded.")] = UNSET
    replacement: Annotated[int | UnsetType, says("The index of the effect that applies first.")] = UNSET
    legend: Annotated[str | UnsetType, says("The one kept.")] = UNSET
    planar_die: Annotated[str | UnsetType, says("The face rolled.")] = UNSET
    ignore_roll: Annotated[str | UnsetType, says("The face of the roll that is ignored.")] = UNSET
    scry: Annotated[list[str] | UnsetType, says("Those put on the bottom.")] = UNSET
    surveil: Annotated[list[str] | UnsetType, says("Those put into the graveyard.")] = UNSET
    coin: Annotated[str | UnsetType, says("The side that the coin shows: `heads` or `tails`.")] = UNSET
