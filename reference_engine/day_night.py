"""Day and night (rule 731), daybound and nightbound (rule 702.145)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .objects import GameObject

if TYPE_CHECKING:
    from .game import Game


def check(game: Game) -> None:
    """The second action of the untap step: how many spells the previous turn's active player cast decides.

    Rules: 502.2, 502.2a, 703.4b, 731.2, 731.2a, 731.2b, 731.2c
    When: in the untap step, after phasing and before untapping; never while it is neither.
    Events: day_night, transformed
    """
    if game.day_night is None or game.previous_turn is None or not game.edition.has("day_and_night"):
        return
    active, spells = game.previous_turn
    counts = [spells.get(player, 0) for player in _team(game, active)]
    if game.day_night == "day" and not any(counts):
        become(game, "night", "731.2a")
    elif game.day_night == "night" and max(counts) >= 2:
        become(game, "day", "731.2b")


def _team(game: Game, player: str) -> list[str]:
    return next((list(team) for team in game.teams if player in team), [player])


def become(game: Game, value: str, rule: str) -> None:
    """It becomes day or night, and what is daybound or nightbound turns over at once (rules 702.145c, 702.145f)."""
    if game.day_night == value or not game.edition.has("day_and_night"):
        return
    was = game.day_night
    with game.batch(rule) as happen:
        game.day_night = value
        game.changed()
        happen("day_night", value=value, _was=was)
    follow(game)


def at_any_time(game: Game) -> None:
    """With the first daybound permanent it becomes day, with the first nightbound one night; what shows the wrong face turns over.

    Rules: 702.145c, 702.145d, 702.145f, 702.145g
    When: any time that such a permanent is there: it entered, phased in, or has the ability again after an effect took it away.
    """
    if not game.index.double_faced or not game.edition.has("day_and_night"):
        return
    if game.day_night is None:
        for keyword, value, rule in (("daybound", "day", "702.145d"), ("nightbound", "night", "702.145g")):
            if any(obj.has_keyword(keyword) for obj in game.battlefield):
                become(game, value, rule)
                return
    follow(game)


def _double_faced(game: Game) -> list[GameObject]:
    game.refresh()
    return [obj for obj in game.battlefield if obj.double_faced]


def follow(game: Game) -> None:
    """Permanents that show the wrong face transform immediately; this is no state-based action.

    Rules: 702.145b, 702.145c, 702.145e, 702.145f
    Events: transformed, in one batch
    """
    if game.day_night is None:
        return
    wrong = "daybound" if game.day_night == "night" else "nightbound"
    turning = [obj for obj in _double_faced(game) if obj.has_keyword(wrong) and obj.transformed == (wrong == "nightbound")]
    if turning:
        with game.batch("702.145c" if wrong == "daybound" else "702.145f") as happen:
            for obj in turning:
                obj.transformed = not obj.transformed
                happen("transformed", object=obj)
            game.changed()


def enters_transformed(game: Game, obj: GameObject) -> bool:
    """A daybound permanent enters with its back face up while it is night (rule 702.145b)."""
    return game.day_night == "night" and obj.definition.back is not None and "daybound" in obj.copiable.front.keywords
