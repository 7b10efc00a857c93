"""`mtg-conformance rules diff EDITION EDITION`: what the registry knows to differ between two editions."""

from __future__ import annotations

from conformance.commands.inputs import edition_of, editions, registry
from conformance.commands.machine import as_json, write
from conformance.commands.problems import ALL_CONFORM
from conformance.report.console import console, say, table
from conformance.report.text import plural
from conformance.rules.numbering import Came, Difference, difference


def run(one: str, other: str, output: str = "terminal") -> int:
    """Print what differs from the earlier of the two editions to the later one; exit code 0. Raises WrongCall for no edition."""
    json = as_json(output)
    first, last = sorted((edition_of(one, "edition"), edition_of(other, "edition")))
    found = difference(registry(), editions(), first, last)
    if json:
        write(found)
        return ALL_CONFORM
    _show(found)
    return ALL_CONFORM


def _show(found: Difference) -> None:
    on = console()
    say(on, f"From the edition of {found.first} to that of {found.last}, by the registry", "bold")
    if not (found.moved or found.added or found.removed or found.texts or found.changes):
        say(on, "Nothing is known to differ.")
        return
    if found.changes:
        on.print()
        say(on, f"Behaviour ({len(found.changes)})", "bold")
        for change in found.changes:
            say(on, f"{change.since}  {change.name}  ({', '.join(change.rules)} today)", indent=2, hanging=2)
            say(on, change.what, indent=6)
    if found.moved:
        on.print()
        say(on, f"Numbers that moved ({len(found.moved)})", "bold")
        table(on, [(found.first, "left"), (found.last, "left"), ("rule", "left")], [(move.was, move.now, move.key) for move in found.moved])
    _came("Rules that came", found.added)
    _came("Rules that went", found.removed)
    if found.reused:
        on.print()
        say(on, f"Numbers that mean another rule ({len(found.reused)})", "bold")
        rows = [(number, then, now) for number, then, now in found.reused]
        table(on, [("number", "left"), (found.first, "left"), (found.last, "left")], rows)
    on.print()
    if found.texts:
        say(on, f"The text of {plural(len(found.texts), 'rule')} that both have reads otherwise: {', '.join(found.texts)}.", hanging=2)


def _came(title: str, rules: list[Came]) -> None:
    if not rules:
        return
    on = console()
    on.print()
    say(on, f"{title} ({len(rules)})", "bold")
    table(on, [("number", "left"), ("rule", "left"), ("in short", "left")], [(rule.number, rule.key, rule.summary) for rule in rules])
