"""Reading the registry: `cases/rules/*.yaml` to a Registry. Everything wrong is found in one go, each with its place.

An entry is `{number, key, summary, clauses: {a: TEXT | {text, untestable?, since?, until?}}, numbers?, since?, until?, seeds?, see?,
text_sha256?, text_sketch?}`. `editions.yaml` in the same folder is read by `conformance.rules.editions`.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from conformance.cases.model import Place
from conformance.cases.problems import Problem, Unreadable, choose_from, shown
from conformance.cases.reader import Node, read, read_bytes
from conformance.rules.registry import CLAUSE, NUMBER, Clause, Registry, Rule, sort_key

KEYS = ("number", "key", "summary", "clauses", "numbers", "since", "until", "seeds", "see", "text_sha256", "text_sketch")
REQUIRED = ("number", "key", "summary", "clauses")
CLAUSE_KEYS = ("text", "untestable", "since", "until")
KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
SHA256 = re.compile(r"[0-9a-f]{64}")
SKETCH = re.compile(r"[0-9a-f]{32}")
EDITIONS_FILE = "editions.yaml"


class RegistryProblems(Exception):
    """The registry cannot be used; `problems` says what is wrong with it, and where."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def load(directory: Path, shown_as: str = "") -> Registry:
    """The registry in the YAML files of `directory`. `shown_as` takes the place of the directory's path in messages.

    Raises RegistryProblems with all that is wrong.
    """
    problems: list[Problem] = []
    rules: list[Rule] = []
    for path in registry_files(directory):
        file = f"{shown_as}/{path.name}" if shown_as else str(path)
        reading = _Reading(file, problems)
        try:
            root = read(read_bytes(path, file), file)
        except Unreadable as unreadable:
            problems.append(unreadable.problem)
            continue
        rules.extend(reading.rules(root))
    if not rules and not problems:
        problems.append(Problem(shown_as or str(directory), 0, 0, "holds no registry of rules", "it belongs into *.yaml files there"))
    problems.extend(_clashes(rules))
    if problems:
        raise RegistryProblems(problems)
    rules.sort(key=lambda rule: sort_key(rule.number))
    return Registry({rule.number: rule for rule in rules})


def registry_files(directory: Path) -> list[Path]:
    """The files of a registry, in a fixed order."""
    return [path for path in sorted(directory.glob("*.yaml")) if path.name != EDITIONS_FILE]


def _clashes(rules: list[Rule]) -> list[Problem]:
    """What is wrong between rules: the same number or key twice, `see` of a rule that is not there."""
    problems = []
    seen: dict[str, Rule] = {}
    for rule in rules:
        for name in (rule.number, rule.key):
            if name in seen:
                first = seen[name]
                problems.append(Problem(rule.file, rule.line, 1, f"{name} is there twice", f"first in {first.file}:{first.line}"))
            seen.setdefault(name, rule)
    return problems


