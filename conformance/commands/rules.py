"""`mtg-conformance rules show R`: a rule as the registry has it."""

from __future__ import annotations

from conformance.cases.library import load
from conformance.commands.inputs import registry
from conformance.commands.problems import ALL_CONFORM, WrongCall
from conformance.report.console import console, say
from conformance.report.text import one_line, plural
from conformance.rules.coverage import RuleCoverage, coverage
from conformance.rules.registry import Registry, is_within, section_of

CASES_SHOWN = 8


def show(number: str) -> int:
    """Print a rule, one clause of it, or the rules of a section; exit code 0. Raises WrongCall for a number that is not there."""
    rules = registry()
    wanted = number.partition("/")[0]
    loaded = load()  # a mistake in some case is no reason not to show a rule
    covered = coverage(rules, ((case.id, case.rules) for case in loaded.cases))
    found = [rule for rule in covered if is_within(rule.rule.number, wanted)]
    if not found or ("/" in number and rules.clause(number) is None):
        raise WrongCall(_not_there(number, rules))
    on = console()
    titles = {case.id: case.title for case in loaded.cases}
    for position, rule in enumerate(found):
        if position:
            on.print()
        _show(rule, number if "/" in number else None, titles if len(found) == 1 else {})
    return ALL_CONFORM


def _not_there(number: str, rules: Registry) -> str:
    wrong = rules.wrong(number)
    if wrong is not None:
        return f"{wrong[0]}: {wrong[1]}"
    then = [rule.number for rule in rules if any(old == number for _, old in rule.numbers)]
    if then:
        return f"rule {number} is not in the registry; in older editions that was the number of what is now {', '.join(then)}"
    return f"rule {number} is not in the registry; its rules are {', '.join(dict.fromkeys(section_of(rule.number) for rule in rules))}"


def _show(covered: RuleCoverage, only: str | None, titles: dict[str, str]) -> None:
    on = console()
    rule = covered.rule
    say(on, f"{rule.number}  {rule.key}", "bold")
    say(on, rule.summary, indent=2)
    for clause in covered.clauses:
        if only is not None and clause.clause.id != only:
            continue
        letter = clause.clause.id.partition("/")[2]
        apart = f" (cannot be observed: {clause.clause.untestable})" if clause.clause.untestable else ""
        cases = "" if apart else f" [{plural(len(clause.cases), 'case') if clause.cases else 'no case'}]"
        say(on, f"{letter}: {clause.clause.text}{apart}{cases}", indent=2, hanging=3)
        if titles:
            for case in clause.cases[:CASES_SHOWN]:
                say(on, f"{case}  {one_line(titles[case])}", "dim", indent=5, hanging=2)
            if len(clause.cases) > CASES_SHOWN:
                say(on, f"and {len(clause.cases) - CASES_SHOWN} more", "dim", indent=5)
    if rule.since:
        say(on, f"since: the edition of {rule.since}", indent=2)
    if rule.numbers:
        say(on, "numbers: " + ", ".join(f"{number} ({first})" for first, number in rule.numbers), indent=2, hanging=9)
    if rule.seeds:
        say(on, "in the texts this suite began with: " + ", ".join(rule.seeds), indent=2, hanging=4)
    if rule.see:
        say(on, "see also: " + ", ".join(rule.see), indent=2, hanging=4)
