"""Engines by name."""

from importlib.metadata import EntryPoint

import pytest

from conformance.engines import registry
from conformance.engines.errors import EngineCannotStart, UnknownEngine
from conformance.engines.registry import EngineSpec, engine, engine_names


def test_the_engines_of_this_package_are_registered():
    assert {"reference", "phase-rs"} <= set(engine_names())


def test_any_program_is_an_engine():
    spec = engine("stdio:my-engine --config 'a b.toml'")
    assert (spec.command, spec.factory, spec.trusted) == (("my-engine", "--config", "a b.toml"), None, False)


@pytest.mark.parametrize(("name", "message"), [("stdio:", "the command is empty"), ("stdio:a 'b", "cannot be read: No closing quotation")])
def test_a_command_that_is_none_is_told(name, message):
    with pytest.raises(EngineCannotStart, match=message):
        engine(name)


def test_an_unknown_name_is_told_with_those_there_are():
    with pytest.raises(UnknownEngine) as raised:
        engine("referense")
    text = str(raised.value)
    assert "Did you mean reference?" in text
    assert "phase-rs" in text
    assert "stdio:COMMAND" in text


@pytest.mark.parametrize(
    ("value", "message"),
    [("no_such_module_here:spec", "ModuleNotFoundError"), ("json:JSONDecoder", "is a JSONDecoder"), ("json:nothing", "AttributeError")],
)
def test_an_entry_point_that_does_not_load_is_told(monkeypatch, value, message):
    point = EntryPoint("broken", value, registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    with pytest.raises(EngineCannotStart, match=message):
        engine("broken")


def test_an_entry_point_may_lead_to_a_function(monkeypatch):
    monkeypatch.setattr(registry, "entry_points", lambda group: [EntryPoint("made", "engine_for_tests:spec", registry.GROUP)])
    import sys
    import types

    module = types.ModuleType("engine_for_tests")
    module.spec = lambda: EngineSpec("made", command=("x",))
    monkeypatch.setitem(sys.modules, "engine_for_tests", module)
    assert engine("made").command == ("x",)


def test_a_spec_says_how_to_start():
    with pytest.raises(ValueError, match="neither factory nor command"):
        EngineSpec("nothing")


def test_a_program_that_is_not_there_is_told():
    with pytest.raises(EngineCannotStart, match="it is not on the PATH"):
        engine("stdio:no-such-program-anywhere").open()
