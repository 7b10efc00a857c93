"""Compares what a case says about one object with what the engine reports of it, field by field.

A comparison gives True, False, or None where the engine does not report what is asked.
"""

from __future__ import annotations

from typing import Any

from conformance.runner.names import Names
from conformance.runner.view import View

Json = dict[str, Any]

PHASED_OUT_FIELDS = frozenset({"zone", "phased", "tapped", "counters", "damage", "attached_to", "token", "owner", "same_object"})
"""What can be asked of a phased-out permanent; the rest is undefined there."""

_ON_BATTLEFIELD = frozenset({
    "tapped", "phased", "attached_to", "damage", "sick", "exerted", "attacking", "blocking", "blocked", "face_down", "transformed",
})  # fmt: skip
"""Fields that only a permanent has: an engine leaves them out elsewhere because they are not there, not because it cannot tell."""

_SETS = frozenset({"types", "subtypes", "supertypes", "colors"})
_THINGS = frozenset({"attached_to", "attacking", "source"})


def observed_field(entry: Json, field: str, names: Names) -> Any:
    """What the engine says about `field`, in the case's words, for messages."""
    if field == "phased":
        status, under = entry.get("phased"), entry.get("phased_under")
        return {"kind": status, "under": under} if under and status != "in" else status
    return names.show_all(entry.get(field))


def compare(field: str, expected: Any, entry: Json, view: View, names: Names) -> bool | None:
    """Whether `field` of the object `entry` is as expected. `zone` and `same_object` are not asked here."""
    if field not in entry:
        return _missing(field, expected, entry)
    observed = entry[field]
    if field == "phased":
        return phased(expected, entry)
    if field == "counters":
        return counters(expected, observed)
    if field in _SETS:
        return set(_list(expected)) == set(observed)
    if field == "keywords":
        there = {plain(word) for word in observed}
        return all((plain(word) in there) == wanted for word, wanted in expected.items())
    if field in _THINGS:
        return names.is_thing(expected, observed, view)
    if field == "blocking":
        return _blocking(expected, observed, view, names)
    if field == "exerted":
        return _exerted(expected, observed)
    return bool(observed == expected)


def _missing(field: str, expected: Any, entry: Json) -> bool | None:
    zone = entry.get("zone")
    if field in _ON_BATTLEFIELD and zone not in (None, "battlefield"):
        return expected in (None, [])
    if field == "phased" or zone is None:
        return None
    return None


def phased(expected: Any, entry: Json) -> bool | None:
    """`in`, `out`, `direct`, `indirect`, or `{kind, under}`, against `phased` and `phased_under`."""
    kind, under = (expected.get("kind"), expected.get("under")) if isinstance(expected, dict) else (expected, None)
    observed = entry["phased"]
    is_out = observed != "in"
    verdict: bool | None
    if kind is None:
        verdict = is_out
    elif kind == "in":
        verdict = not is_out
    elif kind == "out":
        verdict = is_out
    else:
        verdict = None if observed == "out" else observed == kind
    if verdict is False or under is None:
        return verdict
    if not is_out:
        return False
    if entry.get("phased_under") is None:
        return None
    return verdict if entry["phased_under"] == under else False


def counters(expected: Json, observed: Json) -> bool:
    """Each kind named, against what is there; absent is 0."""
    return all(observed.get(kind, 0) == number for kind, number in expected.items())


def plain(word: str) -> str:
    """A keyword without differences of writing: `first_strike`, `First strike` are one."""
    return word.replace("_", " ").replace("-", " ").lower()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _blocking(expected: Any, observed: list[str], view: View, names: Names) -> bool:
    wanted = [] if expected is None else _list(expected)
    left = list(observed)
    for word in wanted:
        fit = next((number for number in left if names.is_thing(word, number, view)), None)
        if fit is None:
            return False
        left.remove(fit)
    return not left


def _exerted(expected: Any, observed: Any) -> bool | None:
    if isinstance(expected, bool) or expected is None:
        return bool(observed) == bool(expected)
    if isinstance(observed, bool):
        return None if observed else False  # it tells that, not by whom
    return expected in _list(observed)


def fits(where: Json, entry: Json, view: View, names: Names) -> bool | None:
    """Whether an object is one that a filter (`of`, `where`) means; None when that hangs on something not reported."""
    unsure = False
    out = entry.get("phased", "in") != "in"
    for field, expected in where.items():
        verdict: bool | None
        if field == "zone":
            zone = entry["zone"] if "zone" in entry else view.zone(entry["id"])
            verdict = None if zone is None else zone == expected
        elif field in ("types", "subtypes"):
            verdict = set(_list(expected)) <= set(entry[field]) if field in entry else None
        elif field == "token" and field not in entry and entry.get("zone") not in (None, "battlefield", "stack"):
            verdict = not expected  # elsewhere a token is gone at once
        elif field == "source" and "source" not in entry and entry.get("zone") not in (None, "stack"):
            verdict = False
        elif field == "source":
            verdict = None if "source" not in entry else _source(expected, entry, view, names)
        elif field == "counters" and field not in entry:
            verdict = None
        else:
            verdict = compare(field, expected, entry, view, names)
        if verdict is None and out and field not in PHASED_OUT_FIELDS:
            verdict = False  # undefined for a phased-out permanent, so nothing that is looked for
        if verdict is None and "source" in entry and not entry.get("card"):
            verdict = False  # an ability on the stack, which has no such thing
        if verdict is False:
            return False
        unsure = unsure or verdict is None
    return None if unsure else True


def _source(expected: Any, entry: Json, view: View, names: Names) -> bool:
    source = entry.get("source")
    return names.is_thing(expected, source, view) or (
        expected is not None and names.find(expected) is not None and names.find(expected) == entry.get("id")
    )


def stack_entry_fits(expected: Json, entry: Json, view: View, names: Names) -> bool | None:
    """Whether an entry of the stack is as expected, as far as it is asked."""
    unsure = False
    for key, wanted in expected.items():
        verdict: bool | None
        if key not in entry and not (key == "source" and "id" in entry and names.find(wanted) == entry["id"]):
            verdict = None
        elif key == "source":
            verdict = _source(wanted, entry, view, names)
        elif key == "targets":
            targets = entry["targets"]
            verdict = len(targets) == len(wanted) and all(
                names.is_thing(word, number, view) for word, number in zip(wanted, targets, strict=True)
            )
        elif key == "ability":
            verdict = str(entry["ability"]) == str(wanted)
        else:
            verdict = bool(entry[key] == wanted)
        if verdict is False:
            return False
        unsure = unsure or verdict is None
    return None if unsure else True
