"""`mtg-conformance rules show R`: a rule as the registry has it, by any edition."""

from __future__ import annotations

from typing import Any

from conformance.cases.library import load
from conformance.cases.model import Case
from conformance.cases.problems import choose_from
from conformance.commands.inputs import edition_of, editions, registry
from conformance.commands.machine import as_json, write
from conformance.commands.problems import ALL_CONFORM, WrongCall
from conformance.report.console import console, say
from conformance.report.text import one_line, plural
from conformance.rules.coverage import RuleCoverage, coverage
from conformance.rules.editions import NEWEST, Change, Editions
from conformance.rules.numbering import Numbering, once_called
from conformance.rules.registry import CLAUSE, NUMBER, Registry, Rule, is_within, section_of, sort_key
from conformance.runner.certify import in_edition

CASES_SHOWN = 8


def show(number: str, edition: str | None = None, output: str = "terminal") -> int:
    """Print a rule, one clause of it, or the rules of a section, by the numbers of an edition; exit code 0.

    Raises WrongCall for a number that is not there.
    """
    json = as_json(output)
    date = edition_of(edition)
    rules = registry()
    known = editions()
    cases = [case for case in load().cases if in_edition(case, date)]  # a mistake in some case is no reason not to show a rule
    wanted, slash, letter = number.partition("/")
    covered = coverage(rules, ((case.id, case.rules) for case in cases), date)
    if date == NEWEST and wanted in rules.rules and rules.rules[wanted].until is not None:
        covered += coverage(rules, ((case.id, case.rules) for case in load().cases), rules.rules[wanted].until or "")
    found = [rule for rule in covered if is_within(_number(rule.rule, date), wanted)]
    if slash:
        found = [rule for rule in found if _number(rule.rule, date) == wanted and rules.clause(f"{rule.rule.number}/{letter}") is not None]
    if not found:
        raise WrongCall(_not_there(number, date, rules))
    found.sort(key=lambda rule: sort_key(_number(rule.rule, date)))
    if json:
        write({"edition": date, "rules": [_document(rule, date, letter, known) for rule in found]})
        return ALL_CONFORM
    on = console()
    for position, rule in enumerate(found):
        if position:
            on.print()
        _show(rule, date, letter, cases if len(found) == 1 else [], known, rules)
    return ALL_CONFORM


def _number(rule: Rule, edition: str) -> str:
    """The rule's number in the edition; of a rule that is not there any more the last one."""
    return rule.number_in(edition) or rule.number


def _not_there(number: str, edition: str, rules: Registry) -> str:
    wanted, slash, letter = number.partition("/")
    if not NUMBER.fullmatch(wanted) or (slash and not CLAUSE.fullmatch(letter)):
        near = choose_from(wanted, [rule.number for rule in rules] + [rule.key for rule in rules])
        return f"{number!r} is no rule number: write it as in 502.3 or 702.26g, a clause of it as in 702.26g/c{'; ' + near if near else ''}"
    if slash and (known := rules.now(wanted, edition)):
        letters = ", ".join(clause.id.partition("/")[2] for clause in known[0].clauses)
        return f"rule {wanted} has no clause {letter}: its clauses: {letters}"
    then = once_called(rules, wanted)
    if then:
        told = ", ".join(
            f"{rule.key} (from {first or 'the first edition'} on{f', until {end}' if end else ''})" for first, end, rule in then
        )
        today = ", ".join(rule.number for _, _, rule in then)
        if edition == NEWEST:
            return f"rule {wanted} is not in the registry; in older editions that was the number of what is now {today}: {told}"
        return f"the edition of {edition} has no rule {wanted} in the registry; in others that is, or was, the number of {told}"
    if edition == NEWEST and (wrong := rules.wrong(wanted)) is not None:
        return f"{wrong[0]}: {wrong[1]}"
    numbers = [its for rule in rules if (its := rule.number_in(edition)) is not None]
    near = choose_from(wanted, numbers if len(numbers) > 30 else [*numbers, *[""] * 31])
    sections = ", ".join(dict.fromkeys(section_of(its) for its in sorted(numbers, key=sort_key)))
    return f"rule {wanted} is not in the registry{'; ' + near if near else ''}; its rules are {sections}"


def _changes(rule: Rule, known: Editions) -> list[Change]:
    return [change for change in known.changes if any(is_within(rule.number, number) for number in change.rules)]


def _document(covered: RuleCoverage, edition: str, only: str, known: Editions) -> dict[str, Any]:
    rule = covered.rule
    number = _number(rule, edition)
    clauses = []
    for clause in covered.clauses:
        letter = clause.clause.id.partition("/")[2]
        if only and letter != only:
            continue
        its: dict[str, Any] = {"id": f"{number}/{letter}", "text": clause.clause.text, "testable": clause.testable, "cases": clause.cases}
        if clause.clause.untestable:
            its["reason"] = clause.clause.untestable
        clauses.append(its)
    return {
        "number": number,
        "number_now": rule.number,
        "key": rule.key,
        "summary": rule.summary,
        "since": rule.since,
        "until": rule.until,
        "numbers": dict(rule.numbers),
        "text_sha256": dict(rule.texts),
        "changes": [{"name": change.name, "from": change.since, "what": change.what} for change in _changes(rule, known)],
        "clauses": clauses,
        "cases": covered.bare,
        "seeds": list(rule.seeds),
        "see": list(rule.see),
    }


def _show(covered: RuleCoverage, edition: str, only: str, cases: list[Case], known: Editions, rules: Registry) -> None:
    on = console()
    rule = covered.rule
    number = _number(rule, edition)
    today = f"  ({rule.number} today)" if number != rule.number else ""
    say(on, f"{number}  {rule.key}{today}", "bold")
    say(on, rule.summary, indent=2)
    titles = {case.id: case.title for case in cases}
    for clause in covered.clauses:
        letter = clause.clause.id.partition("/")[2]
        if only and letter != only:
            continue
        apart = f" (cannot be observed: {clause.clause.untestable})" if clause.clause.untestable else ""
        count = "" if apart else f" [{plural(len(clause.cases), 'case') if clause.cases else 'no case'}]"
        say(on, f"{letter}: {clause.clause.text}{apart}{count}", indent=2, hanging=3)
        if titles:
            for case in clause.cases[:CASES_SHOWN]:
                say(on, f"{case}  {one_line(titles[case])}", "dim", indent=5, hanging=2)
            if len(clause.cases) > CASES_SHOWN:
                say(on, f"and {len(clause.cases) - CASES_SHOWN} more", "dim", indent=5)
    if rule.since:
        say(on, f"since: the edition of {rule.since}", indent=2)
    if rule.until:
        say(on, f"until: {rule.until}; today's rules do not have it", "yellow", indent=2)
    if rule.numbers:
        say(on, "numbers: " + ", ".join(f"{its} ({first})" for first, its in rule.numbers), indent=2, hanging=9)
    for change in _changes(rule, known):
        say(on, f"{change.since}: {change.name}: {change.what}", indent=2, hanging=2)
    if len(rule.texts) > 1:
        say(on, "the text reads otherwise from: " + ", ".join(first for first, _ in rule.texts[1:]), indent=2, hanging=4)
    if rule.seeds:
        say(on, "in the texts this suite began with: " + ", ".join(rule.seeds), indent=2, hanging=4)
    if rule.see:
        seen = Numbering(rules, target=edition).references(rule.see)
        say(on, "see also: " + ", ".join(seen), indent=2, hanging=4)
