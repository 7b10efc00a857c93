"""A case written as YAML, the way back of `parse`: what this gives reads as the same case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from conformance.cases.cards import CardPool
from conformance.cases.model import Act, AdvanceTo, Answer, Answers, Case, Expect, NameObject, PassPriority, Resolve, Step
from conformance.cases.words import EXPECT_KEYS
from conformance.cases.write_given import short
from conformance.cases.yaml_text import block, clean, flow, line, scalar

Json = dict[str, Any]

_OBJECT_KINDS = ("cast", "activate", "play_land")


def case_text(case: Case, cards: CardPool, comment: Iterable[str] = ()) -> str:
    """The case as an entry of a case file, with comment lines before it. Raises CannotWrite for a position that no case can put down."""
    lines = [f"# {clean(words)}".rstrip() for words in comment]
    lines += _head(case)
    given = short(case.given, cards, names_given(case.script))
    if given:
        lines += _part("given", given, 2)
    if case.natural is not None:
        lines.append("  natural:")
        lines += _part("given", short(case.natural.given, cards, names_given(case.natural.script)), 4)
        lines += ["    script:", *_script(case.natural.script, 6)]
    if case.expect_refused is not None:
        lines.append(f"  expect_refused: {flow(case.expect_refused)}")
    else:
        lines += ["  script:", *_script(case.script, 4)]
    return "\n".join(lines) + "\n"


def _head(case: Case) -> Iterator[str]:
    yield f"- id: {flow(case.id)}"
    yield from _text("title", case.title)
    yield f"  rules: {flow(case.rules)}"
    if case.why:
        yield from _text("why", case.why)
    if case.sources:
        yield from _part("sources", case.sources, 2)
    if case.editions.since or case.editions.until:
        days = {"from": case.editions.since, "until": case.editions.until}
        yield f"  editions: {flow({key: day for key, day in days.items() if day})}"
    if case.confidence != "text":
        yield f"  confidence: {flow(case.confidence)}"
    if case.disputed is not None:
        yield from _text("disputed", case.disputed)
    if case.tags:
        yield f"  tags: {flow(case.tags)}"


def _text(key: str, text: str) -> Iterator[str]:
    yield from line(f"  {key}:", text.strip(), 2)


def _part(key: str, value: Any, indent: int) -> Iterator[str]:
    """A key with its value below it, however short: a position is read line by line."""
    pad = " " * indent
    if not value:
        yield f"{pad}{key}: {flow(value)}"
        return
    yield f"{pad}{key}:"
    if isinstance(value, list):
        yield from block(value, indent + 2)
        return
    for name, entry in value.items():
        if isinstance(entry, dict) and "battlefield" in entry:
            yield from _part(name, entry, indent + 2)
        elif name == "battlefield":
            yield f"{pad}  battlefield:"
            yield from block(entry, indent + 4)
        else:
            yield from line(f"{pad}  {scalar(name)}:", entry, indent + 2)


def _script(script: Iterable[Step], indent: int) -> Iterator[str]:
    for step in script:
        ((key, value),) = step_data(step).items()
        yield from line(f"{' ' * indent}- {key}:", value, indent + 2)


def names_given(script: Iterable[Step]) -> frozenset[str]:
    """The names that a script gives."""
    acts = (step.action.get("as") for step in script if isinstance(step, Act))
    named = (step.name for step in script if isinstance(step, NameObject))
    return frozenset(name for name in (*acts, *named) if name)


def step_data(step: Step) -> Json:
    """A step as plain data with the keys of a case file."""
    match step:
        case AdvanceTo(player=player, step=name, turn=turn):
            return {"advance_to": {"player": player, "step": name, **({"turn": turn} if turn is not None else {})}}
        case PassPriority(player=player):
            return {"pass": player}
        case Resolve(everything=everything):
            return {"resolve": "all" if everything else "top"}
        case Act(player=player, action=action, illegal=illegal):
            return {player: {**_action(action), **_illegal(illegal)}}
        case Answers(queues=queues):
            return {"answers": {player: [_answer(answer) for answer in queue] for player, queue in queues.items()}}
        case NameObject(name=name, where=where, nth=nth):
            return {"name": {"as": name, "where": where, **({"nth": nth} if nth is not None else {})}}
        case Expect():
            return {"expect": _expect(step)}


def _action(action: Json) -> Json:
    kind = action["type"]
    rest = {key: value for key, value in action.items() if key != "type"}
    if kind in _OBJECT_KINDS:
        return {kind: rest.pop("object"), **rest}
    if kind == "roll_planar_die":
        faces = rest.pop("faces")
        return {kind: faces[0] if len(faces) == 1 else faces, **rest}
    if kind == "concede":
        return {kind: True, **rest}
    return {kind: rest.pop(kind), **rest}


def _answer(answer: Answer) -> Json:
    return {answer.kind: answer.value, **answer.extra, **_illegal(answer.illegal)}


def _illegal(illegal: str | None) -> Json:
    return {} if illegal is None else {"illegal": True if illegal == "any" else illegal}


def _expect(expect: Expect) -> Json:
    asked: Json = {**expect.objects, **expect.players}
    for key in EXPECT_KEYS:
        value = getattr(expect, key)
        if value is not None and (value != [] or key == "stack"):
            asked[key] = value
    return asked
