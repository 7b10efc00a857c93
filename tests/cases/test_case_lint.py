"""Static lint: refusals without a control, unknown rules and clauses, cases that are alike."""

from __future__ import annotations

from case_texts import check, script

from conformance.cases import CardPool, Loaded
from conformance.cases.lint import WrongRule, likeness, lint


def findings(*texts: str, wrong: WrongRule | None = None) -> list[tuple[int, str, str]]:
    cases = [case for text in texts for case in check(text)[0]]
    assert len(cases) == len(texts)
    return [(problem.line, problem.message, problem.severity) for problem in lint(Loaded(cases, [], CardPool()), wrong)]


REFUSED = "alice: {cast: Unsummon, targets: [croc], illegal: target}"


def test_a_refusal_needs_a_positive_control() -> None:
    assert findings(script(REFUSED, "alice: {play_land: Forest}")) == [(10, "case one: 'cast' is only ever refused", "warning")]
    assert findings(script(REFUSED, "alice: {cast: Unsummon, targets: [croc]}")) == []


def test_acting_without_priority_needs_no_control() -> None:
    assert findings(script("bob: {cast: Unsummon, illegal: no_priority}")) == []


def test_a_refused_answer_needs_one_too() -> None:
    assert findings(script("answers: {alice: [{may: true, illegal: choice}]}")) == [(10, "case one: 'may' is only ever refused", "warning")]
    assert findings(script("answers: {alice: [{may: true, illegal: choice}, {may: false}]}")) == []


def test_rules_are_judged_by_the_registry() -> None:
    text = script("pass: alice").replace("[502.3]", "[502.3, 502.3/z]")

    def wrong(rule: str) -> tuple[str, str] | None:
        return ("rule 502.3 has no clause z", "its clauses: a") if rule == "502.3/z" else None

    assert findings(text, wrong=wrong) == [(1, "case one: rule 502.3 has no clause z", "error")]
    assert findings(text) == []


def test_cases_that_differ_only_in_names_are_alike() -> None:
    one = script("advance_to: {player: bob, step: end}", "expect: {croc: {tapped: false}}")
    other = one.replace("croc", "lizard").replace("alice", "zoe").replace("id: one", "id: two")
    other = other.replace("  given:\n", "  given:\n    players: [zoe, bob]\n")
    different = one.replace("step: end", "step: draw").replace("id: one", "id: three")
    assert findings(one, other, different) == [(1, "case two is the same as one but for names", "warning")]


def test_the_order_of_permanents_makes_no_difference() -> None:
    one = script("pass: alice").replace("        - {card: Sandbar", "        - {card: Gray Ogre, as: ogre}\n        - {card: Sandbar")
    other = script("pass: alice").replace("as: croc}\n", "as: croc}\n        - {card: Gray Ogre, as: ogre}\n")
    assert likeness(check(one)[0][0]) == likeness(check(other)[0][0])


def test_cards_make_a_difference() -> None:
    one, other = script("pass: alice"), script("pass: alice").replace("Sandbar Crocodile", "Gray Ogre")
    assert likeness(check(one)[0][0]) != likeness(check(other)[0][0])
