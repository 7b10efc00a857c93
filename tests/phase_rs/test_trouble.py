"""What goes wrong with the engine costs one case, and is said."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from table import Table, canonical

from conformance.engines.phase_rs import binding, spec
from conformance.engines.phase_rs.corpus import PATH_VARIABLE
from conformance.engines.phase_rs.problems import EngineFault, NotInstalled
from conformance.engines.registry import engine


class Panic(BaseException):
    """As pyo3 raises one: no Exception."""


def test_a_panic_becomes_an_error() -> None:
    def explode() -> None:
        raise Panic("index out of bounds")

    with pytest.raises(EngineFault, match="index out of bounds"):
        binding.calm(explode)


def test_errors_of_the_engine_and_interrupts_pass_through() -> None:
    def refuse() -> None:
        raise ValueError("Action not allowed")

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(ValueError, match="not allowed"):
        binding.calm(refuse)
    with pytest.raises(KeyboardInterrupt):
        binding.calm(interrupt)


def test_without_the_engine_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "phase", None)
    with pytest.raises(NotInstalled, match=r"\.\[phase-rs\]"):
        binding.load()


def test_it_is_registered_and_runs_in_a_process_of_its_own() -> None:
    assert engine("phase-rs") == spec
    assert spec.factory is None
    assert spec.command is not None
    assert not spec.trusted


def test_after_a_panic_in_a_game_the_next_game_is_played(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.sit_down("{alice: {hand: [{card: Shock, as: shock}]}}")

    class Broken:
        def __getattr__(self, name: str) -> object:
            raise Panic("poisoned")

    monkeypatch.setattr(table.adapter._game(), "game", Broken())
    with pytest.raises(EngineFault, match="poisoned"):
        table.adapter.act({"player": "alice", "action": {"type": "cast", "object": "shock", "targets": ["bob"]}})
    table.sit_down("{alice: {hand: [{card: Shock, as: shock}]}}")
    table.act("alice", type="cast", object="shock", targets=["bob"])


def test_a_question_without_words_ends_the_case_as_unsupported(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from conformance.engines.phase_rs import decisions

    table.sit_down(
        "{alice: {hand: [{card: Kitesail Freebooter, as: pirate}]}, bob: {hand: [{card: Fog, as: fog}, {card: Shock, as: shock}]}}"
    )
    table.act("alice", type="cast", object="pirate")
    table.resolve()
    monkeypatch.delitem(decisions.PROMPTS, "RevealChoice")
    table.act("alice", targets=["bob"])
    table.act("alice", type="pass")
    reply = table.reply("bob", type="pass")
    assert reply["unsupported"]["name"] == "prompt RevealChoice"


def test_an_action_that_nobody_knows_is_unsupported(table: Table) -> None:
    table.sit_down("{}")
    assert table.reply("alice", type="begin")["unsupported"]["name"] == "action begin"
    assert table.reply("alice", type="special", object="x", special="unlock")["unsupported"]["kind"] == "feature"
    assert table.reply("alice", type="concede", at={"player": "bob", "step": "untap"})["unsupported"]["name"] == "concede_at"


def test_an_act_without_a_game_is_an_error(table: Table) -> None:
    table.adapter.shutdown()
    with pytest.raises(EngineFault, match="no game"):
        table.adapter.act({"player": "alice", "action": {"type": "pass"}})


def test_as_a_program_without_card_texts_it_says_so_and_ends(table: Table) -> None:
    assert spec.command is not None
    environment = {**os.environ, PATH_VARIABLE: "/no/such/cards.json"}
    done = subprocess.run(spec.command, input="", capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert done.returncode == 1
    assert "/no/such/cards.json" in done.stderr
    assert "Traceback" not in done.stderr


def test_as_a_program_it_speaks_the_protocol(table: Table) -> None:
    requests = [
        ("initialize", {"protocol": 1, "suite": "test", "edition": "2026-09-25"}),
        ("new_game", {"given": canonical("{alice: {hand: [{card: Shock, as: shock}]}}")}),
        ("act", {"player": "alice", "action": {"type": "cast", "object": "shock", "targets": ["bob"]}}),
        ("observe", {}),
        ("shutdown", {}),
    ]
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) for number, (method, params) in enumerate(requests)
    ]
    assert spec.command is not None
    done = subprocess.run(spec.command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120, check=True)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == [0, 1, 2, 3, 4]
    assert replies[0]["result"]["engine"] == "phase.rs"
    assert replies[2]["result"]["status"]["stack"] == 1
    assert replies[3]["result"]["stack"][0]["card"] == "Shock"
