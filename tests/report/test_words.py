"""The one line that says how a case differed."""

import pytest

from conformance.report.words import comparable, differed, source_of
from conformance.runner.report import Failure


@pytest.mark.parametrize(
    ("expected", "observed", "message", "how"),
    [
        ("refused (restriction)", "refused (choice)", "no", "expected refused (restriction), observed refused (choice): no"),
        ("accepted", "refused", "not now", "expected accepted, observed refused: not now"),
        ("accepted", "refused (cost)", None, "expected accepted, observed refused (cost)"),
        ("alice is asked to attack", "never asked", "alice was never asked to attack", "alice was never asked to attack"),
    ],
)
def test_words_of_a_refusal_stand_behind_what_was_expected_and_those_of_the_suite_alone(expected, observed, message, how):
    assert differed(Failure(9, "alice.attack", expected, observed, message=message)) == ("step 9, alice.attack", how)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("interactions A07", "interactions A07 (a row of docs/scenarios.md)"),
        ("report xmage-1829", "report xmage-1829 (a row of docs/reports.md)"),
        ("report of a judge", "report of a judge"),
        ("interactions", "interactions"),
        ("https://example.org/7", "https://example.org/7"),
    ],
)
def test_a_source_that_is_a_row_of_a_list_says_which_list(source: str, told: str) -> None:
    assert source_of(source) == told


TRIGGER = {"id": "#27", "controller": "bob", "card": None, "source": "guide"}


@pytest.mark.parametrize(
    ("observed", "expected", "shown"),
    [
        ([TRIGGER], [{"source": "guide", "controller": "alice"}], [{"source": "guide", "controller": "bob"}]),
        ([TRIGGER, TRIGGER], [{"source": "guide"}], [{"source": "guide"}, {"source": "guide"}]),
        ([TRIGGER], [{"card": "Fog"}], [TRIGGER]),  # an ability where a spell was asked for
        ([TRIGGER], [], [TRIGGER]),
        ([], [{"source": "guide"}], []),
        (["a", TRIGGER], [{"source": "guide"}], ["a", TRIGGER]),
        (3, 4, 3),
    ],
)
def test_of_things_in_a_list_what_was_asked_about_them_is_shown(observed: object, expected: object, shown: object) -> None:
    assert comparable(observed, expected) == shown


def test_a_difference_on_the_stack_can_be_seen() -> None:
    how = differed(Failure(6, "stack", [{"source": "guide", "controller": "alice"}], [TRIGGER]))[1]
    assert how == "expected [{source: guide, controller: alice}], observed [{source: guide, controller: bob}]"
