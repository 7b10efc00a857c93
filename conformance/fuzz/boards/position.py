"""A whole position, drawn part by part: the frame of the game, the battlefield, the seats, the planes."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from conformance.fuzz.boards.kinds import Kind
from conformance.fuzz.boards.permanents import Battlefield, Draw, Names
from conformance.fuzz.boards.planes import PlanarPart
from conformance.fuzz.boards.stock import PLAYERS, Stock

Json = dict[str, Any]

TEAM_LIFE = 30


@st.composite
def position(draw: Draw, stock: Stock) -> Json:
    """GIVEN of docs/protocol.md, in its canonical form."""
    players = PLAYERS[: draw(stock.numbers)]
    teams = [["alice", "bob"], ["carol", "dave"]] if len(players) == 4 and draw(stock.teams) else []
    sides = teams or [[player] for player in players]
    deck = draw(stock.planechase)
    pregame = deck is not None and draw(stock.pregame)
    step = "pregame" if pregame else draw(stock.step)
    side = draw(stock.seat_numbers[len(sides)]) if stock.profile.has("set_step") and not pregame else 0
    active = sides[side][0]
    names = Names(players)
    planechase, planar_decks = PlanarPart(stock, players, active).draw(draw, deck, names)
    field = Battlefield(stock, players, draw(stock.day_night), names)
    field.draw(draw)
    seats = {player: _seat(draw, stock, number, player, names) for number, player in enumerate(players)}
    graveyards = [(card["id"], kind) for seat in seats.values() for card, kind in seat["graveyard"]]
    for lost in field.attach(graveyards):  # an Aura on nothing would be there by the next priority (rule 704.5m)
        seats[lost.entry["owner"]]["graveyard"].append(({"id": lost.entry["id"], "card": lost.entry["card"]}, lost.kind))
    for player, seat in seats.items():
        seat["graveyard"] = [card for card, _ in seat["graveyard"]]
        seat["planar_deck"] = planar_decks[player]
    if teams:
        _share_life(seats, teams)
    # Now and then this is an extra turn after one of the same player.
    previous = active if stock.profile.has("set_step") and draw(stock.rarely) else sides[side - 1][0]
    cast = draw(stock.spells)
    drawn = {
        "players": list(players),
        "teams": teams,
        "variant": "two_headed_giant" if teams else None,
        "range_of_influence": None,
        "turn": {"active": active, "step": step, "number": len(sides) + side + 1 + len(sides) * draw(stock.rounds)},
        "previous_turn": {"active": previous, "spells_cast": draw(stock.spells)},
        "this_turn": {"spells_cast": {player: cast if player == active else 0 for player in players}},
        "day_night": field.day_night,
        "planechase": planechase,
        "seats": seats,
        "battlefield": field.entries(),
    }
    return _before_the_game(drawn) if pregame else drawn


def _before_the_game(drawn: Json) -> Json:
    """The position before the first turn: opening hands, libraries and planar decks, and nothing that a game would have brought about.

    Taken from a position that was drawn as any other, so that nothing shrinks to it for being drawn with less.
    """
    players, sides = drawn["players"], drawn["teams"] or [[player] for player in drawn["players"]]
    drawn["turn"]["number"] = 1
    drawn["previous_turn"] = {"active": sides[-1][0], "spells_cast": 0}
    drawn["this_turn"] = {"spells_cast": dict.fromkeys(players, 0)}
    drawn["day_night"] = None
    drawn["battlefield"] = []
    drawn["planechase"] |= {"roll_actions_this_turn": 0, "face_up": []}
    for seat in drawn["seats"].values():
        seat |= {"life": TEAM_LIFE if drawn["teams"] else 20, "counters": {}, "graveyard": [], "exile": []}
    return drawn


def _seat(draw: Draw, stock: Stock, number: int, player: str, names: Names) -> Json:
    """A player's section; the cards of the graveyard with their kinds."""
    life, counters = draw(stock.means)
    lands, has_top = draw(stock.library)
    top = [draw(stock.tool)] if has_top else []
    basics = [stock.basics[(number + index) % len(stock.basics)] for index in range(lands)]
    graveyard, exile = draw(stock.piles[draw(stock.pile_size)]), draw(stock.piles[draw(stock.pile_size)])
    return {
        "life": life,
        "counters": dict(counters),
        "lands_played": 0,
        "hand": _cards(draw(stock.hands[draw(stock.hand_size)]), names),
        "library": [{"id": f"{player}_library_{place + 1}", "card": kind.name} for place, kind in enumerate([*top, *basics])],
        "graveyard": [(card, kind) for kind in graveyard for card in _cards([kind], names)],
        "exile": [_exiled(kind, stock, names) for kind in exile],
        "command": [],
        "planar_deck": [],
    }


def _cards(kinds: list[Kind], names: Names) -> list[Json]:
    return [{"id": names.new(kind.snake), "card": kind.name} for kind in kinds]


def _exiled(kind: Kind, stock: Stock, names: Names) -> Json:
    """A card with suspend is suspended, with a counter left or two."""
    card: Json = {"id": names.new(kind.snake), "card": kind.name}
    if kind.suspends and stock.profile.has("set_counters"):
        card["counters"] = {"time": 2}
    return card


def _share_life(seats: dict[str, Json], teams: list[list[str]]) -> None:
    """A team has one life total (rule 810.9)."""
    for team in teams:
        life = seats[team[0]]["life"]
        for player in team:
            seats[player]["life"] = TEAM_LIFE if life == 20 else life
