"""What is worth doing next: how many cases ask for no more than the engine claims, and what would open most of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from conformance.cases.model import Case, Step
from conformance.commands.checkup.finding import Finding, ok
from conformance.runner.certify import in_edition
from conformance.runner.needs import card_names, needs
from conformance.runner.session import Session

Json = dict[str, Any]

NAMED = 5
"""So many of each kind are named: there are hundreds."""


def outlook(cases: Iterable[Case], session: Session) -> Finding:
    """A finding about the cases of the engine's edition, by what the engine claims alone; nothing is asked of it."""
    lacks = [min(_by_each_way(case, session), key=len) for case in cases if in_edition(case, session.edition)]
    within = sum(not lack for lack in lacks)
    parts = [f"{within} of {len(lacks)} ask for no more than is claimed"]
    if within < len(lacks):
        alone = Counter(word for lack in lacks if len(lack) == 1 for word in lack)
        asked = Counter(word for lack in lacks for word in lack)
        if alone:
            parts.append(f"{sum(alone.values())} lack one thing, most often {_named(alone)}")
        parts.append(f"asked for most, with other things or without: {_named(asked)}")
    return ok("the cases", "; ".join(parts))


def _by_each_way(case: Case, session: Session) -> list[set[str]]:
    """What is lacking for the position as it is given, and for playing into it where the case says how."""
    found = [_lacking(case.given, case.script, session)]
    if case.natural is not None:
        found.append(_lacking(case.natural.given, [*case.natural.script, *case.script], session))
    return found


def _lacking(given: Json, script: Iterable[Step], session: Session) -> set[str]:
    lack = {feature for feature in needs(given, script) if feature not in session.features}
    if len(given["players"]) > session.players[1]:
        lack.add("multiplayer")  # claimed or not, it does not go far enough
    if session.cards == "listed":
        lack |= card_names(given) - session.card_names
    return lack


def _named(counts: Counter[str]) -> str:
    """The most frequent ones; of those that are alike, by name."""
    first = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:NAMED]
    return ", ".join(f"{word} ({count})" for word, count in first)