class _Reading:
    """Reads one file; adds to `problems`, and gives the rules that can be made sense of."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self.file = file
        self.problems = problems

    def wrong(self, place: Place, message: str, remedy: str = "") -> None:
        self.problems.append(Problem(self.file, place.line, place.column, message, remedy))

    def rules(self, root: Node) -> list[Rule]:
        entries = root.value
        if not isinstance(entries, list):
            self.wrong(root.place, f"the file is {root.kind}, not a list of rules", "begin each rule with '- number:'")
            return []
        return [rule for entry in entries if (rule := self.rule(entry)) is not None]

    def rule(self, entry: Node) -> Rule | None:
        if not isinstance(entry.value, dict):
            self.wrong(entry.place, f"a rule is a mapping, this is {entry.kind}", "begin each rule with '- number:'")
            return None
        before = len(self.problems)
        nodes: dict[str, Node] = entry.value
        for key, node in nodes.items():
            if key not in KEYS:
                self.wrong(node.key_place, f"unknown key {shown(key)}", choose_from(key, KEYS))
        for key in REQUIRED:
            if key not in nodes:
                self.wrong(entry.place, f"the key {shown(key)} is missing", f"a rule has {', '.join(REQUIRED)}")
        number = self.number(nodes["number"]) if "number" in nodes else ""
        rule = Rule(
            number=number,
            key=self.key(nodes["key"]) if "key" in nodes else "",
            summary=self.text(nodes["summary"], "summary") if "summary" in nodes else "",
            clauses=self.clauses(nodes["clauses"], number) if "clauses" in nodes else (),
            numbers=self.numbers(nodes["numbers"], number) if "numbers" in nodes else (),
            since=self.date(nodes["since"], "since") if "since" in nodes else None,
            until=self.date(nodes["until"], "until") if "until" in nodes else None,
            texts=self.texts_by_edition(nodes["text_sha256"]) if "text_sha256" in nodes else (),
            sketch=self.sketch(nodes["text_sketch"]) if "text_sketch" in nodes else None,
            seeds=self.texts(nodes["seeds"], "seeds") if "seeds" in nodes else (),
            see=self.texts(nodes["see"], "see") if "see" in nodes else (),
            file=self.file,
            line=entry.place.line,
        )
        if rule.since and rule.until and rule.until < rule.since:
            self.wrong(nodes["until"].place, "'until' is before 'since'", "both days count: the last one has to come after the first")
        return rule if len(self.problems) == before else None

    def text(self, node: Node, what: str) -> str:
        if isinstance(node.value, str) and node.value.strip():
            return " ".join(node.value.split())
        self.wrong(node.place, f"{what} is a text, this is {node.kind}")
        return ""

    def texts(self, node: Node, what: str) -> tuple[str, ...]:
        if isinstance(node.value, list):
            return tuple(self.text(entry, f"each of {what}") for entry in node.value)
        self.wrong(node.place, f"{what} is a list of texts, this is {node.kind}", f"write {what}: [...]")
        return ()

    def number(self, node: Node) -> str:
        text = self.text(node, "number")
        if text and not NUMBER.fullmatch(text):
            self.wrong(node.place, f"{shown(text)} is no rule number", "write it as in 502.3 or 702.26g")
        return text

    def key(self, node: Node) -> str:
        text = self.text(node, "key")
        if text and not KEY.fullmatch(text):
            self.wrong(node.place, f"the key {shown(text)} has another form", "write lower-case words with dots, as in phasing.indirect")
        return text

    def date(self, node: Node, what: str) -> str:
        text = self.text(node, what)
        if text and not is_date(text):
            self.wrong(node.place, f"{shown(text)} is no date", "write it as in 2009-07-11")
        return text

    def clauses(self, node: Node, number: str) -> tuple[Clause, ...]:
        if not isinstance(node.value, dict) or not node.value:
            self.wrong(node.place, f"clauses is a mapping of letters to texts, this is {node.kind}", "write clauses: {a: ...}")
            return ()
        clauses = []
        for letter, entry in node.value.items():
            if not CLAUSE.fullmatch(letter):
                self.wrong(entry.key_place, f"{shown(letter)} is no name of a clause", "a clause is named by one letter: a, b, c")
            more: dict[str, str] = {}
            if isinstance(entry.value, dict):
                for key, inner in entry.value.items():
                    if key not in CLAUSE_KEYS:
                        self.wrong(inner.key_place, f"unknown key {shown(key)}", choose_from(key, CLAUSE_KEYS))
                if "text" not in entry.value:
                    self.wrong(entry.place, f"clause {letter} has no text", "write {text: ..., untestable: REASON}")
                    continue
                text = self.text(entry.value["text"], f"clause {letter}")
                if "untestable" in entry.value:
                    more["untestable"] = self.text(entry.value["untestable"], "untestable (the reason)")
                more |= {key: self.date(entry.value[key], key) for key in ("since", "until") if key in entry.value}
            else:
                text = self.text(entry, f"clause {letter}")
            clauses.append(Clause(f"{number}/{letter}", text, **more))
        return tuple(clauses)

    def numbers(self, node: Node, number: str) -> tuple[tuple[str, str], ...]:
        if not isinstance(node.value, dict) or not node.value:
            self.wrong(node.place, f"numbers maps editions to numbers, this is {node.kind}", "write numbers: {2009-07-11: 702.23f, ...}")
            return ()
        pairs = []
        for date, entry in node.value.items():
            if not is_date(date):
                self.wrong(entry.key_place, f"{shown(date)} is no date", "write it as in 2009-07-11")
            pairs.append((date, self.number(entry)))
        pairs.sort()
        if pairs[-1][1] != number:
            self.wrong(
                node.key_place,
                f"by numbers the newest number is {pairs[-1][1]}, by number it is {number}",
                f"add the first edition with {number} to numbers",
            )
        return tuple(pairs)

    def texts_by_edition(self, node: Node) -> tuple[tuple[str, str | None], ...]:
        if not isinstance(node.value, dict) or not node.value:
            self.wrong(node.place, f"text_sha256 maps editions to hashes, this is {node.kind}", "'mtg-conformance rules hash' writes it")
            return ()
        pairs: list[tuple[str, str | None]] = []
        for date, entry in node.value.items():
            if not is_date(date):
                self.wrong(entry.key_place, f"{shown(date)} is no date", "write it as in 2009-07-11")
            if entry.value is not None and not (isinstance(entry.value, str) and SHA256.fullmatch(entry.value)):
                self.wrong(entry.place, f"{entry.kind} is no sha256", "64 of 0-9a-f, or null where the text changed and is not known")
                continue
            pairs.append((date, entry.value))
        return tuple(sorted(pairs, key=lambda pair: pair[0]))

    def sketch(self, node: Node) -> str | None:
        text = self.text(node, "text_sketch")
        if text and not SKETCH.fullmatch(text):
            self.wrong(node.place, f"{shown(text)} is no sketch of a text", "32 of 0-9a-f; 'mtg-conformance rules hash' writes it")
        return text or None


def is_date(text: str) -> bool:
    """Whether `text` is a date as editions are named by it: 2026-09-25."""
    try:
        return bool(DATE.fullmatch(text)) and bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False
