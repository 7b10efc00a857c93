"""Planar decks: what makes one, whose its cards are, and the starting plane (rules 901.3, 901.5, 901.15, 103.7)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, planechase, setup
from reference_engine.amendments import Amendment
from reference_engine.errors import Refused
from reference_engine.vocabulary import effects_planes

# --- construction --------------------------------------------------------------------------------------------------------------------


def _limits(rules: Amendment, least: Any = None, phenomena: Any = None) -> None:
    """Decks are checked by other limits, which are worked out from the right one."""

    @rules.instead(setup._check_deck)
    def check(original: Any, edition: Any, what: str, cards: Any, at_least: int, at_most: int) -> None:
        original(edition, what, cards, least(at_least) if least else at_least, phenomena(at_most) if phenomena else at_most)


@mutant("small-decks-are-allowed", "901.3/a", "901.15a/a", title="A planar deck of one card less than the rules ask for is allowed")
def _(rules: Amendment) -> None:
    _limits(rules, least=lambda least: least - 1)


@mutant("decks-have-eleven", "901.3/a", "901.15a/a", title="A planar deck needs a card more than the rules ask for")
def _(rules: Amendment) -> None:
    _limits(rules, least=lambda least: least + 1)


@mutant("shared-deck-of-twenty", "901.15a/a", title="Twenty cards make a shared planar deck, for however many players")
def _(rules: Amendment) -> None:
    _limits(rules, least=lambda least: min(20, least))


@mutant("shared-deck-of-forty-always", "901.15a/a", title="A shared planar deck needs forty cards, for however few players")
def _(rules: Amendment) -> None:
    _limits(rules, least=lambda least: 40 if least > 10 else least)


@mutant("shared-deck-grows-for-ever", "901.15a/b", title="A shared planar deck needs ten cards for each player, of five and more too")
def _(rules: Amendment) -> None:
    _limits(rules, least=lambda least: 50 if least == 40 else least)


@mutant("one-phenomenon", "901.3/b", "901.15a/c", title="One phenomenon for each player is the most that a planar deck may have")
def _(rules: Amendment) -> None:
    _limits(rules, phenomena=lambda most: most // 2)


@mutant("any-number-of-phenomena", "901.3/b", "901.15a/c", "100.2d/a", title="A planar deck may have any number of phenomena")
def _(rules: Amendment) -> None:
    _limits(rules, phenomena=lambda most: 99)


@mutant("two-phenomena-in-a-shared-deck", "901.15a/c", title="A shared planar deck may have two phenomena in all")
def _(rules: Amendment) -> None:
    _limits(rules, phenomena=lambda most: min(2, most))


@mutant("phenomena-are-not-counted", "901.3/a", "901.15a/a", title="The size of a planar deck is counted in planes alone")
def _(rules: Amendment) -> None:
    @rules.before(setup._check_deck)
    def planes(edition: Any, what: str, cards: Any, at_least: int, at_most: int) -> None:
        if sum(1 for card in cards if "Plane" in card.face.types) < at_least:
            raise Refused("too_few_cards", f"{what} has too few planes")


@mutant("phenomenon-is-needed", "901.3/d", title="A planar deck without a phenomenon is refused")
def _(rules: Amendment) -> None:
    @rules.before(setup._check_deck)
    def needed(edition: Any, what: str, cards: Any, at_least: int, at_most: int) -> None:
        if edition.has("phenomena") and not any(planechase.is_phenomenon(card) for card in cards):
            raise Refused("too_few_cards", f"{what} has no phenomenon")


@mutant("same-names-are-allowed", "901.3/c", "901.15a/d", "100.2d/a", title="A planar deck may have two cards of one name")
def _(rules: Amendment) -> None:
    @rules.instead(setup._check_deck)
    def check(original: Any, edition: Any, what: str, cards: Any, at_least: int, at_most: int) -> None:
        try:
            original(edition, what, cards, at_least, at_most)
        except Refused as refused:
            if refused.reason != "same_name":
                raise


@mutant("same-phenomena-are-allowed", "901.3/c", "901.15a/d", title="A phenomenon may be twice in a planar deck")
def _(rules: Amendment) -> None:
    @rules.instead(setup._check_deck)
    def check(original: Any, edition: Any, what: str, cards: Any, at_least: int, at_most: int) -> None:
        try:
            original(edition, what, cards, at_least, at_most)
        except Refused as refused:
            planes = [card.name for card in cards if "Plane" in card.face.types]
            if refused.reason != "same_name" or len(set(planes)) < len(planes):
                raise


@mutant("same-names-in-two-decks", "901.3/c", "901.3/e", title="Two players may not have the same plane in their decks")
def _(rules: Amendment) -> None:
    @rules.before(setup._check_decks)
    def check(game: Any) -> None:
        names = [card.name for deck in game.planes.decks.values() for card in deck]
        if not game.planes.shared and len(set(names)) < len(names):
            raise Refused("same_name", "a plane is there twice")


@mutant("starting-deck-is-checked-only", "901.3/e", title="Only the planar deck of the first player is checked")
def _(rules: Amendment) -> None:
    @rules.instead(setup._check_deck)
    def first(original: Any, edition: Any, what: str, *given: Any) -> None:
        if not what.startswith(("bob", "carol", "dave", "erin")):
            original(edition, what, *given)


# --- the starting plane --------------------------------------------------------------------------------------------------------------


@mutant("start-on-a-phenomenon", "901.5/b", "103.7/a", title="A phenomenon on top of the planar deck is turned up at the start, and stays")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.set_starting_plane)
    def top(original: Any, game: Any, player: str) -> None:
        deck = game.planes.deck(player) if game.planes is not None else []
        if deck and planechase.is_phenomenon(deck[-1]):
            planechase._turn_up(game, deck.pop())
        else:
            original(game, player)


@mutant(
    "passed-phenomenon-stays-on-top",
    "901.5/b",
    "103.7/a",
    title="A phenomenon passed over at the start goes back on top of the planar deck",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.set_starting_plane)
    def back(original: Any, game: Any, player: str) -> None:
        deck = game.planes.deck(player) if game.planes is not None and not game.planes.face_up else []
        passed: list[Any] = []
        while deck and planechase.is_phenomenon(deck[-1]):
            passed.append(deck.pop())
        original(game, player)
        deck.extend(reversed(passed))


@mutant("one-phenomenon-is-passed-over", "901.5/b", "103.7/a", title="After a second phenomenon at the start no card is turned up any more")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.set_starting_plane)
    def once(original: Any, game: Any, player: str) -> None:
        deck = game.planes.deck(player) if game.planes is not None else []
        if len(deck) < 2 or not all(planechase.is_phenomenon(card) for card in deck[-2:]):
            original(game, player)


@mutant("everybody-turns-up-a-plane", "901.5/f", title="At the start every player turns up a plane of the own planar deck")
def _(rules: Amendment) -> None:
    @rules.after(planechase.set_starting_plane)
    def everybody(game: Any, player: str) -> None:
        for other in game.players if game.planes is not None and not game.planes.shared else ():
            deck = game.planes.deck(other)
            if other != player and deck and not planechase.is_phenomenon(deck[-1]):
                planechase._turn_up(game, deck.pop())


@mutant(
    "others-pass-over-phenomena-too", "901.5/f", title="At the start the other players put a phenomenon off the top of their decks, too"
)
def _(rules: Amendment) -> None:
    @rules.after(planechase.set_starting_plane)
    def others(game: Any, player: str) -> None:
        for other in game.players if game.planes is not None else ():
            deck = game.planes.deck(other)
            if deck and planechase.is_phenomenon(deck[-1]):
                deck.insert(0, deck.pop())


@mutant("first-seat-sets-the-plane", "901.5/a", title="The player in the first seat sets the starting plane, though another starts")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.set_starting_plane)
    def first(original: Any, game: Any, player: str) -> None:
        original(game, game.seats[0])


@mutant("starting-plane-sleeps", "901.5/d", "901.7/a", "901.7/b", title="The starting plane does nothing before somebody has planeswalked")
def _(rules: Amendment) -> None:
    @rules.after(planechase.set_starting_plane)
    def sleeps(game: Any, player: str) -> None:
        if game.planes is not None:
            game.planes.asleep = list(game.planes.face_up)

    @rules.instead(continuous_effects._index)
    def indexed(original: Any, game: Any, sources: Any) -> Any:
        asleep = getattr(game.planes, "asleep", [])
        return original(game, [source for source in sources if source not in asleep])


@mutant("starting-plane-is-an-event", "901.5/c", title="As the starting plane is set its upkeep ability triggers at once")
def _(rules: Amendment) -> None:
    @rules.after(planechase.set_starting_plane)
    def upkeep(game: Any, player: str) -> None:
        if game.planes is not None:
            game.emit("step_began", "901.5", player=player, step="upkeep")


# --- whose deck ----------------------------------------------------------------------------------------------------------------------


@mutant(
    "walk-from-the-owners-deck", "701.31b/b", "901.6/a", title="The next card comes from the planar deck of the owner of the face-up one"
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk)
    def owners(original: Any, game: Any, player: str, rule: str) -> None:
        planes = game.planes
        whose = planes.face_up[0].owner if planes is not None and planes.face_up and not planes.shared else player
        if planes is None or player != planes.controller or whose == player or not planes.deck(whose):
            original(game, player, rule)
        else:
            planechase.planeswalk_to(game, player, [planes.deck(whose).pop()], rule)


@mutant("team-walks-from-the-second-deck", "901.12a/a", title="A team planeswalks from the planar deck of its second head")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._top)
    def second(original: Any, game: Any, player: str) -> Any:
        return original(game, game.team_of(player)[-1])


@mutant("shared-deck-is-the-first-players", "901.15c/a", title="Only the player who started planeswalks from the shared planar deck")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.Planes.deck)
    def first(original: Any, planes: Any, player: str) -> Any:
        cards = planes.common or planes.face_up
        return original(planes, player) if not planes.shared or not cards or cards[0].owner == player else []


@mutant("your-deck-is-nobodys", "901.15c/b", title='With a shared planar deck what looks at "your planar deck" finds none')
def _(rules: Amendment) -> None:
    @rules.instead(planechase.reveal_until)
    def none(original: Any, game: Any, *given: Any) -> Any:
        return ([], []) if game.planes.shared else original(game, *given)

    rules.instead(effects_planes.LookAtTopPlanarCard.resolve)(_looks_at_own_decks_only)


def _looks_at_own_decks_only(original: Any, effect: Any, ctx: Any) -> Any:
    if not ctx.game.planes.shared:
        yield from original(effect, ctx)


@mutant("bottom-in-the-order-revealed", "311.7/d", title="Revealed planar cards go to the bottom as they came, and nobody is asked")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.put_on_bottom)
    def unasked(original: Any, game: Any, player: str, cards: Any) -> Any:
        for card in cards:
            game.planes.deck(player).insert(0, card)
        return
        yield


@mutant("leavers-deck-stays", "901.10/d", title="The face-down planar cards of a player who leaves stay in the game")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.owner_left)
    def stay(original: Any, game: Any, leaver: str) -> None:
        deck = list(game.planes.decks.get(leaver, [])) if game.planes is not None else []
        original(game, leaver)
        if deck:
            game.planes.decks[leaver] = deck
        for card in deck:
            card.exists = True
            game.objects[card.id] = card
