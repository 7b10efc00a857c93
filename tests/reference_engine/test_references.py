"""The second half of "treated as though it does not exist": whoever kept a permanent finds nothing while it is out (702.26b)."""

from __future__ import annotations

import pytest
from board import game, permanent, seen

from reference_engine import pairing, phasing, zones
from reference_engine.context import Context
from reference_engine.vocabulary.selectors import Filter, Objects, Players


def kept(game_, obj, host=None):
    """A point of view that knows the object in every way in which an effect can name one."""
    source = host or obj
    context = Context(
        game_, source, "alice", targets=[[obj]], event={"object": obj, "attacker": obj, "_new": obj, "_from": obj, "to": obj, "source": obj}
    )
    context.last = [obj]
    source.memory["key"] = [obj]
    return context


WAYS = {
    "this": Objects("this"),
    "target": Objects("target"),
    "targets": Objects("target", -1),
    "those targets that fit": Objects("target", -1, filter=Filter()),
    "that": Objects("that"),
    "that_card": Objects("that_card"),
    "blocked": Objects("blocked"),
    "former_host": Objects("former_host"),
    "damaged": Objects("damaged"),
    "damager": Objects("damager"),
    "all_of": Objects("all_of", parts=(Objects("that"), Objects("it"))),
    "it": Objects("it"),
    "those": Objects("those"),
    "linked": Objects("linked", key="key"),
    "each": Objects("each", filter=Filter(types=("Creature",))),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_every_way_to_name_a_permanent_finds_it_and_not_while_it_is_out(way):
    game_ = game(permanent("bear", "Bear"))
    bear = seen(game_, "bear")
    context = kept(game_, bear)
    assert way.find(context) == [bear]
    phasing.phase_out(game_, [bear])
    assert way.find(context) == []
    phasing.phase_in(game_, [bear])
    assert way.find(context) == [bear]


@pytest.mark.parametrize("way", [WAYS[name] for name in ("this", "target", "that", "it", "linked")])
def test_no_way_finds_what_became_another_object(way):
    """Rule 400.7."""
    game_ = game(permanent("bear", "Bear"))
    context = kept(game_, seen(game_, "bear"))
    zones.move(game_, seen(game_, "bear"), "hand", "400.7")
    assert way.find(context) == []


@pytest.mark.parametrize("way", [Objects("host"), Objects("attached_to", key="this")])
def test_neither_end_of_an_attachment_finds_the_other_while_that_is_out(way):
    game_ = game(permanent("bear", "Bear"), permanent("axe", "Axe", attached_to="bear"))
    bear, axe = seen(game_, "bear"), seen(game_, "axe")
    source, other = (axe, bear) if way.how == "host" else (bear, axe)
    context = Context(game_, source, "alice")
    assert way.find(context) == [other]
    phasing.phase_out(game_, [axe])
    if way.how == "host":
        phasing.phase_out(game_, [bear])
    assert way.find(context) == []


def test_a_pair_is_no_pair_any_more_once_one_of_the_two_was_out():
    """Rules 702.95e, 702.26f."""
    game_ = game(permanent("bear", "Bear"), permanent("other", "Bear"))
    bear, other = seen(game_, "bear"), seen(game_, "other")
    context = Context(game_, bear, "alice")
    pairing.pair(game_, bear, other, "alice")
    assert Objects("pair").find(context) == [bear, other]
    phasing.phase_out(game_, [other])
    game_.refresh()
    assert Objects("pair").find(context) == []
    phasing.phase_in(game_, [other])
    game_.refresh()
    assert Objects("pair").find(context) == []


def test_a_ring_bearer_is_not_found_while_it_is_out_and_is_one_still_afterwards():
    """Rules 701.54a, 702.26b, 702.26d."""
    game_ = game(permanent("bear", "Bear"))
    bear = seen(game_, "bear")
    game_.ring_bearers["alice"] = bear
    context = Context(game_, None, "alice")
    assert Objects("ring_bearer").find(context) == [bear]
    phasing.phase_out(game_, [bear])
    assert Objects("ring_bearer").find(context) == []
    phasing.phase_in(game_, [bear])
    assert Objects("ring_bearer").find(context) == [bear]


def test_what_is_last_known_is_still_known():
    """Rule 608.2h: who controlled it is asked of what it last was."""
    game_ = game(permanent("bear", "Bear", "bob"))
    bear = seen(game_, "bear")
    context = kept(game_, bear)
    phasing.phase_out(game_, [bear])
    assert Players("controller_of", Objects("target")).find(context) == ["bob"]
    assert Objects("target").find(context) == []


def test_every_way_is_tried_here():
    """A new way to name objects has to be added to the list above."""
    import ast

    from source import functions, modules

    find = dict(functions(modules()["vocabulary.selectors"]))["Objects._find"]
    compared = {
        part.value
        for node in ast.walk(find)
        if isinstance(node, ast.Compare) and ast.unparse(node.left) == "how"
        for part in ast.walk(node)
        if isinstance(part, ast.Constant)
    }
    assert compared == {way.how for way in WAYS.values()} | {"host", "attached_to", "pair", "ring_bearer"}
