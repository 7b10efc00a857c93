"""The script of a case out of the moves of a game: what was done as actions, what was answered as queues, and runs of passes made short.

The driver of a case answers what is asked with the queued answers, or as usual; so answers stand before the step on whose way they are
asked for. What the game made itself gets a name before it is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any

from conformance.cases.model import Act, AdvanceTo, Answer, Answers, NameObject, PassPriority, Resolve, Step
from conformance.cases.scope import NAME, snake
from conformance.cases.words import RESERVED_NAMES
from conformance.fuzz.following import Done
from conformance.runner.driver import DECLARATIONS
from conformance.runner.fields import PHASED_OUT_FIELDS, fits
from conformance.runner.names import Names, ids_of
from conformance.runner.view import View

Json = dict[str, Any]

Say = Callable[[str], str]

SILENT = ("pass", "pass_until", "begin")
"""Actions that a script has no words for where they have to be refused."""


class CannotSay(Exception):
    """Something that was done has no words in a script."""


class Naming:
    """Names for what is in a game: those of the position, and new ones for what the game made."""

    def __init__(self, given: Json, cards: Container[str]) -> None:
        """`cards` are the names of the cards there are: a token may have one that is no card's."""
        self.names = Names(given)
        self.cards = cards
        self._taken = {*ids_of(given), *given["players"], *RESERVED_NAMES}
        self.made: dict[str, str] = {}
        """The names given by a script, by the ids of what they mean."""
        self.players = frozenset(given["players"])

    def known(self, number: str) -> str | None:
        """The name of an object or a player, if it has one."""
        return self.made.get(number) or self.names.find(number)

    def say(self, number: str, view: View, steps: list[Step] | None) -> str:
        """What a script calls an object that is there now: its name, or a new one given by a step that is added to `steps`.

        Without `steps` (what is meant comes to be on the way) a card is called by its card's name.
        """
        known = self.known(number)
        if known is not None:
            return known
        if steps is None:
            card = view.card(number)
            if card not in self.cards:
                raise CannotSay(f"{number} is not there yet when it would have to be named")
            return str(card)
        name = self._new_name(view.card(number) or "ability")
        where, nth = self.where(number, view)
        steps.append(NameObject(name, where, nth))
        self.made[number] = name
        self.names.define(name, number)
        return name

    def where(self, number: str, view: View) -> tuple[Json, int | None]:
        """A filter that means the object, and its place among those that it means, if there are others."""
        entry = view.get(number)
        if entry is None:
            raise CannotSay(f"{number} is not there")
        described: Json = {"zone": entry.get("zone", view.zone(number))}
        out = entry.get("phased", "in") != "in"
        for field in ("card", "source", "token", "subtypes", "controller", "phased", "tapped", "attached_to", "counters"):
            value = entry.get(field)
            if value in (None, {}, []) or (field == "controller" and described["zone"] not in ("battlefield", "stack")):
                continue
            if (field == "card" and value not in self.cards) or (out and field not in PHASED_OUT_FIELDS):
                continue
            if field in ("source", "attached_to"):
                value = self.known(value)
                if value is None:
                    continue
            described = {**described, field: value}
            if len(self._meant(described, view)) == 1:
                return described, None
        meant = self._meant(described, view)
        return described, meant.index(number) + 1

    def _meant(self, where: Json, view: View) -> list[str]:
        return [entry["id"] for entry in view.everything() if "id" in entry and fits(where, entry, view, self.names)]

    def _new_name(self, card: str) -> str:
        base = snake(card)
        if not NAME.match(base):
            base = "made"
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name


class Part:
    """One step of a script with the moves that it stands for, and the answers that have to be ready for it."""

    def __init__(self, step: Step | None, moves: list[Done]) -> None:
        self.step = step
        self.before: list[Step] = []
        """Names that are given before it."""
        self.moves = moves
        self.answers: list[tuple[Done, Answer]] = []

    @property
    def steps(self) -> list[Step]:
        """What stands in the script."""
        queues = self._queues()
        return [*self.before, *([Answers(queues)] if queues else []), *([self.step] if self.step is not None else [])]

    def _queues(self) -> dict[str, list[Answer]]:
        """The queues, without what would be answered so anyway: unless the next in the queue is of that kind, and would be taken for it."""
        queues: dict[str, list[Answer]] = {}
        for done, answer in reversed(self.answers):
            queue = queues.get(done.move.player, [])
            if not done.usual or (queue and queue[0].kind == answer.kind):
                queues.setdefault(done.move.player, []).insert(0, answer)
        return dict(reversed(queues.items()))


