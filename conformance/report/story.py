"""A case in words: its position, its steps, and what an engine says happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from conformance.cases.model import Act, AdvanceTo, Answer, Answers, Expect, NameObject, PassPriority, Resolve, Step
from conformance.report.text import one_line, plural, value

Json = dict[str, Any]

_PHRASES = {
    "phased_out": ("phases out", "phase out"),
    "phased_in": ("phases in", "phase in"),
    "tapped": ("becomes tapped", "become tapped"),
    "untapped": ("untaps", "untap"),
    "transformed": ("transforms", "transform"),
    "removed_from_combat": ("is removed from combat", "are removed from combat"),
    "unattached": ("becomes unattached", "become unattached"),
}
"""Events that say one thing of an object: of one, of several at once."""

_SENTENCES = {
    "attached": "{object} becomes attached to {to}",
    "zone_change": "{object} goes from {from} to {to}",
    "counter_removed": "a {counter} counter is removed from {object}",
    "counter_added": "a {counter} counter is put on {object}",
    "triggered": "{source} triggers ({ability})",
    "put_on_stack": "{controller} puts the ability {ability} of {source} on the stack",
    "day_night": "it becomes {value}",
    "encountered": "{card} is encountered",
    "planeswalked": "planeswalk from {away} to {to}",
    "chaos": "chaos ensues for {plane}",
    "turn_began": "{player}'s turn begins",
    "step_skipped": "{player}'s {step} is skipped",
    "left_game": "{player} leaves the game",
    "new_planar_controller": "{player} is planar controller",
    "damage": "{source} deals {amount} damage to {to}",
    "life": "{player}'s life changes by {by}",
    "planar_die": "{player} rolls the planar die: {face}",
    "cast": "{player} casts {object}",
    "attacks": "{object} attacks {defender}",
    "becomes_target": "{object} becomes a target",
    "dies": "{object} dies",
    "activated": "{player} activates {ability} of {object}",
    "blocks": "{object} blocks {attacker}",
    "becomes_blocked": "{object} becomes blocked",
    "sacrificed": "{player} sacrifices {object}",
    "discarded": "{player} discards {object}",
    "exerts": "{player} exerts {object}",
    "turned_face_up": "{object} is turned face up",
    "tapped_for_mana": "{player} taps {object} for mana",
    "last_counter_removed": "that was the last {counter} counter of {object}",
    "starting_plane": "{object} is the starting plane",
    "prepared": "{object} becomes prepared",
    "mutated": "{object} mutates",
    "level_gained": "{object} gains a level",
}

_SILENT = (
    "priority", "drew", "entered", "left_battlefield", "left_stack", "lost_life", "gained_life", "player_attacked", "exerted",
    "rolled_dice", "planeswalked_away", "planeswalked_to",
)  # fmt: skip
"""Events that say nothing that others, or the steps of the script, do not say."""

_EMPTY_WITHOUT = {"attackers_declared": "attackers", "blockers_declared": "blockers"}
"""Events that say nothing when this field is empty."""

_MARKS = ("tapped", "token", "face_down", "transformed", "bestowed", "sick")
_PILES = ("hand", "graveyard", "exile", "command", "planar_deck", "library")


def position(given: Json) -> Iterator[str]:
    """The position, a line a thing; what is as in every quiet game is not told."""
    turn = given["turn"]
    yield f"{turn['active']}'s turn {turn['number']}, {words(turn['step'])}"
    if given["teams"]:
        yield "teams: " + " against ".join(" and ".join(team) for team in given["teams"])
    if given["day_night"]:
        yield f"it is {given['day_night']}"
    if given["planechase"] is not None:
        yield from _planechase(given["planechase"])
    for player, seat in given["seats"].items():
        extra = [f"{kind} {number}" for kind, number in seat["counters"].items()]
        extra += [f"{plural(seat['lands_played'], 'land')} played"] if seat["lands_played"] else []
        yield ", ".join([f"{player}: {seat['life']} life", *extra])
        for pile in _PILES:
            if seat[pile]:
                yield f"  {words(pile)}: {_pile(seat[pile])}"
        permanents = [permanent for permanent in given["battlefield"] if permanent["controller"] == player]
        if permanents:
            yield "  battlefield:"
            for permanent in permanents:
                yield f"    {_permanent(permanent)}"


def _planechase(planechase: Json) -> Iterator[str]:
    face_up = ", ".join(_card(entry) for entry in planechase["face_up"]) or "no plane yet"
    yield f"Planechase ({planechase['deck']} planar deck), {planechase['controller']} is planar controller: {face_up}"
    if planechase["planar_deck"]:
        yield f"  planar deck: {_pile(planechase['planar_deck'])}"


def _pile(entries: list[Json]) -> str:
    runs = [(name, len(list(group))) for name, group in groupby(_card(entry) for entry in entries)]
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in runs)


def _card(entry: Json) -> str:
    card = one_line(entry["card"])
    # Ids that nobody chose (bob_hand_1) say nothing; names of the case do.
    name = one_line(entry["id"])
    named = not name.rpartition("_")[2].isdigit() and name != snake(card)
    extra = [f"{key} {value(entry[key])}" for key in ("counters",) if entry.get(key)]
    return card + (f" ({', '.join([name] * named + extra)})" if named or extra else "")


def _permanent(permanent: Json) -> str:
    marks = [key.replace("_", " ") for key in _MARKS if permanent[key]]
    phased = permanent["phased"]
    if phased["status"] != "in":
        marks.append(f"phased out {'directly' if phased['status'] == 'direct' else 'indirectly'} under {phased['under']}")
    if permanent["attached_to"]:
        marks.append(f"attached to {permanent['attached_to']}")
    if permanent["owner"] != permanent["controller"]:
        marks.append(f"owned by {permanent['owner']}")
    marks += [
        f"{key} {value(permanent[key])}" for key in ("counters", "damage", "copy_of", "exerted", "chosen", "control") if permanent.get(key)
    ]
    return _card({"id": permanent["id"], "card": permanent["card"]}) + (f": {', '.join(marks)}" if marks else "")


def step(of: Step) -> str:
    """What a step of the script does, in a line. Of an expectation only that it is one: its parts are told one by one."""
    match of:
        case AdvanceTo(player=player, step=name, turn=turn):
            return f"on to {player}'s {words(name)}" + (f", {turn} turns from now" if turn else "")
        case PassPriority(player=player):
            return f"{player} passes"
        case Resolve(everything=everything):
            return "everything on the stack resolves" if everything else "the top of the stack resolves"
        case Act(player=player, action=action, illegal=illegal):
            return f"{player}: {_action(action)}{_refusal(illegal)}"
        case Answers(queues=queues):
            return "answers ready: " + "; ".join(
                f"{player}: {', '.join(_answer(answer) for answer in queue)}" for player, queue in queues.items()
            )
        case NameObject(name=name, where=where, nth=nth):
            return f"{name} is {f'number {nth} of ' if nth else ''}what fits {value(where)}"
        case Expect():
            return "expected"


def asked(expect: Expect) -> Iterator[tuple[str, Any]]:
    """What an expectation asks, as pairs of a path and what is expected there."""
    for name, fields in (
        *expect.objects.items(),
        *expect.players.items(),
        ("turn", expect.turn or {}),
        ("planechase", expect.planechase or {}),
    ):
        for field, expected in fields.items():
            yield f"{name}.{field}", expected
    for name in ("priority", "day_night", "stack"):
        if (expected := getattr(expect, name)) is not None:
            yield name, expected
    for name in ("count", "decisions", "no_decisions", "events", "no_events"):
        for number, expected in enumerate(getattr(expect, name), 1):
            yield f"{name}.{number}", expected


def _action(action: Json) -> str:
    kind = words(action["type"])
    subject = action.get("object", action.get(action["type"]))
    rest = ", ".join(f"{key} {value(entry)}" for key, entry in action.items() if key not in ("type", "object", action["type"], "as"))
    return " ".join([kind, *([value(subject)] if subject is not None else [])]) + (f", {rest}" if rest else "")


def _answer(answer: Answer) -> str:
    return f"{words(answer.kind)} {value(answer.value)}{_refusal(answer.illegal)}"


def _refusal(illegal: str | None) -> str:
    if illegal is None:
        return ""
    return " - has to be refused" + ("" if illegal == "any" else f" ({words(illegal)})")


def labels(given: Json) -> dict[str, str]:
    """How to call what the case did not name: `bob_library_3` is `Forest of bob's library`, as far as anybody can tell them apart."""
    found: dict[str, str] = {}
    for player, seat in given["seats"].items():
        for pile in _PILES:
            for entry in seat[pile]:
                if entry["id"].startswith(f"{player}_{pile}_"):
                    found[entry["id"]] = f"{one_line(entry['card'])} ({player}'s)"
    return found


LONGEST = 500
"""No line of what happened is longer: names of events and of their fields are the engine's own words."""


