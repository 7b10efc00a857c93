"""`mtg-conformance rules hash FILE...`: hashes of the rules' texts, for who keeps the registry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from conformance.cases.problems import Unreadable
from conformance.cases.reader import read_bytes
from conformance.commands.inputs import registry
from conformance.commands.machine import as_json, write
from conformance.commands.problems import ALL_CONFORM, NOT_CONFORMING, BadFiles, WrongCall
from conformance.commands.rules_check import edition_of_text, published
from conformance.report.console import console, say
from conformance.report.text import one_line, plural
from conformance.rules.hashing import Filled, Labelled, fill
from conformance.rules.in_place import NotReplaced, replace_all
from conformance.rules.loader import RegistryProblems, load
from conformance.rules.registry import Registry
from conformance.rules.registry_files import with_keys


def run(files: Sequence[Path], edition: str | None, registry_folder: Path | None, writing: bool, output: str = "terminal") -> int:
    """Print what the texts say of each rule's hash, and with `writing` put it into the registry's files.

    Exit code 0, or 1 if a text lacks a number that a rule should have there. Raises WrongCall and BadFiles.
    """
    json = as_json(output)
    if edition is not None and len(files) > 1:
        raise WrongCall("--edition: names the edition of one text; give the texts one by one, or leave it to what they say themselves")
    texts = [_labelled(file, edition) for file in files]
    twice = {text.edition for text in texts if sum(text.edition == other.edition for other in texts) > 1}
    if twice:
        raise WrongCall(
            f"several texts are the edition of {', '.join(sorted(twice))}: give one of them, or name its edition with --edition"
        )
    filled = fill(_registry(registry_folder), texts)
    if writing:
        if registry_folder is None:
            raise WrongCall("--write: name the folder of the registry to write into with --registry, as in --registry cases/rules")
        _write(filled)
    if json:
        write({"rules": [_document(its) for its in filled]})
    else:
        _show(filled, texts, writing)
    return NOT_CONFORMING if any(its.absent for its in filled) else ALL_CONFORM


def _labelled(file: Path, edition: str | None) -> Labelled:
    text = published(file)
    date = edition_of_text(text, edition)
    if date is None:
        raise WrongCall(f"{file}: does not say which edition it is; name it with --edition")
    return Labelled(date, text)


def _registry(folder: Path | None) -> Registry:
    if folder is None:
        return registry()
    try:
        return load(folder)
    except RegistryProblems as problems:
        raise BadFiles(*(str(problem) for problem in problems.problems)) from problems


def _write(filled: Sequence[Filled]) -> None:
    by_file: dict[str, dict[str, dict[str, list[str]]]] = defaultdict(dict)
    for its in filled:
        if its.changed:
            by_file[its.rule.file][its.rule.number] = its.lines()
    contents = {}
    try:
        for name, changes in by_file.items():
            data = read_bytes(Path(name), name)
            contents[Path(name)] = (data, with_keys(data, name, changes))
        replace_all(contents)
    except Unreadable as unreadable:
        raise BadFiles(str(unreadable.problem)) from unreadable
    except (NotReplaced, ValueError) as problem:
        raise BadFiles(str(problem)) from problem


def _document(its: Filled) -> dict[str, object]:
    return {
        "number": its.rule.number,
        "key": its.rule.key,
        "text_sha256": dict(its.texts),
        "text_sketch": its.sketch,
        "changed": its.changed,
        "absent": list(its.absent),
    }


def _show(filled: Sequence[Filled], texts: Sequence[Labelled], written: bool) -> None:
    on = console()
    say(on, f"{plural(len(texts), 'text')}: {', '.join(sorted(text.edition for text in texts))}", "bold", hanging=2)
    for text in texts:
        for warning in text.published.warnings:
            say(on, f"warning: {one_line(text.published.file)}: {one_line(warning)}", "yellow", hanging=2)
    for its in filled:
        for edition in its.absent:
            say(on, f"{its.rule.key}: the text of {edition} has no {its.rule.number_in(edition)}", "bold red", indent=2, hanging=4)
        if its.changed:
            known = dict(its.rule.texts)
            for edition, value in its.texts:
                if known.get(edition, "") != value:
                    say(on, f"{its.rule.number}  {edition}: {value or 'not known'}", indent=2, hanging=4)
    changed = sum(its.changed for its in filled)
    what = "written" if written else "to be written; --write does it"
    say(on, f"{plural(changed, 'rule')} of {len(filled)} {what}." if changed else "The registry says the same.", "bold")