def parts(moves: Sequence[Done], naming: Naming) -> list[Part]:
    """The moves of a game as steps, each move for itself. What was refused and has no words is left out. Raises CannotSay."""
    found: list[Part] = [Part(None, [])]
    for done in moves:
        last = done is moves[-1]
        if done.move.refused is not None and not _can_refuse(done):
            if last:
                raise CannotSay("a case cannot say what was refused")
            continue
        if done.move.action is not None:
            _add_action(done, found, naming, last)
        else:
            _add_answer(done, found, naming, last)
        if found[-1].moves and found[-1].moves[-1] is not done:
            found[-1].moves.append(done)
    return found if found[0].steps else found[1:]


def _can_refuse(done: Done) -> bool:
    """Whether a script can say that this has to be refused, at this moment."""
    action, asks = done.move.action, done.before.asks
    if action is not None:
        # While something else is asked, the driver would have answered that first.
        return action.get("type") not in SILENT and asks in ("priority", *DECLARATIONS)
    kind = next(iter(done.move.answer or ()), "")
    if kind in DECLARATIONS:
        return asks == kind or done.move.refused == "no_priority"
    return asks == kind and kind not in ("order_triggers", "replacement")


def _add_action(done: Done, found: list[Part], naming: Naming, last: bool) -> None:
    move = done.move
    action = move.action or {}
    if action["type"] == "begin":
        if last:
            found.append(Part(AdvanceTo(done.after.active, done.after.step), [done]))
        return
    if action["type"] == "pass":
        found.append(Part(PassPriority(move.player), [done]))
        return
    part = Part(None, [done])
    said = {key: _said(key, value, done, naming, part.before) for key, value in action.items() if key != "player"}
    part.step = Act(move.player, said, move.refused)
    found.append(part)


def _said(key: str, value: Any, done: Done, naming: Naming, steps: list[Step]) -> Any:
    if key == "object":
        refused = done.move.refused is not None and naming.known(value) is None and done.view.get(value) is None
        return done.view.card(value) or value if refused else naming.say(value, done.view, steps)
    if key == "targets":
        return [naming.say(target, done.view, steps) for target in value]
    if key == "pay":
        return {how: [naming.say(thing, done.view, steps) for thing in things] for how, things in value.items()}
    return value


def _add_answer(done: Done, found: list[Part], naming: Naming, last: bool) -> None:
    move = done.move
    given = move.answer or {}
    kind = next(iter(given))
    if kind in DECLARATIONS:
        if done.usual and not last:
            return
        part = Part(None, [done])
        action = {"type": kind, kind: _mapped(given[kind], done.view, naming, part.before)}
        if given.get("exert"):
            action["exert"] = [naming.say(number, done.view, part.before) for number in given["exert"]]
        part.step = Act(move.player, action, move.refused)
        found.append(part)
        return

    def say(number: str) -> str:
        opening = found[-1].moves[0].view if found[-1].moves else None
        there = opening is not None and opening.get(number) is not None
        return naming.say(number, opening, found[-1].before) if there and opening else naming.say(number, done.view, None)

    answer = Answer(kind, _answered(kind, given[kind], done, naming, say), move.refused)
    found[-1].answers.append((done, answer))


def _mapped(value: Any, view: View, naming: Naming, steps: list[Step]) -> Any:
    if isinstance(value, dict):
        return {naming.say(key, view, steps): _mapped(entry, view, naming, steps) for key, entry in value.items()}
    if isinstance(value, list):
        return [_mapped(entry, view, naming, steps) for entry in value]
    return naming.say(value, view, steps) if isinstance(value, str) else value


def _answered(kind: str, value: Any, done: Done, naming: Naming, say: Say) -> Any:
    """The value of a queued answer in the words of a case."""
    view, decision = done.view, done.before.decision or {}
    options = decision.get("options") or []
    if kind == "order_triggers":
        return [_trigger(options[index], options, say) for index in value]
    if kind == "replacement":
        return say(options[value]["source"])
    if kind == "legend":
        return say(value)
    if kind in ("targets", "choose", "choose_untap", "order", "discard", "scry", "surveil"):
        # Words and numbers may be chosen too, and what is refused may be anything.
        there = [isinstance(entry, str) and (naming.known(entry) is not None or view.get(entry) is not None) for entry in value]
        return [say(entry) if known else entry for entry, known in zip(value, there, strict=True)]
    return value


