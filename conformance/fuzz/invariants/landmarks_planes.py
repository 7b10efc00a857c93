"""Where clauses on planes and phenomena come into play that no invariant speaks of alone (rules 311, 312, 901)."""

from __future__ import annotations

from typing import Any

from conformance.fuzz.facts import CHOOSES_PLANES, card_of
from conformance.fuzz.invariants.invariant import landmark
from conformance.fuzz.invariants.landmarks_phasing import uses
from conformance.fuzz.invariants.phenomena import ends_of_phenomena
from conformance.fuzz.invariants.planes import planes_of
from conformance.fuzz.moment import Moment

Json = dict[str, Any]


def _up(moment: Moment) -> list[str]:
    planes = planes_of(moment)
    return list(planes[1]["face_up"]) if planes is not None else []


def _is(moment: Moment, number: str | None, type_: str) -> bool:
    entry = moment.after.get(number) if number else None
    return entry is not None and type_ in entry.get("types", ())


@landmark("311.3/a", title="A plane of several words is face up", on=("planeswalked",), where="planar")
def _(moment: Moment) -> int:
    return sum(1 for number in _up(moment) for subtype in moment.after.listed[number]["subtypes"] if " " in subtype)


@landmark("311.4/a", "901.7/a", title="A plane with a static ability is face up", on=("planeswalked", "turn_began"), where="planar")
def _(moment: Moment) -> int:
    return sum(1 for number in _up(moment) if _has(moment, number, "static"))


def _has(moment: Moment, number: str, kind: str) -> bool:
    card = card_of(moment.after.card(number) or "") or {}
    return any(kind in ability for ability in card.get("abilities") or ())


@landmark("311.4/b", "901.7/b", title="An ability of a face-up card triggers", on=("triggered",), where="planar")
def _(moment: Moment) -> int:
    return sum(1 for event in moment.of("triggered") if event["source"] in moment.facts.planar)


@landmark("311.4/c", "901.7/c", title="An ability of a face-up card is activated", where="planar")
def _(moment: Moment) -> int:
    action = moment.move.action if moment.move is not None else None
    return int(action is not None and action.get("type") == "activate" and action.get("object") in moment.facts.planar)


@landmark("311.6/c", title="What was turned down is looked back at", on=("planeswalked",), where="planar")
def _(moment: Moment) -> int:
    away = {number for walk in moment.of("planeswalked") for number in walk["away"]}
    return sum(1 for event in moment.of("triggered") if event["source"] in away)


@landmark("311.7/c", title="Chaos ensues for one of several planes, or of none that is face up", on=("chaos",), where="planar")
def _(moment: Moment) -> int:
    named = {event["plane"] for event in moment.of("chaos")}
    up = {number for number in _up(moment) if _is(moment, number, "Plane")}
    return int(bool(up - named) or bool(named - up)) if "planeswalked" not in moment.by_kind else 0


@landmark("311.7/d", title="Chaos ensues for a plane that is in the planar deck", on=("chaos",), where="planar")
def _(moment: Moment) -> int:
    planes = planes_of(moment)
    up = {*planes[0]["face_up"], *planes[1]["face_up"]} if planes is not None else set()
    return sum(1 for event in moment.of("chaos") if event["plane"] not in up)


@landmark("312.2/a", title="A phenomenon is in a planar deck", on=("planeswalked",), where="planar")
def _(moment: Moment) -> int:
    return sum(1 for number in moment.facts.planar if number not in _up(moment) and _is(moment, number, "Phenomenon"))


@landmark("312.2/b", title="A phenomenon is face up", on=("encountered",), where="planar")
def _(moment: Moment) -> int:
    return sum(1 for number in _up(moment) if _is(moment, number, "Phenomenon"))


@landmark("312.5/e", title="Somebody controls the ability of a phenomenon", on=("put_on_stack",), where="planar")
def _(moment: Moment) -> int:
    return sum(1 for event in moment.of("put_on_stack") if _is(moment, event["source"], "Phenomenon"))


@landmark("312.6/b", title="A phenomenon is encountered again", on=("encountered",), where="planar")
def _(moment: Moment) -> int:
    met = moment.past.met if moment.past is not None else set()
    return sum(1 for event in moment.of("encountered") if event["card"] in met)


@landmark("312.6/c", title="The ability of a phenomenon that was turned down is on the stack", on=("planeswalked",), where="planar")
def _(moment: Moment) -> int:
    up = _up(moment)
    return sum(1 for item in moment.after.stack if item["source"] not in up and _is(moment, item["source"], "Phenomenon"))


