"""The position that `new_game` puts down (GIVEN), as types. They describe what the suite sends: the suite makes it in
`conformance.cases.canonical`, and a test holds every position of every case against them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from conformance.protocol.says import says

StepName = Literal[
    "pregame", "untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "declare_blockers",
    "first_strike_damage", "combat_damage", "end_of_combat", "postcombat_main", "end", "cleanup",
]  # fmt: skip


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """Whose turn it is, and how far it has come. The active player has priority (in step `pregame` the game waits for `begin`)."""

    active: Annotated[str, says("The active player.")]
    step: Annotated[StepName, says("The step or main phase.")]
    number: Annotated[int, says("Turns since the game began, this one counted.")]


class PreviousTurn(msgspec.Struct, forbid_unknown_fields=True):
    """The turn before, as far as day and night ask."""

    active: Annotated[str, says("Whose turn it was.")]
    spells_cast: Annotated[int, says("Spells that this player cast in it.")]


class ThisTurn(msgspec.Struct, forbid_unknown_fields=True):
    """What has happened this turn."""

    spells_cast: Annotated[dict[str, int], says("Spells cast so far, by player.")]


class CardEntry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A card in a zone."""

    id: Annotated[str, says("The id that the object has in every message, whatever zone it goes to.")]
    card: Annotated[str, says("The name of the card.")]
    counters: Annotated[dict[str, int] | UnsetType, says("Counters on it, by kind; absent: none.")] = UNSET
    face_down: Annotated[bool | UnsetType, says("Whether it lies face down; absent: it does not.")] = UNSET


class PlanarCard(msgspec.Struct, forbid_unknown_fields=True):
    """A face-up plane or phenomenon."""

    id: Annotated[str, says("The id of the card.")]
    card: Annotated[str, says("The name of the plane or phenomenon.")]
    owner: Annotated[str, says("Whose card it is.")]
    counters: Annotated[dict[str, int], says("Counters on it, by kind.")]


class GivenPlanechase(msgspec.Struct, forbid_unknown_fields=True):
    """What Planechase adds."""

    deck: Annotated[Literal["shared", "own"], says("One planar deck for all, or one for each player.")]
    controller: Annotated[str, says("The planar controller.")]
    roll_actions_this_turn: Annotated[int, says("How often the active player has paid to roll this turn.")]
    construction: Annotated[Literal["checked"] | None, says("`checked`: refuse planar decks that the rules forbid.")]
    face_up: Annotated[list[PlanarCard], says("Planes and phenomena face up.")]
    planar_deck: Annotated[list[CardEntry], says("The shared planar deck, top first.")]


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """A player and the cards of this player that are not on the battlefield."""

    life: Annotated[int, says("Life total.")]
    counters: Annotated[dict[str, int], says("Counters of the player, by kind.")]
    lands_played: Annotated[int, says("Lands played this turn.")]
    hand: Annotated[list[CardEntry], says("Hand; the order means nothing.")]
    library: Annotated[list[CardEntry], says("Library, top first.")]
    graveyard: Annotated[list[CardEntry], says("Graveyard, as the snapshot has to list it.")]
    exile: Annotated[list[CardEntry], says("Cards in exile that this player owns.")]
    command: Annotated[list[CardEntry], says("Cards in the command zone.")]
    planar_deck: Annotated[list[CardEntry], says("A planar deck of the player's own, top first.")]


class Phased(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a permanent is phased in."""

    status: Annotated[Literal["in", "direct", "indirect"], says("Phased in, or phased out by itself or along with its host.")]
    under: Annotated[str | None, says("Who controlled it as it phased out; null while it is in.")]


class Control(msgspec.Struct, forbid_unknown_fields=True):
    """An effect that gives somebody else control."""

    player: Annotated[str, says("Who controls it.")]
    until: Annotated[Literal["end_of_turn", "indefinitely"], says("For how long.")]


class Permanent(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A permanent. It has been there: nothing enters and nothing triggers as it is put down."""

    id: Annotated[str, says("The id of the permanent.")]
    card: Annotated[str, says("The name of the card.")]
    controller: Annotated[str, says("Under whose control it entered; control effects come on top.")]
    owner: Annotated[str, says("Whose card it is.")]
    tapped: Annotated[bool, says("Whether it is tapped.")]
    phased: Annotated[Phased, says("Whether it is phased in.")]
    attached_to: Annotated[str | None, says("The permanent or player it is attached to.")]
    counters: Annotated[dict[str, int], says("Counters on it, by kind.")]
    damage: Annotated[int, says("Damage marked on it.")]
    sick: Annotated[bool, says("Whether its controller has not controlled it since their turn began.")]
    token: Annotated[bool, says("Whether it is a token.")]
    face_down: Annotated[bool, says("Whether it is face down.")]
    transformed: Annotated[bool, says("Whether its back face is up.")]
    bestowed: Annotated[bool, says("Whether it is there as an Aura, by bestow.")]
    copy_of: Annotated[str | UnsetType, says("The card that it is a copy of.")] = UNSET
    exerted: Annotated[str | UnsetType, says("The player who exerted it.")] = UNSET
    chosen: Annotated[dict[str, Any] | UnsetType, says("What was chosen as it entered, as in `{land_type: Island}`.")] = UNSET
    control: Annotated[Control | UnsetType, says("An effect by which another player controls it.")] = UNSET


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """A position, with every default filled in."""

    players: Annotated[list[str], says("The players in turn order.")]
    teams: Annotated[list[list[str]], says("The teams, if there are any.")]
    variant: Annotated[str | None, says("The variant, as in `two_headed_giant`; null: none.")]
    range_of_influence: Annotated[int | None, says("How many seats a player's influence reaches; null: everywhere.")]
    turn: Annotated[Turn, says("Where the turn stands.")]
    previous_turn: Annotated[PreviousTurn, says("The turn before.")]
    this_turn: Annotated[ThisTurn, says("This turn so far.")]
    day_night: Annotated[Literal["day", "night"] | None, says("Day or night; null: neither yet.")]
    planechase: Annotated[GivenPlanechase | None, says("What Planechase adds; null: it is not played.")]
    seats: Annotated[dict[str, Seat], says("By player.")]
    battlefield: Annotated[list[Permanent], says("The permanents, in the order in which they entered.")]


class Card(msgspec.Struct, omit_defaults=True):
    """A card's description, for engines that do not know it by its name."""

    name: Annotated[str, says("Its name.")]
    cost: Annotated[str, says("Its mana cost, as in `{1}{U}`; empty: none.")]
    types: Annotated[list[str], says("Card types.")]
    subtypes: Annotated[list[str], says("Subtypes.")]
    supertypes: Annotated[list[str], says("Supertypes.")]
    text: Annotated[str, says("Its rules text, rendered from `definition`.")]
    keywords: Annotated[list[str], says("Keyword abilities.")]
    power: Annotated[str | UnsetType, says("Power, of creatures.")] = UNSET
    toughness: Annotated[str | UnsetType, says("Toughness, of creatures.")] = UNSET
    loyalty: Annotated[str | UnsetType, says("Loyalty, of planeswalkers.")] = UNSET
    back: Annotated[dict[str, Any] | UnsetType, says("The back face, in the same form.")] = UNSET
    definition: Annotated[dict[str, Any] | UnsetType, says("The entry of the card pool, for engines that read our vocabulary.")] = UNSET