def _trigger(option: Json, options: list[Json], say: Say) -> Any:
    source = option.get("source")
    said = "planeswalking" if source is None else say(source)
    alone = sum(other.get("source") == source for other in options) == 1
    return said if alone or source is None else {"source": said, "ability": option.get("ability")}


# --- runs of passes -----------------------------------------------------------------------------------------------------------------------


def runs(script: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """(from, to) of each run of passes; `to` is not part of it."""
    start = 0
    while start < len(script):
        end = start
        while end < len(script) and isinstance(script[end].step, PassPriority):
            end += 1
        if end > start:
            yield start, end
        start = max(end, start + 1)


def shorter(run: Sequence[Part], then: Part | None) -> Iterator[list[Part]]:
    """Shorter scripts for a run of passes and the step after it, the shortest first.

    Before an action, others pass by themselves; before a declaration, everybody passes up to it.
    """
    if then is not None and isinstance(then.step, Act):
        moved = then.moves[0].before
        declares = then.step.action["type"] in DECLARATIONS
        for at, part in enumerate(run):
            now = part.moves[0].before
            same_step = now.began == moved.began and now.stack == moved.stack
            if same_step or (declares and now.turn == moved.turn):
                yield [*shortened(run[:at]), joined([*run[at:], then], then.step)]
                break
    rest = [] if then is None else [then]
    if len(run) > 1:
        yield [*shortened(run), *rest]
        yield [*shortened(run, counting=False), *rest]


def shortened(run: Sequence[Part], *, counting: bool = True) -> list[Part]:
    """A run of passes in as few steps as will do: on to a step, the top or all of the stack resolves, single passes.

    `counting` allows "the n-th such turn from now".
    """
    found: list[Part] = []
    at = 0
    while at < len(run):
        ways = (_advance(run, at, counting), _resolve(run, at, everything=True), _resolve(run, at, everything=False))
        end, step = max((way for way in ways if way is not None), key=lambda way: way[0], default=(at + 1, run[at].step))
        found.append(joined(run[at:end], step))
        at = end
    return found


def joined(run: Iterable[Part], step: Step | None) -> Part:
    """One step for a run of passes, with all their answers."""
    part = Part(step, [])
    for one in run:
        part.before += one.before
        part.moves += one.moves
        part.answers += one.answers
    return part


Way = tuple[int, Step]


def _advance(run: Sequence[Part], at: int, counting: bool) -> Way | None:
    """On to the last step that begins in this run and gives priority; without `counting`, if none like it begins before."""
    start = run[at].moves[0].before
    began, seen = start.began, set()
    turns: dict[str, list[int]] = {}
    best: Way | None = None
    for end in range(at, len(run)):
        for done in run[end].moves:
            after = done.after
            if after.turn != start.turn and after.turn not in turns.setdefault(after.active, []):
                turns[after.active].append(after.turn)
            if after.began == began or after.asks != "priority":
                continue
            began = after.began
            key = after.active, after.step
            number = len(turns.get(after.active, ()))
            if done is run[end].moves[-1] and end > at and (key not in seen or (counting and number)):
                best = end + 1, AdvanceTo(*key, number if key in seen else None)
            seen.add(key)
    return best


def _resolve(run: Sequence[Part], at: int, *, everything: bool) -> Way | None:
    """Until the top of the stack, or all of it, has left it."""
    start = run[at].moves[0].before
    if not start.stack:
        return None
    for end in range(at, len(run)):
        after = run[end].moves[-1].after
        there = after.stack == 0 or (not everything and (after.stack < start.stack or after.rounds > start.rounds))
        if there:
            return (end + 1, Resolve(everything)) if end > at and after.asks == "priority" else None
    return None


Same = Callable[[list[Step]], bool]


def compressed(script: list[Part], same: Same) -> list[Part]:
    """The script with every run of passes made short where `same` says of the whole that the game is still the same."""
    for start, end in reversed(list(runs(script))):
        then = script[end] if end < len(script) else None
        after = script[end + 1 :]
        for instead in shorter(script[start:end], then):
            candidate = [*script[:start], *instead, *after]
            if same(steps_of(candidate)):
                script = candidate
                break
    return script


def steps_of(script: Iterable[Part]) -> list[Step]:
    """The steps of all parts."""
    return [step for part in script for step in part.steps]
