"""A case's position as a puzzle file of Forge (`.pzl`), which several engines read; docs/export.md describes the form.

The position goes into the file as data. The script and what is expected go into its description, in words: the form has no place for
them. What the form cannot say is never left out silently: `obstacles` names it, and no file is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.cases.model import Case, Expect, Step
from conformance.report import story
from conformance.report.text import one_line, value
from conformance.runner.needs import INVENTED, card_names

Json = dict[str, Any]

PHASES = {
    "upkeep": "UPKEEP",
    "draw": "DRAW",
    "precombat_main": "MAIN1",
    "beginning_of_combat": "COMBAT_BEGIN",
    "end_of_combat": "COMBAT_END",
    "postcombat_main": "MAIN2",
    "end": "END_OF_TURN",
}
"""The steps that a puzzle can start in with nobody attacking, by our names."""

COUNTERS = {"+1/+1": "P1P1", "-1/-1": "M1M1"}
"""Counters whose name is not their own in capitals."""

TURNS = 99
"""A puzzle is lost after so many turns; a case never takes that long."""

_ZONES = ("hand", "graveyard", "library", "exile", "command")
_SEPARATORS = ("|", ";", "\n")


def obstacles(given: Json) -> list[str]:
    """What of a position the form cannot say; empty if it can say all of it."""
    return list(
        dict.fromkeys([*_of_game(given), *_of_cards(given), *(why for each in given["battlefield"] for why in _of_permanent(each))])
    )


def puzzle(case: Case, given: Json, script: list[Step]) -> str:
    """The text of the file. `given` must have no obstacles; `script` is what is then to be played."""
    players = given["players"]
    turn = given["turn"]
    numbers = {permanent["id"]: number for number, permanent in enumerate(given["battlefield"], 1)}
    lines = [
        "[metadata]",
        f"Name:{_line(case.title)}",
        "Goal:Win",
        f"Turns:{TURNS}",
        "Difficulty:Easy",
        f"Description:{_description(case, given, script)}",
        "[state]",
        f"turn={turn['number']}",
        f"activeplayer=p{players.index(turn['active'])}",
        f"activephase={PHASES[turn['step']]}",
    ]
    for index, player in enumerate(players):
        seat = given["seats"][player]
        lines.append(f"p{index}life={seat['life']}")
        if seat["counters"]:
            lines.append(f"p{index}counters={_counters(seat['counters'])}")
        if seat["lands_played"]:
            lines.append(f"p{index}landsplayed={seat['lands_played']}")
        # An empty zone is written too: what is not written may stay as the engine had it.
        lines += [f"p{index}{zone}={';'.join(_card(entry) for entry in seat[zone])}" for zone in _ZONES if seat[zone] or zone != "command"]
        mine = [each for each in given["battlefield"] if each["controller"] == player]
        lines.append(f"p{index}battlefield={';'.join(_permanent(each, players, numbers) for each in mine)}")
    return "\n".join(lines) + "\n"


# ---- what it cannot say


def _of_game(given: Json) -> Iterator[str]:
    if given["planechase"] is not None:
        yield "planes and the order of planar decks"
    if given["teams"]:
        yield "teams"
    if given["variant"] is not None:
        yield f"the variant {given['variant']}"
    if given["range_of_influence"] and not given["variant"]:
        yield "a range of influence"
    if given["day_night"] is not None:
        yield "day and night"
    if given["previous_turn"]["spells_cast"] or any(given["this_turn"]["spells_cast"].values()):
        yield "spells that were cast before"
    if given["turn"]["step"] not in PHASES:
        yield f"a start in the step {given['turn']['step']}"


def _of_cards(given: Json) -> Iterator[str]:
    names = card_names(given)
    if any(name.startswith(INVENTED) for name in names):
        yield "invented cards, which other engines do not know"
    if any(separator in name for name in names for separator in _SEPARATORS):
        yield "a card name with a separator of the form in it"
    for seat in given["seats"].values():
        if any(entry.get("counters") or entry.get("face_down") for zone in _ZONES for entry in seat[zone] if zone != "exile"):
            yield "counters or a hidden face of a card that is neither on the battlefield nor in exile"


def _of_permanent(permanent: Json) -> Iterator[str]:
    if permanent["phased"]["status"] == "indirect":
        yield "a permanent that phased out indirectly"
    if permanent.get("copy_of"):
        yield "a copy"
    if permanent.get("exerted"):
        yield "an exerted permanent"
    if permanent.get("control"):
        yield "an effect by which another player has control"
    if permanent["bestowed"]:
        yield "an Aura by bestow"
    chosen = permanent.get("chosen") or {}
    if set(chosen) - {"land_type"}:
        yield "a choice made as a permanent entered, other than a land type"


# ---- what it says


def _permanent(permanent: Json, players: list[str], numbers: dict[str, int]) -> str:
    parts = [permanent["card"], f"Id:{numbers[permanent['id']]}"]
    if permanent["owner"] != permanent["controller"]:
        parts.append(f"Owner:P{players.index(permanent['owner'])}")
    for key, word in (
        ("tapped", "Tapped"),
        ("sick", "SummonSick"),
        ("face_down", "FaceDown"),
        ("transformed", "Transformed"),
        ("token", "IsToken"),
    ):
        if permanent[key]:
            parts.append(word)
    if permanent["phased"]["status"] == "direct":
        parts.append(f"PhasedOut:P{players.index(permanent['phased']['under'])}")
    host = permanent["attached_to"]
    if host in numbers:
        parts.append(f"AttachedTo:{numbers[host]}")
    elif host is not None:
        parts.append(f"EnchantingPlayer:P{players.index(host)}")
    if permanent["damage"]:
        parts.append(f"Damage:{permanent['damage']}")
    if permanent["counters"]:
        parts.append(f"Counters:{_counters(permanent['counters'])}")
    if permanent.get("chosen"):
        parts.append(f"ChosenType:{permanent['chosen']['land_type']}")
    # It was there before the game began: nothing triggers as it is put down.
    return "|".join([*parts, "NoETBTrigs"])


def _card(entry: Json) -> str:
    parts = [str(entry["card"])]
    if entry.get("face_down"):
        parts.append("FaceDown")
    if entry.get("counters"):
        parts.append(f"Counters:{_counters(entry['counters'])}")
    return "|".join(parts)


def _counters(counters: dict[str, int]) -> str:
    return ",".join(f"{COUNTERS.get(kind, kind.upper().replace(' ', '_'))}={number}" for kind, number in counters.items())


def _description(case: Case, given: Json, script: list[Step]) -> str:
    called = ", ".join(f"{each['id']} is {each['card']} (Id {number})" for number, each in enumerate(given["battlefield"], 1))
    players = ", ".join(f"p{index} is {player}" for index, player in enumerate(given["players"]))
    head = [f"Case {case.id}, rules {', '.join(case.rules)}.", case.why, f"{players}{'; ' if called else ''}{called}."]
    return "\\n".join(_line(line) for line in [*head, *_told(script)])


def _told(script: list[Step]) -> Iterator[str]:
    for number, of in enumerate(script, 1):
        if isinstance(of, Expect):
            expected = "; ".join(f"{path} is {value(what)}" for path, what in story.asked(of))
            yield f"{number}. Expected: {expected}."
        else:
            yield f"{number}. {story.step(of)}."


def _line(text: str) -> str:
    return one_line(" ".join(text.split()))
