"""Every board is a position that a case may have and that the reference engine takes, and boards shrink to next to nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings

from conformance.cases.library import load_cards
from conformance.cases.parse import parse_file
from conformance.fuzz.boards import DEEDS, HEART, Profile, boards, by_deed, deeds_of
from conformance.fuzz.boards.kinds import kinds
from conformance.protocol.features import FEATURES
from conformance.runner.needs import card_names, needs
from reference_engine.game import Game
from reference_engine.observe import snapshot
from reference_engine.setup import new_game

Json = dict[str, Any]

POOL, PROBLEMS = load_cards()
EDITION = "2026-09-25"


def examples(count: int) -> settings:
    """So many, and the same each time."""
    return settings(max_examples=count, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def written(position: Json) -> bytes:
    """A position as the file of one case: everything in the sections of the players, every object with its name."""
    given: Json = {key: position[key] for key in ("players", "turn", "previous_turn", "this_turn")}
    for key in ("teams", "variant", "day_night"):
        if position[key]:
            given[key] = position[key]
    if position["planechase"] is not None:
        planes = {key: value for key, value in position["planechase"].items() if value is not None}
        given["planechase"] = planes | {key: [named(entry) for entry in planes[key]] for key in ("face_up", "planar_deck")}
    for player, seat in position["seats"].items():
        section = {key: [named(e) for e in value] if isinstance(value, list) else value for key, value in seat.items()}
        section["battlefield"] = [on_the_battlefield(entry) for entry in position["battlefield"] if entry["controller"] == player]
        given[player] = section
    script = [{"expect": {"turn": {"active": position["turn"]["active"]}}}]
    case = {"id": "a-board", "title": "A board", "rules": ["502.1"], "why": "None.", "given": given, "script": script}
    return json.dumps([case], ensure_ascii=False).encode()


def named(entry: Json) -> Json:
    return {"as" if key == "id" else key: value for key, value in entry.items()}


def on_the_battlefield(entry: Json) -> Json:
    result = {key: value for key, value in named(entry).items() if key not in ("controller", "phased") and value is not None}
    status, under = entry["phased"]["status"], entry["phased"]["under"]
    return result | {"phased": status if status == "in" else {"kind": status, "under": under}}


def read_back(position: Json) -> tuple[Json | None, list[str]]:
    cases, problems = parse_file(written(position), "board.yaml", POOL)
    return (cases[0].given if cases else None), [f"{p.severity}: {p.message}" for p in problems if p.severity == "error"]


def put_down(position: Json) -> Game:
    return new_game(position, POOL.entries, EDITION)


@examples(300)
@given(boards(POOL))
def test_a_case_may_have_it(position: Json) -> None:
    assert read_back(position) == (position, [])


@examples(300)
@given(boards(POOL))
def test_the_reference_engine_takes_it_and_the_game_is_not_over_at_once(position: Json) -> None:
    game = put_down(position)
    seen = {entry["id"]: entry for entry in snapshot(game)["objects"]}
    for entry in position["battlefield"]:
        shown = seen[entry["id"]]
        assert (shown["zone"], shown["tapped"], shown["attached_to"]) == ("battlefield", entry["tapped"], entry["attached_to"])
        assert (shown["phased"], shown.get("phased_under")) == (entry["phased"]["status"], entry["phased"]["under"])
    assert game.pending is not None
    game.act(game.pending.player, {"type": "begin" if position["turn"]["step"] == "pregame" else "pass"})
    assert not game.over


def seen_on(position: Json) -> set[str]:
    """Interesting things about a position."""
    seen = {f"{len(position['players'])} players", f"step {position['turn']['step']}", f"day_night {position['day_night']}"}
    if position["teams"]:
        seen.add("teams")
    if position["planechase"] is not None:
        planes = position["planechase"]
        decks = [planes["planar_deck"], *(seat["planar_deck"] for seat in position["seats"].values())]
        seen |= {f"planes {planes['deck']}", f"{len(planes['face_up'])} planes up", f"rolled {planes['roll_actions_this_turn']}"}
        seen |= {POOL.types(entry["card"])[0] for deck in decks for entry in deck}
        if any(entry["counters"] for entry in planes["face_up"]):
            seen.add("counters on a plane")
    by_id = {entry["id"]: entry for entry in position["battlefield"]}
    for entry in position["battlefield"]:
        phased, host = entry["phased"], by_id.get(entry["attached_to"] or "")
        seen |= {f"phased {phased['status']}", *(key for key, value in entry.items() if value)}
        seen |= {f"counter {kind}" for kind in entry["counters"]}
        if phased["status"] == "direct":
            seen.add("under its controller" if phased["under"] == entry["controller"] else "under another")
        if entry["attached_to"] in position["players"]:
            seen.add("on a player")
        elif entry["attached_to"] is not None and host is None:
            seen.add("on a card in a graveyard")
        if host is not None:
            seen |= {f"{phased['status']} on {host['phased']['status']}", "nested" if host["attached_to"] else "attached"}
        if entry["owner"] != entry["controller"]:
            seen.add("lent")
    return seen


INTERESTING = {
    "2 players", "3 players", "4 players", "teams", "day_night day", "day_night night", "day_night None",
    "step pregame", "step upkeep", "step draw", "step precombat_main", "step declare_attackers", "step combat_damage", "step end",
    "planes shared", "planes own", "0 planes up", "1 planes up", "2 planes up", "rolled 0", "rolled 1", "rolled 2", "Plane", "Phenomenon",
    "counters on a plane", "phased in", "phased direct", "phased indirect", "under another", "on a player", "on a card in a graveyard",
    "in on in", "direct on in", "direct on direct", "indirect on direct", "nested", "lent", "control", "tapped", "damage", "sick", "token",
    "copy_of", "face_down", "transformed", "bestowed", "exerted", "counter stun", "counter +1/+1", "counter -1/-1",
    "counter loyalty",
}  # fmt: skip


def test_nothing_interesting_is_rare() -> None:
    seen: set[str] = set()

    @examples(900)
    @given(boards(POOL, Profile(players=(2, 3, 4), attachments=40, planechase=70, pregame=8, hand=1)))
    def look(position: Json) -> None:
        seen.update(seen_on(position))

    look()
    assert INTERESTING - seen == set()


ALL = frozenset(FEATURES)


@pytest.mark.parametrize("missing", [*sorted(ALL), "everything"])
def test_boards_need_no_more_than_an_engine_can(missing: str) -> None:
    features = ALL - {missing} if missing in ALL else frozenset()

    @examples(8)
    @given(boards(POOL, Profile(planechase=80, day_night=80).within(features)))
    def look(position: Json) -> None:
        assert needs(position, ()).keys() <= features

    look()


def test_boards_keep_to_the_cards_and_the_players_of_an_engine() -> None:
    cards = {"Forest", "Grizzly Bears", "Holy Strength", "Shock"}

    @examples(50)
    @given(boards(POOL, Profile().within(FEATURES, (3, 3), cards)))
    def look(position: Json) -> None:
        assert card_names(position) <= cards
        assert len(position["players"]) == 3

    look()


def test_what_is_chosen_as_something_enters_was_chosen() -> None:
    @examples(30)
    @given(boards(POOL, Profile(cards=frozenset(("Forest", "Shimmer")), planechase=0)))
    def look(position: Json) -> None:
        for entry in position["battlefield"]:
            shows_shimmer = (entry.get("copy_of") or entry["card"]) == "Shimmer" and not entry["face_down"]
            assert ("land_type" in entry.get("chosen", {})) == shows_shimmer

    look()


@examples(60)
@given(boards(POOL, Profile(edition="2011-06-17", planechase=100)))
def test_an_older_edition_has_no_phenomena_and_no_night(position: Json) -> None:
    types = {kind for name in card_names(position) for kind in POOL.types(name)}
    assert "Phenomenon" not in types
    assert position["day_night"] is None
    assert not any(entry.get("exerted") for entry in position["battlefield"])
    new_game(position, POOL.entries, "2011-06-17")


def test_what_is_asked_for_comes_more_often() -> None:
    def share(profile: Profile) -> float:
        found = [0, 0]

        @examples(150)
        @given(boards(POOL, profile))
        def look(position: Json) -> None:
            found[0] += sum("daybound" in deeds_of(POOL[entry["card"]]) for entry in position["battlefield"])
            found[1] += len(position["battlefield"])

        look()
        return found[0] / found[1]

    assert share(Profile(deeds=frozenset(("daybound",)))) > 3 * share(Profile())


ANY = Profile()


def smallest(condition: Callable[[Json], bool], profile: Profile = ANY) -> Json:
    return find(boards(POOL, profile), condition, settings=examples(500))


def test_boards_shrink_to_an_empty_one() -> None:
    position = smallest(lambda position: True)
    assert position["players"] == ["alice", "bob"]
    assert (position["battlefield"], position["planechase"], position["day_night"]) == ([], None, None)
    assert position["turn"]["step"] == "precombat_main"
    assert not any(seat[zone] for seat in position["seats"].values() for zone in ("hand", "graveyard", "exile"))


def test_boards_shrink_to_a_creature_without_text() -> None:
    position = smallest(lambda position: any(e["phased"]["status"] == "direct" and e["tapped"] for e in position["battlefield"]))
    (entry,) = position["battlefield"]
    assert not deeds_of(POOL[entry["card"]])
    assert POOL.types(entry["card"]) == ["Creature"]
    assert (entry["owner"], entry["counters"], entry["token"]) == (entry["controller"], {}, False)
    assert len(position["players"]) == 2


def test_a_board_with_an_attachment_shrinks_to_two_permanents() -> None:
    few = Profile(hand=0, planechase=0, permanents=5)
    position = smallest(lambda position: any(entry["phased"]["status"] == "indirect" for entry in position["battlefield"]), few)
    assert len(position["battlefield"]) == 2


def spell(*effects: Any) -> Json:
    what = {"targets": ["permanent"], "effects": list(effects)}
    return {"name": f"Made up {effects}", "cost": "{1}", "types": ["Sorcery"], "abilities": [{"spell": what}]}


@pytest.mark.parametrize(
    ("entry", "deeds"),
    [
        (spell({"phase_out": "target"}), {"phase_out"}),
        (spell({"modify": {"what": "target", "as": {"control": "you"}}}), {"steal"}),
        (spell({"exile": "target"}, {"return_to_battlefield": "it"}), {"exile", "return", "flicker"}),
        (spell({"destroy": {"each": "Creature"}}), {"destroy", "sweep"}),
        (spell({"may": [{"untap": "target"}]}), {"untap"}),
        (spell({"put_counters": {"kind": "stun", "on": "target"}}), {"counters", "stun"}),
        ({"name": "Made up wolf", "types": ["Creature"], "keywords": ["daybound", "phasing"]}, {"daybound", "phasing"}),
        ({"name": "Made up bear", "types": ["Creature"], "power": "2", "toughness": "2"}, set()),
    ],
    ids=lambda value: value["name"] if isinstance(value, dict) else "",
)
def test_deeds_are_read_off_the_words(entry: Json, deeds: set[str]) -> None:
    assert deeds_of(entry) == deeds


def test_the_pool_has_a_card_for_every_deed() -> None:
    assert set(by_deed(POOL)) == set(DEEDS)
    assert set(DEEDS) >= HEART


def test_no_battle_is_put_down() -> None:
    """A position has no words for what a battle needs to stay; cast, it may come all the same."""
    battles = [kind for kind in kinds(POOL) if "Battle" in kind.front.types]
    assert battles
    assert not any(kind.permanent for kind in battles)
