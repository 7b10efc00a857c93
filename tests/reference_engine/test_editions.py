"""What the reference engine does by date: the names it asks for are those of the registry and of docs/editions.md."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from source import modules

from conformance.commands.inputs import cases_of
from conformance.rules.editions import load_editions
from reference_engine import editions
from reference_engine.editions import Edition

ROOT = Path(__file__).parents[2]
KNOWN = {change.name: change for change in load_editions(ROOT / "cases/rules").changes}

# Changes that are known by name, but of which no position of this engine could show a difference.
ASKED_BY_NOBODY = {
    "phased_out_is_a_status": "no older edition is played",
    "objects_of_a_leaver_cease_last": "no card of the pool gives a player a spell that another owns",
    "bestowed_aura_phases_in_as_creature": "it ended by the definition of bestow before",
    "resolved_effects_skip_phased_out": "what is phased out could not be affected before either (702.26b)",
    "phase_out_until": "the older rules had no words for such cards; their cases begin with the change",
    "stickers_stay": "there are no stickers, and cards of phased-out permanents were cards of the subgame before",
    "additional_upkeeps_skip_untap": "before, an additional upkeep step was added as it is, with no untap step either",
    "prepared_permanents_phase_in": "such cards came with the rule; their cases begin with it",
}


def test_what_the_engine_knows_by_date_is_in_the_registry():
    assert {name: KNOWN[name].since if name in KNOWN else None for name in editions.CHANGES} == editions.CHANGES
    assert set(KNOWN) - set(editions.CHANGES) == set(ASKED_BY_NOBODY)


def test_every_change_has_a_date_within_the_editions_and_is_asked_for():
    assert all(editions.OLDEST < date <= editions.NEWEST for date in editions.CHANGES.values())
    asked = set()
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "has" and node.args:
                asked |= {part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)}
    assert asked == set(editions.CHANGES), "changes that no rule asks for, or that do not exist"


def test_a_change_is_in_force_from_its_day_on():
    assert not Edition("2017-08-24").has("tokens_survive_phasing")
    assert Edition("2017-08-25").has("tokens_survive_phasing")
    with pytest.raises(KeyError):
        Edition().has("tokens_survive_everything")


def test_the_table_of_docs_editions_has_every_change():
    text = (ROOT / "docs/editions.md").read_text(encoding="utf-8").partition("## Behaviour that changed")[2]
    rows = re.findall(r"^\| (\d{4}-\d\d-\d\d) \| `(\w+)` \| ([^|]+) \| ([^|]+) \| (yes|no) \|$", text, re.MULTILINE)
    wanted = [(c.since, c.name, ", ".join(c.rules), c.what, "yes" if c.name in editions.CHANGES else "no") for c in KNOWN.values()]
    assert [tuple(cell.strip() for cell in row) for row in rows] == sorted(wanted, key=lambda row: row[0])


@pytest.mark.parametrize("name", sorted(editions.CHANGES))
def test_every_change_has_cases_on_both_sides_of_its_day(name):
    since = editions.CHANGES[name]
    cases = cases_of(()).cases
    after = [case.id for case in cases if case.editions.since == since]
    before = [case.id for case in cases if case.editions.until is not None and _day_before(since) == case.editions.until]
    assert after, f"no case begins on {since}"
    assert before, f"no case ends the day before {since}"


def _day_before(date: str) -> str:
    from datetime import date as day
    from datetime import timedelta

    return str(day.fromisoformat(date) - timedelta(days=1))
