"""What the design promises of the engine's source: one way to what is phased out, one writer of phase status, no library."""

from __future__ import annotations

import ast
import sys

import pytest
import source

# Who may see phased-out permanents, and why. Every other rule asks `Game.battlefield` (rule 702.26b).
SEES_PHASED_OUT = {
    "combat.end: all_permanents": "combat is over for all; what phased out by the old rules may still be in it (511.3)",
    "combat.leave: all_permanents": "clears references of others to what leaves; a phased-out blocker keeps none either",
    "combat.remove: all_permanents": "clears references of others to what is removed (506.4)",
    "leaving_the_game.exile_what_nobody_controls: all_permanents": "phased-out permanents are exiled too (800.4a, 702.26k)",
    "leaving_the_game._objects_leave: all_permanents": "phased-out permanents leave with their owner (702.26k)",
    "observe.snapshot: all_permanents": "an observer is no rule: it reports phase status",
    "phasing.swap: phased_out_permanents": "the untap step phases them in (702.26a)",
    "restarting._deck: all_permanents": "the cards of phased-out permanents are in the new game (727.2)",
    "setup._battlefield: all_permanents": "puts a position down, phased-out permanents too",
    "state_based_actions._tokens_that_cease: phased_out_permanents": "before 2017-08-25 phased-out tokens ceased to exist (702.26d)",
    "turn_structure._cleanup: all_permanents": "damage wears off phased-out permanents too (514.2)",
    "vocabulary.selectors.Filter.find: phased_out_permanents": "a filter that names phased-out permanents (702.26b allows that)",
}

# The list itself: where it is kept, and the two modules that move things into and out of it.
KEEPS_THE_LIST = {
    "entering_as_copy._would_be_creature_or_planeswalker: _permanents": "looks at it as it would be there, and takes it out again (614.12)",
    "game.Game.__init__: _permanents": "makes it",
    "game.Game.all_permanents: _permanents": "one of the three ways to look",
    "game.Game.battlefield: _permanents": "one of the three ways to look",
    "game.Game.phased_out_permanents: _permanents": "one of the three ways to look",
    "setup._permanent: _permanents": "puts a position down",
    "zones._take_out: _permanents": "something leaves the battlefield",
    "zones._enter: _permanents": "something enters the battlefield",
}


@pytest.mark.parametrize(
    ("names", "allowed"),
    [({"all_permanents", "phased_out_permanents"}, SEES_PHASED_OUT), ({"_permanents"}, KEEPS_THE_LIST)],
    ids=["who looks", "who keeps"],
)
def test_only_the_rules_named_here_see_phased_out_permanents(names, allowed):
    used = source.uses(names)
    assert used - set(allowed) == set(), "a new way round the choke point: ask Game.battlefield, or give the rule that allows it here"
    assert set(allowed) - used == set(), "these are gone; take them off the list"


def test_only_phasing_writes_phase_status():
    """`objects` gives a new object its first status, `setup` that of a position."""
    assert source.writes({"phase", "phased_under"}) == {"objects", "phasing", "setup"}


def test_a_new_object_is_phased_in():
    written = [
        ast.unparse(node)
        for _, function in source.functions(source.modules()["objects"])
        for node in ast.walk(function)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and "self.phase" in ast.unparse(node)
    ]
    assert written == ["self.phase = IN", "self.phased_under: str | None = None"]


def imported(tree: ast.Module) -> set[str]:
    """The top-level packages that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("reference_engine" if node.level else (node.module or "").partition(".")[0])
    return found


def test_the_engine_imports_the_standard_library_and_itself():
    allowed = sys.stdlib_module_names | {"reference_engine"}
    foreign = {module: sorted(names - allowed) for module, tree in source.modules().items() if (names := imported(tree)) - allowed}
    assert foreign == {}


def test_nothing_is_imported_by_name_at_run_time():
    """`importlib` and `__import__` would go round the check above."""
    assert [module for module, tree in source.modules().items() if "importlib" in imported(tree)] == []
    assert source.uses({"__import__", "import_module"}) == set()


def test_no_part_of_the_engine_asks_a_clock_or_chance():
    """The same position and script give the same game."""
    doubtful = {"random", "time", "datetime", "secrets", "uuid", "os", "threading", "asyncio"}
    assert {module: found for module, tree in source.modules().items() if (found := imported(tree) & doubtful)} == {}