@landmark("901.7a/b", title="The ability of a planar card that was turned down is on the stack", on=("planeswalked",), where="planar")
def _(moment: Moment) -> int:
    up = _up(moment)
    return sum(1 for item in moment.after.stack if item["source"] in moment.facts.planar and item["source"] not in up)


@landmark("901.2/a", title="Two play Planechase", on=("turn_began",), where="planar")
def _(moment: Moment) -> int:
    return int(len(moment.given["players"]) == 2)


@landmark("901.2/b", title="Several players are attacked at once", where="planar")
def _(moment: Moment) -> int:
    answer = moment.move.answer if moment.move is not None else None
    attack = answer.get("attack") if isinstance(answer, dict) else None
    return int(isinstance(attack, dict) and len({str(target) for target in attack.values()} & set(moment.given["players"])) > 1)


@landmark("901.3a/a", title="The planar die shows a face", on=("planar_die",), where="planar")
def _(moment: Moment) -> int:
    return len(moment.of("planar_die"))


@landmark("901.8/d", title="The planeswalking ability is on the stack at a priority", where="planar")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.after.stack if item["source"] is None) if moment.settled else 0


@landmark("901.8/e", title="The planeswalking ability left the stack and nobody planeswalked", where="planar")
def _(moment: Moment) -> int:
    if moment.before is None or "planeswalked" in moment.by_kind or not moment.facts.uses("counter", "counter_unless_paid"):
        return 0
    still = {item["id"] for item in moment.after.stack}
    return sum(1 for item in moment.before.stack if item["source"] is None and item["id"] not in still)


@landmark("901.9d/a", title="Something triggers on rolling dice", on=("planar_die",), where="planar")
def _(moment: Moment) -> int:
    return sum(1 for event in moment.of("triggered") if uses(moment, event["source"], "rolls_dice", "rolls_planar_die"))


@landmark("901.9d/b", title="A roll where an effect raises numbers", on=("planar_die",), where="planar")
def _(moment: Moment) -> int:
    return int(any(uses(moment, number, "raise_die") for number in moment.here))


@landmark("901.10a/b", title="Other abilities outlast the leaving of a plane's owner", on=("left_game",), where="planar")
def _(moment: Moment) -> int:
    return len(moment.after.stack) if "planeswalked" in moment.by_kind else 0


@landmark("901.10a/c", title="A planeswalking ability outlasts the leaving of somebody else", on=("left_game",), where="planar")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.after.stack if item["source"] is None) if "planeswalked" not in moment.by_kind else 0


@landmark("901.10b/a", title="The ability of a leaver's phenomenon stays on the stack", on=("left_game",), where="planar")
def _(moment: Moment) -> int:
    if moment.before is None:
        return 0
    left = {event["player"] for event in moment.of("left_game")}
    theirs = {item["id"] for item in moment.before.stack if item["controller"] in left and _is_phenomenon_before(moment, item["source"])}
    return len(theirs & {item["id"] for item in moment.after.stack})


def _is_phenomenon_before(moment: Moment, number: str | None) -> bool:
    entry = moment.before.get(number) if moment.before is not None else None
    return entry is not None and "Phenomenon" in entry.get("types", ())


@landmark("901.11/a", title="A planeswalk where an effect lasts until one", on=("planeswalked",), where="planar")
def _(moment: Moment) -> int:
    return int(moment.facts.uses("planeswalk", "planeswalk_from_plane") and moment.facts.uses("until"))


@landmark("901.11/b", title="Something triggers on a planeswalk", on=("planeswalked",), where="planar")
def _(moment: Moment) -> int:
    batches = {event["batch"] for event in moment.of("planeswalked")}
    return sum(1 for event in moment.of("triggered") if event["batch"] in batches)


@landmark("901.11a/a", title="The planeswalking ability resolves", on=("planeswalked",), where="planar")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.resolving if item["source"] is None)


@landmark("901.11a/c", title="A phenomenon's end makes a planeswalk", on=("planeswalked",), where="planar")
def _(moment: Moment) -> int:
    return len(ends_of_phenomena(moment))


@landmark("901.15c/b", title="An ability looks at the shared planar deck", where="planar")
def _(moment: Moment) -> int:
    if moment.given["planechase"]["deck"] != "shared" or not moment.facts.uses(*CHOOSES_PLANES):
        return 0
    return sum(1 for item in moment.resolving if uses(moment, item["source"], *CHOOSES_PLANES))
