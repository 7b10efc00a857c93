"""Who is the planar controller, whose the face-up cards are, and what becomes of both when a player leaves (rules 311.5, 312.4, 901.10)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, leaving_the_game, observe, planechase, state_based_actions, triggered_abilities
from reference_engine.amendments import Amendment
from reference_engine.context import Context
from reference_engine.vocabulary import effects_planes

# --- the designation -----------------------------------------------------------------------------------------------------------------


@mutant(
    "nobody-takes-over",
    "311.5/c",
    "800.4p/a",
    "312.4/c",
    "901.10/f",
    title="When the planar controller leaves nobody takes over before the next turn",
)
def _(rules: Amendment) -> None:
    rules.never(planechase.hand_over)


@mutant(
    "designation-passes-afterwards",
    "311.5/d",
    "800.4p/b",
    "312.4/d",
    "901.10/f",
    "901.15b/b",
    title="The planar controller leaves first, and only then the designation passes",
)
def _(rules: Amendment) -> None:
    due: list[Any] = []

    @rules.instead(planechase.hand_over)
    def later(original: Any, *given: Any) -> None:
        due[:] = [lambda: original(*given)]

    @rules.after(planechase.owner_left)
    def now(game: Any, leaver: str) -> None:
        while due:
            due.pop()()


@mutant("heir-who-leaves-too", "311.5/c", "800.4p/a", title="The designation passes to the next player though that one leaves as well")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.hand_over)
    def anybody(original: Any, game: Any, leaver: str, leaving: Any = ()) -> None:
        original(game, leaver)


@mutant(
    "heir-has-no-heir",
    "311.5/f",
    "901.6/f",
    "312.4/f",
    "901.12b/d",
    title="If the player who took over leaves too, the designation stays with a gone player",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.hand_over)
    def once(original: Any, game: Any, leaver: str, leaving: Any = ()) -> None:
        if leaver in (game.active, *game.team_of(game.active)):
            original(game, leaver, leaving)


@mutant("heir-by-seats", "312.4/g", title="The next planar controller is the next by seat, though the turn order was reversed")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.hand_over)
    def by_seat(original: Any, game: Any, leaver: str, leaving: Any = ()) -> None:
        order, game.reversed_order = game.reversed_order, False
        original(game, leaver, leaving)
        game.reversed_order = order


@mutant("bystander-moves-the-designation", "311.5/g", title="The designation passes on when any player leaves")
def _(rules: Amendment) -> None:
    @rules.before(planechase.hand_over)
    def any_leaver(game: Any, leaver: str, leaving: Any = ()) -> None:
        if game.planes is not None:
            game.planes.controller = leaver


@mutant(
    "heir-is-the-owner",
    "311.5/c",
    "901.6/d",
    title="The owner of the face-up card, if another, takes over from a planar controller who leaves",
)
def _(rules: Amendment) -> None:
    @rules.after(planechase.hand_over)
    def owner(game: Any, leaver: str, leaving: Any = ()) -> None:
        planes = game.planes
        if planes is not None and planes.face_up and not planes.shared and leaver in game.active_players:
            owner = planes.face_up[0].owner
            if owner not in leaving and owner not in game.team_of(leaver):
                planes.controller = owner


@mutant(
    "heir-keeps-it-for-a-turn",
    "311.5/e",
    "901.6/e",
    "312.4/b",
    "312.4/e",
    "901.12b/c",
    title="Who took over stays the planar controller until the own turn has come",
)
def _(rules: Amendment) -> None:
    @rules.after(planechase.hand_over)
    def heir(game: Any, leaver: str, leaving: Any = ()) -> None:
        if game.planes is not None:
            game.planes.heir = game.planes.controller if game.planes.controller != leaver else None

    @rules.instead(planechase.new_turn)
    def waits(original: Any, game: Any) -> None:
        heir = getattr(game.planes, "heir", None)
        if heir is None or heir == game.active or not game.is_in(heir):
            original(game)


@mutant(
    "extra-turn-keeps-the-controller",
    "311.5/b",
    "312.4/b",
    title="The planar controller changes with the turn order only, not by an extra turn",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.new_turn)
    def regular(original: Any, game: Any) -> None:
        if game.active == game.last_regular:
            original(game)


@mutant("second-head-is-the-controller", "901.12b/a", title="The last head of the active team is the planar controller")
def _(rules: Amendment) -> None:
    @rules.after(planechase.new_turn)
    def last(game: Any) -> None:
        if game.planes is not None and game.teams:
            planechase._designate(game, game.active_players[-1])


@mutant(
    "teams-heir-is-the-next-seat",
    "901.12b/b",
    "901.12b/c",
    "901.12b/d",
    title="When a team leaves, the second head of the next team takes over",
)
def _(rules: Amendment) -> None:
    @rules.after(planechase.hand_over)
    def second(game: Any, leaver: str, leaving: Any = ()) -> None:
        if game.planes is not None and game.teams and leaver in game.active_players:
            game.planes.controller = game.team_of(game.planes.controller)[-1]


# --- whose the cards are -------------------------------------------------------------------------------------------------------------


@mutant(
    "owner-controls-the-plane",
    "311.5/a",
    "901.6/b",
    "109.4d/a",
    title="The abilities of a face-up plane are its owner's, not the planar controller's",
)
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._index)
    def owners(game: Any, sources: Any) -> None:
        for card in game.planes.face_up if game.planes is not None and not game.planes.shared else ():
            card.characteristics.controller = card.owner


@mutant(
    "permanents-player-has-the-trigger", "311.5/a", "603.3a/a", title="A plane's trigger is the player's whose permanent made it trigger"
)
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.trigger_now)
    def theirs(original: Any, game: Any, source: Any, ability: Any, controller: str, fields: Any, rule: str = "603.2") -> None:
        about = fields.get("object")
        if source is not None and source.zone == "command" and about is not None and about is not source and game.is_in(about.controller):
            controller = about.controller
        original(game, source, ability, controller, fields, rule)


@mutant("chaos-is-the-rollers", "311.7/e", title="A chaos ability is controlled by the player who rolled chaos")
def _(rules: Amendment) -> None:
    @rules.before(planechase.roll)
    def rolls(game: Any, player: str, faces: Any) -> None:
        game.planes.roller = player

    @rules.instead(triggered_abilities.trigger_now)
    def rollers(original: Any, game: Any, source: Any, ability: Any, controller: str, fields: Any, rule: str = "603.2") -> None:
        roller = getattr(game.planes, "roller", None)
        original(game, source, ability, roller if roller and ability.keyword == "chaos" else controller, fields, rule)


@mutant("chaos-is-the-casters", "311.7/e", title="A chaos ability is controlled by the player whose spell said that chaos ensues")
def _(rules: Amendment) -> None:
    @rules.instead(effects_planes.ChaosEnsues.resolve)
    def resolve(original: Any, effect: Any, ctx: Context) -> Any:
        yield from original(effect, ctx)
        for item in ctx.game.waiting:
            if item.ability.keyword == "chaos":
                item.controller = ctx.controller


@mutant("you-goes-along", "109.5/c", "311.5/a", title="What a plane has begun goes on for whoever is the planar controller by then")
def _(rules: Amendment) -> None:
    @rules.after(planechase._designate)
    def along(game: Any, player: str) -> None:
        for effect in game.continuous_effects:
            if effect.source is not None and effect.source.zone == "command" and effect.static is not None:
                effect.controller = effect.context.controller = player


@mutant(
    "shared-cards-keep-their-owner",
    "901.15b/a",
    "108.3a/a",
    title="The cards of a shared planar deck are for ever the first planar controller's",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.Planes.owner)
    def owner(original: Any, planes: Any, card: Any) -> Any:
        return card.owner


# --- leaving -------------------------------------------------------------------------------------------------------------------------


@mutant("plane-stays-without-its-owner", "901.10/a", title="A face-up planar card stays when its owner leaves the game", seen="forge")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.owner_left)
    def decks_only(original: Any, game: Any, leaver: str) -> None:
        if game.planes is not None and not any(card.owner == leaver for card in game.planes.face_up):
            original(game, leaver)


@mutant(
    "every-leaver-moves-the-plane",
    "901.10/e",
    "901.10/d",
    title="Any player's leaving makes the planar controller planeswalk",
    seen="forge",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.owner_left)
    def always(original: Any, game: Any, leaver: str) -> None:
        owned = game.planes is None or game.planes.shared or any(card.owner == leaver for card in game.planes.face_up)
        original(game, leaver)
        if not owned:
            planechase.planeswalk(game, game.planes.controller, "901.10")


@mutant("next-card-is-a-state-based-action", "901.10/c", title="The card for one that left with its owner comes up as a state-based action")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.owner_left)
    def due(original: Any, game: Any, leaver: str) -> None:
        game.planes_due = [*getattr(game, "planes_due", []), lambda: original(game, leaver)]
        game.sba_needed = True

    @rules.before(state_based_actions.perform)
    def now(game: Any) -> None:
        for owed in game.__dict__.pop("planes_due", []):
            owed()


@mutant(
    "replacement-is-no-planeswalk",
    "901.11/c",
    "901.11a/b",
    "701.31c/b",
    title="That a card comes up for one that left with its owner is no planeswalk",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase._walk_to)
    def silent(original: Any, game: Any, player: str, away: list[Any], cards: list[Any], happen: Any) -> None:
        if away and all(card.id not in game.objects for card in away):
            for card in filter(None, cards):
                planechase._turn_up(game, card)
        else:
            original(game, player, away, cards, happen)


@mutant("gone-plane-is-not-left", "901.11b/c", "701.31d/c", title="A plane that left the game with its owner is not planeswalked away from")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._walk_to)
    def still_here(original: Any, game: Any, player: str, away: list[Any], cards: list[Any], happen: Any) -> None:
        original(game, player, [card for card in away if card.id in game.objects], cards, happen)


@mutant("one-card-for-each-gone", "901.10/b", "901.11c/c", title="For two planes that left with their owner two cards come up")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._walk_to)
    def each(original: Any, game: Any, player: str, away: list[Any], cards: list[Any], happen: Any) -> None:
        gone = [card for card in away if card.id not in game.objects]
        original(game, player, away, [*cards, *(planechase._top(game, player) for _ in gone[1:])], happen)


@mutant("walk-outlives-its-plane", "901.10a/a", title="The planeswalking ability stays on the stack when the plane leaves with its owner")
def _(rules: Amendment) -> None:
    rules.never(planechase._planeswalking_abilities_cease)


@mutant("every-leaver-takes-the-walk", "901.10a/c", title="The planeswalking ability ceases whoever leaves the game")
def _(rules: Amendment) -> None:
    @rules.before(planechase.owner_left)
    def ceases(game: Any, leaver: str) -> None:
        if game.planes is not None:
            planechase._planeswalking_abilities_cease(game)


@mutant(
    "gone-phenomenon-takes-the-walk", "901.10a/c", title="A phenomenon that leaves with its owner takes the planeswalking ability along too"
)
def _(rules: Amendment) -> None:
    @rules.before(planechase.owner_left)
    def cease(game: Any, leaver: str) -> None:
        if game.planes is not None and any(card.owner == leaver for card in game.planes.face_up):
            planechase._planeswalking_abilities_cease(game)


@mutant("gone-plane-empties-the-stack", "901.10a/b", title="With the planeswalking ability every other ability on the stack ceases")
def _(rules: Amendment) -> None:
    @rules.after(planechase._planeswalking_abilities_cease)
    def all_of_it(game: Any) -> None:
        game.stack[:] = [item for item in game.stack if item.object is not None]


@mutant("plane-abilities-are-inherited", "901.10b/c", title="Abilities of a plane too stay on the stack for the next planar controller")
def _(rules: Amendment) -> None:
    @rules.before(leaving_the_game._stack_objects_cease)
    def inherited(game: Any, player: str) -> None:
        for item in game.stack:
            if item.controller == player and item.source is not None and item.source.zone == "command":
                item.controller = item.context.controller = game.planes.controller


@mutant(
    "waiting-plane-abilities-are-inherited",
    "901.10b/c",
    "800.4d/a",
    title="What a plane triggered for a leaver goes on the stack for the next planar controller",
)
def _(rules: Amendment) -> None:
    @rules.before(leaving_the_game._leave_alone)
    def inherited(game: Any, player: str, rule: str) -> None:
        for item in game.waiting:
            if item.controller == player and item.source is not None and item.source.zone == "command":
                item.controller = game.planes.controller


@mutant(
    "encounter-goes-with-its-player",
    "901.10b/a",
    title="A phenomenon's ability leaves the stack with its player, as before February 2013",
    seen="forge",
)
def _(rules: Amendment) -> None:
    rules.edition("phenomenon_abilities_survive_their_owner", False)


@mutant("encounter-always-stayed", "901.10", title="A phenomenon's ability outlives its player in games by older rules too")
def _(rules: Amendment) -> None:
    rules.edition("phenomenon_abilities_survive_their_owner", True)


@mutant("encounter-stays-the-leavers", "901.10b/b", title="A phenomenon's ability that stays on the stack is still the leaver's")
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game._stack_objects_cease)
    def nobodys(original: Any, game: Any, player: str) -> None:
        theirs = [item for item in game.stack if item.controller == player]
        original(game, player)
        for item in theirs:
            if item in game.stack:
                item.controller = item.context.controller = player


@mutant(
    "planar-controller-is-shown-as-owner", "901.6/a", title="Every planar card is shown as the planar controller's own, in own decks too"
)
def _(rules: Amendment) -> None:
    @rules.instead(observe._planar)
    def shown(original: Any, game: Any, card: Any) -> Any:
        return {**original(game, card), "owner": game.planes.controller}
