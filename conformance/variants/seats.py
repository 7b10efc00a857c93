"""The same players, and everybody has the same neighbours, but the row of seats begins with another (`rotated`).

What stays equal: who comes after whom, whose turn it is and its number, in which order permanents entered. The rules know a first seat only
where a game begins; so this fits every case but those in which one does: before the first turn, in the first round of turns (in which the
first player draws no card, rule 103.8), in a game that is restarted (727) or played within another (729). Teams keep their places.
"""

from __future__ import annotations

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.variants.words import Unfit, definitions, strings


def rotated(case: Case, pool: CardPool) -> Case:
    """The second seat is the first now."""
    given = case.given
    players: list[str] = given["players"]
    if given["teams"]:
        raise Unfit("teams sit together")
    if given["turn"]["step"] == "pregame" or given["turn"]["number"] <= len(players):
        raise Unfit("the game begins in it, or has just begun")
    if case.expect_refused is not None:
        raise Unfit("it is about decks")
    if {"restart_game", "play_subgame"} & set(strings(list(definitions(case, pool)))):
        raise Unfit("a game begins in it")
    order = [*players[1:], players[0]]
    seats = {player: given["seats"][player] for player in order}
    return msgspec.structs.replace(case, given={**given, "players": order, "seats": seats}, natural=None)
