"""What an adapter sends is checked, and a mistake is told with its place; the shipped schemas are those of the types."""

import json
from pathlib import Path

import msgspec
import pytest

import conformance
from conformance.cases.parse_expect import DECISION_KINDS as KINDS_OF_CASES
from conformance.protocol import DECISION_KINDS, FEATURES, BadMessage, check, protocol_schema
from conformance.runner.report import CaseResult, EngineInfo, Failure, Report, SuiteInfo, decode, encode, report_schema, summarize

SCHEMAS = Path(conformance.__file__).parent / "schemas"
STATUS = {"turn": 3, "active": "alice", "step": "upkeep", "stack": 0, "decision": None, "over": True, "players": ["alice", "bob"]}
HELLO = {"engine": "e", "version": "1", "language": "Rust", "protocol": 1, "features": [], "cards": "all", "players": [2, 2]}


def test_what_is_right_comes_through_as_plain_data_with_what_the_engine_adds():
    reply = {"status": STATUS, "events": [{"kind": "tapped", "object": "a", "by": "me"}, {"kind": "mine"}], "extra": 1}
    assert check("act", msgspec.json.encode(reply)) == reply
    assert check("initialize", msgspec.json.encode(HELLO)) == HELLO
    assert check("shutdown", b"{}") == {}


@pytest.mark.parametrize(
    ("method", "reply", "message"),
    [
        ("act", {"status": STATUS | {"stack": "0"}}, "Expected `int`, got `str` - at `$.status.stack`"),
        ("act", {"status": STATUS | {"step": "main"}}, "Invalid enum value 'main' - at `$.status.step`"),
        ("act", {"status": {"turn": 1}}, "missing required field `active` - at `$.status`"),
        ("act", {"status": STATUS, "illegal": {}}, "holds status and illegal"),
        ("act", {}, "the result of act holds nothing known"),
        ("act", {"illegal": {"reason": "because"}}, "Invalid enum value 'because' - at `$.illegal.reason`"),
        ("act", {"status": STATUS, "events": [{"object": "a"}]}, "missing required field `kind` - at `$.events[0]`"),
        (
            "act",
            {"status": STATUS | {"decision": {"player": "bob", "kind": "sleep"}}},
            "Invalid enum value 'sleep' - at `$.status.decision.kind`",
        ),
        ("new_game", {"status": STATUS, "refused": {"reason": "x"}}, "holds status and refused"),
        ("new_game", {}, "holds nothing known"),
        ("observe", {"players": {}, "objects": [{"id": "a", "phased": "yes"}]}, "Invalid enum value 'yes' - at `$.objects[0].phased`"),
        ("observe", {"players": {"alice": {"hand": 3}}, "objects": []}, "Expected `array`, got `int` - at `$.players[...].hand`"),
        ("initialize", HELLO | {"cards": "listed"}, "card_names"),
        ("initialize", HELLO | {"players": [3, 2]}, "which holds nobody"),
        ("initialize", HELLO | {"players": [2]}, "at `$.players`"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(method, reply, message):
    with pytest.raises(BadMessage) as raised:
        check(method, msgspec.json.encode(reply))
    assert message in str(raised.value)
    assert method in str(raised.value)


def test_cases_and_protocol_know_the_same_kinds_of_decision():
    assert set(KINDS_OF_CASES) == set(DECISION_KINDS)


def test_the_protocol_document_lists_every_feature_and_every_kind():
    document = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    assert [feature for feature in FEATURES if f"`{feature}`" not in document] == []
    assert [kind for kind in DECISION_KINDS if f"`{kind}`" not in document] == []


@pytest.mark.parametrize(("file", "make"), [("protocol.json", protocol_schema), ("report.json", report_schema)])
def test_shipped_schemas_are_those_of_the_types(file, make):
    """To bring them in step: `python -m conformance.runner.schemas`."""
    assert json.loads((SCHEMAS / file).read_text()) == make()


def test_a_report_can_be_written_and_read_back():
    result = CaseResult("a", "A", "a.yaml", 1, ["502.3"], "fail", "given", 0.1, failure=Failure(1, "croc.phased", "in", {"kind": "direct"}))
    report = Report(SuiteInfo("s", "1", 1), EngineInfo("e"), "2026-09-25", True, "now", 0.1, summarize([result]), [result])
    assert decode(encode(report)) == report
    assert json.loads(encode(report))["cases"][0]["failure"] == {
        "step": 1,
        "path": "croc.phased",
        "expected": "in",
        "observed": {"kind": "direct"},
    }
