"""What the shell offers behind an option: names that the suite knows. Nothing here may fail; where there is nothing to offer, nothing is.

A completer is given the beginning of a word and gives whole words. The library filters none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

MUTANT = "mutant:"


def _offered(words: Callable[[str], Iterable[str]]) -> Callable[[str], list[str]]:
    def complete(incomplete: str) -> list[str]:
        try:
            return [word for word in words(incomplete) if word.startswith(incomplete)]
        except Exception:  # a broken case file is told by the command, not by the Tab key
            return []

    return complete


def _engines(incomplete: str) -> Iterable[str]:
    from conformance.engines.registry import engine_names

    if incomplete.startswith(MUTANT):
        return [MUTANT + name for name in _mutants(incomplete)]
    return [*engine_names(), MUTANT, "stdio:"]


def _mutants(incomplete: str) -> Iterable[str]:
    from conformance.mutants import mutants

    return [mutant.id for mutant in mutants()]


def _cases(incomplete: str) -> Iterable[str]:
    from conformance.cases.library import load

    return [case.id for case in load().cases]


def _rules(incomplete: str) -> Iterable[str]:
    from conformance.commands.inputs import registry
    from conformance.rules.registry import section_of

    numbers = [rule.number for rule in registry()]
    if "/" in incomplete:
        return [clause.id for rule in registry() for clause in rule.clauses]
    return dict.fromkeys([*map(section_of, numbers), *numbers])


def _editions(incomplete: str) -> Iterable[str]:
    from conformance.commands.inputs import editions

    return editions().labels


engines, mutants, cases, rules, editions_ = map(_offered, (_engines, _mutants, _cases, _rules, _editions))


def rejoined(words: list[str], current: int) -> tuple[list[str], int, str]:
    """The words of bash, which takes `:` and `=` for words of their own (`mutant : x`), as they were typed, and which of them is current.

    The third is what bash keeps of the current word, which has therefore to be left out of every answer.
    """
    made: list[str] = []
    place, kept = 0, ""
    breaks = joins = False
    for number, word in enumerate(words):
        joins, breaks = breaks, bool(word) and not word.strip(":=")
        if breaks and word == "=" and made and made[-1].startswith("--"):
            breaks = False  # --engine=x means the same as --engine x
            if number == current:
                made.append("")
        elif (breaks or joins) and made:
            made[-1] += word
        else:
            made.append(word)
        if number == current:
            place, kept = len(made) - 1, made[-1][: -len(word)] if joins and word else made[-1] if breaks else ""
    return made, place, kept


def among(*words: str) -> Callable[[str], list[str]]:
    """Offers these words."""
    return _offered(lambda incomplete: words)