def happened(events: Iterable[Json], called: Mapping[str, str]) -> Iterator[str]:
    """What happened, a line each, with the rule that the engine cites, under the turn and the step in which it did. `called` has labels."""
    place = heading = None
    last_batch = None
    for (kind, batch, rule), group in groupby(events, key=lambda event: (str(event.get("kind")), event.get("batch"), event.get("rule"))):
        entries = list(group)
        if kind == "step_began":
            place = f"in {one_line(entries[-1].get('player'), 60)}'s {words(str(entries[-1].get('step'))[:60])}:"
            continue
        if kind in _SILENT or (kind in _EMPTY_WITHOUT and not any(entry.get(_EMPTY_WITHOUT[kind]) for entry in entries)):
            continue
        if kind == "turn_began":
            heading = None
        elif place is not None and place != heading:
            yield place
            heading = place
        cited = f"  [{one_line(rule, 40)}]" if rule else ""
        together = "at the same time " if batch is not None and batch == last_batch else ""
        for sentence in _sentences(kind, entries, called):
            indent = "" if kind == "turn_began" else "  "
            yield indent + one_line(f"{together}{sentence}", LONGEST) + cited
        last_batch = batch


def _sentences(kind: str, events: list[Json], called: Mapping[str, str]) -> Iterator[str]:
    if kind in _PHRASES:
        objects = [_called(event.get("object"), called) for event in events]
        yield f"{', '.join(objects)} {_PHRASES[kind][len(objects) > 1]}"
        return
    for event in events:
        told = {key: _told(key, entry, called) for key, entry in event.items()}
        try:
            yield _SENTENCES[kind].format_map(told)
        except KeyError:
            rest = ", ".join(f"{key} {entry}" for key, entry in told.items() if key not in ("kind", "batch", "rule"))
            yield f"{words(kind)}: {rest}" if rest else words(kind)


def _told(key: str, entry: Any, called: Mapping[str, str]) -> str:
    if entry is None:
        return "the game" if key == "source" else "nothing"
    if key == "step":
        return words(str(entry))
    if isinstance(entry, list):
        return ", ".join(_called(part, called) for part in entry) or "nothing"
    return _called(entry, called)


def _called(name: Any, called: Mapping[str, str]) -> str:
    return called.get(name) or one_line(name) if isinstance(name, str) else value(name)


def words(name: str) -> str:
    """`precombat_main` as `precombat main`."""
    return one_line(name).replace("_", " ")


def snake(card: str) -> str:
    """A card's name as a case would call it: `Sandbar Crocodile` is `sandbar_crocodile`."""
    return "_".join("".join(character if character.isalnum() else " " for character in card.lower()).split())
