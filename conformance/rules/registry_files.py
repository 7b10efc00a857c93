"""Writing into files of the registry: one key of one rule, everything else left as it stands, comments and layout included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conformance.cases.problems import Unreadable
from conformance.cases.reader import Node, read


def with_keys(data: bytes, file: str, changes: Mapping[str, Mapping[str, Sequence[str]]]) -> bytes:
    """The file with keys of rules set: `changes` has for a rule's number the keys, and for each key its lines without indent (none: the
    key is taken out). A key that is there is replaced where it stands, another one goes to the end of its rule.

    Raises Unreadable where `data` is no YAML, and ValueError where it would no longer hold the same otherwise.
    """
    root = read(data, file)
    lines = data.decode("utf-8").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    for entry in reversed(root.value):
        wanted = changes.get(entry.value["number"].value)
        if wanted:
            _set(lines, entry.value, wanted)
    made = "".join(lines).encode()
    touched = {number: set(keys) for number, keys in changes.items()}
    if not _same(made, root, touched, file):
        raise ValueError(
            f"{file}: a rule is written in a layout that cannot be changed in place; write each of its keys on a line of its own"
        )
    return made


def _same(made: bytes, root: Node, touched: Mapping[str, set[str]], file: str) -> bool:
    """Whether the new content holds what the old one does, apart from the keys that were to change."""
    try:
        return _plain(read(made, file), touched) == _plain(root, touched)
    except Unreadable:
        return False


def _set(lines: list[str], nodes: Mapping[str, Node], wanted: Mapping[str, Sequence[str]]) -> None:
    """Set keys of one rule in the lines of the file, from the last to the first, so that places stay true."""
    indent = max(node.key_place.column for node in nodes.values()) - 1
    spans = {key: _span(lines, node.key_place.line - 1, indent) for key, node in nodes.items()}
    end = max(last for _, last in spans.values())
    new = [f"{' ' * indent}{line}\n" for key, its in wanted.items() if key not in nodes for line in its]
    lines[end:end] = new
    for key in sorted((key for key in wanted if key in nodes), key=lambda key: -spans[key][0]):
        first, last = spans[key]
        lines[first:last] = [f"{' ' * indent}{line}\n" for line in wanted[key]]


def _span(lines: Sequence[str], first: int, indent: int) -> tuple[int, int]:
    """The lines of a key: its own and those below that are indented more."""
    last = first + 1
    for at in range(first + 1, len(lines)):
        text = lines[at].strip()
        if text and len(lines[at]) - len(lines[at].lstrip(" ")) <= indent:
            break
        if text:
            last = at + 1
    return first, last


def _plain(root: Node, without: Mapping[str, set[str]]) -> object:
    """The file's data without the keys that are to change."""
    entries: list[object] = []
    for entry in root.value if isinstance(root.value, list) else ():
        if not isinstance(entry.value, dict) or "number" not in entry.value:
            return None
        left_out = without.get(entry.value["number"].value, set())
        entries.append({key: _value(node) for key, node in entry.value.items() if key not in left_out})
    return entries


def _value(node: Node) -> object:
    if isinstance(node.value, dict):
        return {key: _value(inner) for key, inner in node.value.items()}
    if isinstance(node.value, list):
        return [_value(inner) for inner in node.value]
    return node.value
