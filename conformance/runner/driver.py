"""Plays the script of a case on an engine: time, actions, answers (docs/case-format). What it finds is judged in `judge.py`.

The driver never repairs: an answer that is queued is used as it stands, an action goes out as the case says it, and where the game does not
come to where the case goes on, that is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.cases.model import Act, AdvanceTo, Answers, Case, Expect, NameObject, PassPriority, Resolve, Step
from conformance.runner.answers import Queues, default, thing, translated, translated_mapping
from conformance.runner.errors import CaseError, Departure, Different, Unreported
from conformance.runner.judge import Judge, OnVerdict
from conformance.runner.names import ZONES_FOR, Names, card_in
from conformance.runner.session import Session
from conformance.runner.table import Table

Json = dict[str, Any]

MAX_MOVES = 3000
"""So many passes and answers in one step of a script are a loop."""

ROUNDS = 3
"""`advance_to` gives up after so many turns of every player."""

DECLARATIONS = ("attack", "block", "assign")
_AFTER_ATTACK = ("declare_attackers", "declare_blockers", "first_strike_damage", "combat_damage", "end_of_combat", "postcombat_main", "end")
_AFTER_BLOCK = _AFTER_ATTACK[1:]


class Wishes:
    """What of the script decides how closely the game has to be followed."""

    def __init__(self, steps: list[Step]) -> None:
        asked = [entry for step in steps if isinstance(step, Expect) for entry in (*step.decisions, *step.no_decisions)]
        kinds = {entry.get("kind") for entry in asked}
        self.every_pass = "priority" in kinds
        """Whether decisions to pass are asked about, so that passing cannot be left to the engine."""
        self.declines = [kind for kind in ("attack", "block") if kind not in kinds and None not in kinds]
        """Declarations that the engine may decline by itself on the way."""
        self.same_object = {
            name for step in steps if isinstance(step, Expect) for name, fields in step.objects.items() if "same_object" in fields
        }
        """Names whose incarnation is asked about."""


class Driver:
    """One game of one case. `at` is the step being played (from 1) and `way` where it stands."""

    def __init__(
        self,
        case: Case,
        session: Session,
        table: Table,
        names: Names,
        on_step: Callable[[str, int, Step], None] | None = None,
        on_verdict: OnVerdict | None = None,
    ) -> None:
        self.case = case
        self.session = session
        self.table = table
        self.names = names
        self.queues = Queues()
        self.at = 0
        self.step: Step | None = None
        self.in_prologue = False
        self.unobservable: list[str] = []
        self._moves = 0
        self._on_step = on_step
        prologue = case.natural.script if case.natural else []
        self._wishes = Wishes([*prologue, *case.script])
        self._judge = Judge(table, names, on_verdict)
        self._steps: dict[type, Callable[[Any], None]] = {
            AdvanceTo: self._advance_to,
            PassPriority: self._pass_step,
            Resolve: self._resolve,
            Act: self._act,
            Answers: self._queue,
            Expect: self._expect,
            NameObject: self._name,
        }

    def play(self, steps: list[Step], *, prologue: bool = False) -> None:
        """Play `steps`. Raises what `conformance.runner.errors` lists, and EngineProblem."""
        self.in_prologue = prologue
        for number, step in enumerate(steps, 1):
            self.at, self.step = number, step
            self._moves = 0
            if self._on_step is not None:
                self._on_step("natural" if prologue else "given", number, step)
            self._steps[type(step)](step)

    def begin(self) -> None:
        """The position of the case is there: what happens from here on is the script's."""
        self.table.mark()
        for name in self._wishes.same_object:
            number = self.names.find(name)
            if number is not None:
                self._judge.remember(name, number)

    def finish(self) -> None:
        """The script is over. Raises Different when an answer was never used."""
        for player, answers in self.queues.unused().items():
            observed = [entry.kind for entry in answers]
            raise Different(
                f"answers.{player}",
                "every answer used",
                f"never asked for: {', '.join(observed)}",
                f"{player} was never asked: {', '.join(observed)}",
            )

    # ---- time

    def _advance_to(self, step: AdvanceTo) -> None:
        table = self.table
        if step.step in ("untap", "pregame"):
            raise CaseError(f"nobody gets priority in step {step.step}, so it cannot be advanced to")
        path = f"advance_to.{step.player}.{step.step}"
        start = table.step_number
        first_turn = table.status["turn"]
        limit = first_turn + (ROUNDS + (step.turn or 0)) * len(table.players)
        in_one_go = "pass_until" in self.session.features and step.turn is None and not self._wishes.every_pass
        turns = _TurnsOf(step.player, table)
        while True:
            turns.look()
            decision = self._decision(path, f"{step.player}'s {step.step}")
            there = table.step_number > start and table.status["step"] == step.step and table.same_side(table.status["active"], step.player)
            if decision["kind"] != "priority":
                self._answer()
            elif there and (step.turn is None or turns.count == step.turn):
                return
            elif table.status["turn"] > limit or (step.turn is not None and turns.count > step.turn):
                raise Departure(
                    f"{step.player}'s {step.step} did not come",
                    path=path,
                    expected=f"{step.player}'s {step.step}",
                    observed=f"turn {table.status['turn']}",
                )
            elif in_one_go:
                in_one_go = self._pass_until(step, decision["player"])
            else:
                self._pass()

    def _pass_until(self, step: AdvanceTo, player: str) -> bool:
        """Let the engine pass. False when that led nowhere, so that single passes have to do."""
        table = self.table
        before = (table.when, table.step_number, table.status["stack"])
        heads = self.queues.heads()
        decline = [kind for kind in self._wishes.declines if kind not in heads]
        self._count_move()
        self._accepted(
            table.act(player, action={"type": "pass_until", "player": step.player, "step": step.step, "decline": decline}),
            f"{player}.pass_until",
        )
        waits = table.decision is not None and table.decision["kind"] == "priority"
        return not waits or before != (table.when, table.step_number, table.status["stack"])

    def _pass_step(self, step: PassPriority) -> None:
        decision = self._after_answers(f"pass.{step.player}", f"{step.player} to have priority")
        if decision["kind"] != "priority" or not self.table.same_side(decision["player"], step.player):
            observed = (
                f"{decision['player']} has to {decision['kind']}" if decision["kind"] != "priority" else f"{decision['player']} has it"
            )
            raise Departure(
                f"{step.player} cannot pass: {observed}",
                path=f"pass.{step.player}",
                expected=f"{step.player} has priority",
                observed=observed,
            )
        self._pass()
        self._settle()

    def _resolve(self, step: Resolve) -> None:
        table = self.table
        path = "resolve.all" if step.everything else "resolve.top"
        self._after_answers(path, "something on the stack")
        if table.status["stack"] == 0:
            raise Departure("nothing is on the stack", path=path, expected="something on the stack", observed="an empty stack")
        size, rounds = table.status["stack"], table.rounds
        while True:
            if table.decision is None and table.status["over"]:
                return
            decision = self._decision(path, "the stack to resolve")
            if decision["kind"] != "priority":
                self._answer()
                continue
            now = table.status["stack"]
            if now == 0 or (not step.everything and self._top_has_left(size, rounds)):
                break
            self._pass()
        self._settle()

    def _top_has_left(self, size: int, rounds: int) -> bool:
        """One object fewer; or a round of passes was complete, which resolved the top one, and others came meanwhile (rule 405.5)."""
        return self.table.status["stack"] < size or self.table.rounds > rounds

    # ---- actions

    def _act(self, step: Act) -> None:
        kind = step.action["type"]
        path = f"{step.player}.{kind}"
        if kind in DECLARATIONS:
            if step.illegal != "no_priority" and not self._reach(kind, step, path):
                return
            payload = {kind: translated_mapping(step.action[kind], self.table, self.names)}
            if "exert" in step.action:
                payload["exert"] = [thing(word, self.table, self.names) for word in step.action["exert"]]
            self._send(step.player, path, step.illegal, answer=payload)
            return
        if kind != "concede" and step.illegal != "no_priority":
            self._take_priority(step.player, path)
        action = self._action(step, path)
        self._send(step.player, path, step.illegal, action=action)
        if "as" in step.action and step.illegal is None:
            self._define(step.action["as"], action["object"])

    def _send(self, player: str, path: str, illegal: str | None, **message: Json) -> None:
        """Send what the case says, and see that it is accepted or refused as the case says."""
        if illegal is None:
            self._accepted(self.table.act(player, **message), path)
            self._settle()
            return
        before = self.table.view().snapshot
        expected = "refused" if illegal == "any" else f"refused ({illegal})"
        reply = self.table.act(player, **message)
        if "illegal" not in reply:
            raise Different(path, expected, "accepted")
        reason = reply["illegal"].get("reason")
        if reason is not None and not _fits(reason, illegal, message.get("answer") or {}):
            raise Different(path, expected, f"refused ({reason})", reply["illegal"].get("message"))
        after = self.table.look_again().snapshot
        if after != before:
            where = _difference(before, after)
            raise Different(
                path, "the game as it was before the refused action", f"changed: {where}", f"the refused action changed the game: {where}"
            )

    def _accepted(self, reply: Json, path: str) -> None:
        refusal = reply.get("illegal")
        if refusal is not None:
            reason = refusal.get("reason")
            raise Different(path, "accepted", f"refused ({reason})" if reason else "refused", refusal.get("message") or None)

    def _action(self, step: Act, path: str) -> Json:
        """The action in the protocol's form."""
        action = {key: value for key, value in step.action.items() if key != "as"}
        if "object" in action:
            action["object"] = self._object(action["object"], step, ZONES_FOR[action["type"]], path)
        if "targets" in action:
            action["targets"] = [thing(word, self.table, self.names) for word in action["targets"]]
        if "pay" in action:
            action["pay"] = {how: self._payment(words, step, ZONES_FOR[how], path) for how, words in action["pay"].items()}
        return action

    def _payment(self, words: list[str], step: Act, zones: tuple[str, ...], path: str) -> list[str]:
        found: list[str] = []
        for word in words:
            found.append(self._object(word, step, zones, path, found))
        return found

    def _object(self, word: str, step: Act, zones: tuple[str, ...], path: str, taken: list[str] | None = None) -> str:
        """What the action is done with: a name, or a card, then the first one found in the zones that the action allows."""
        known = self.names.find(word)
        if known is not None:
            return known
        found = card_in(self.table.view(), word, zones, step.player, taken or ())
        if found is not None:
            return found
        if step.illegal is not None:
            return word  # the engine has to refuse what is not there
        raise Departure(f"{step.player} has no {word} to {step.action['type']}", path=path, expected=word, observed="not found")

    def _take_priority(self, player: str, path: str) -> None:
        """Others pass until `player` has priority. Nothing may resolve by that, nor may the step end."""
        table = self.table
        while True:
            decision = self._decision(path, f"{player} to have priority")
            if decision["kind"] != "priority":
                self._answer()
                continue
            if table.same_side(decision["player"], player):
                return
            before = (table.when, table.step_number, table.status["stack"])
            if table.last_pass():
                what = "resolve the top of the stack" if table.status["stack"] else "end the step"
                raise Departure(
                    f"{player} does not get priority: the passes before would {what}",
                    path=path,
                    expected=f"{player} has priority",
                    observed=f"{decision['player']} has it",
                )
            self._pass()
            if (table.when, table.step_number, table.status["stack"]) != before:
                raise Departure(
                    f"{player} did not get priority before the game went on",
                    path=path,
                    expected=f"{player} has priority",
                    observed="the game went on",
                )

    def _reach(self, kind: str, step: Act, path: str) -> bool:
        """Everybody passes up to this turn's declaration. False: an illegal declaration is not even asked for, which refuses it."""
        table = self.table
        turn, began = table.status["turn"], table.step_number
        after = {"attack": _AFTER_ATTACK, "block": _AFTER_BLOCK}.get(kind, ())
        while True:
            decision = self._decision(path, f"{step.player} to be asked to {kind}")
            if decision["kind"] == kind and table.same_side(decision["player"], step.player):
                return True
            gone = table.status["turn"] != turn
            if step.illegal is not None and table.step_number > began and (gone or table.status["step"] in after):
                return False
            if gone:
                raise Departure(
                    f"{step.player} was never asked to {kind} in turn {turn}",
                    path=path,
                    expected=f"{step.player} is asked to {kind}",
                    observed="never asked",
                )
            if decision["kind"] == "priority":
                self._pass()
            else:
                self._answer()

    # ---- decisions

    def _queue(self, step: Answers) -> None:
        self.queues.add(step.queues)
        self._settle()

    def _decision(self, path: str, expected: str) -> Json:
        """What the game waits for. Raises Departure when it is over."""
        decision = self.table.decision
        if decision is None:
            observed = "the game is over" if self.table.status["over"] else "the game waits for nobody"
            raise Departure(f"{observed} before the case is", path=path, expected=expected, observed=observed)
        return decision

    def _after_answers(self, path: str, expected: str) -> Json:
        """The next decision that is about priority, after those before it have been answered."""
        while True:
            decision = self._decision(path, expected)
            if decision["kind"] == "priority":
                return decision
            self._answer()

    def _settle(self) -> None:
        """Answer what is pending as far as there is an answer; declarations and what only the case can say are left for its next steps."""
        while True:
            decision = self.table.decision
            if decision is None or decision["kind"] in ("priority", "begin", *DECLARATIONS):
                return
            if not self._answer(required=False):
                return

    def _answer(self, *, required: bool = True) -> bool:
        """Answer the pending decision: with the head of the queue if that is of the kind asked, else with the default.

        Raises Departure when there is neither, unless not `required`; then False is given.
        """
        decision = self.table.decision
        assert decision is not None
        player, kind = decision["player"], decision["kind"]
        path = f"answers.{player}.{kind}"
        self._count_move()
        if kind == "begin":
            self._accepted(self.table.act(player, action={"type": "begin"}), f"{player}.begin")
            return True
        queued = self.queues.head(decision)
        if queued is not None:
            payload = translated(queued, decision, self.table, self.names)
            self.queues.take(decision)
            if queued.illegal is None:
                self._accepted(self.table.act(player, answer=payload), path)
            else:
                self._send(player, path, queued.illegal, answer=payload)
            return True
        usual = default(decision, self.table)
        refusal = None
        if usual is not None:
            refusal = self.table.act(player, answer=usual).get("illegal")
            if refusal is None:
                return True
        if not required:
            return False
        options = self.names.show_all(decision.get("options"))
        why = f"; the default was refused: {refusal.get('message')}" if refusal else ""
        raise Departure(
            f"{player} has to answer {kind}, and the case has no answer{why}",
            path=path,
            expected="an answer in the case",
            observed={"kind": kind, "options": options},
        )

    def _pass(self) -> None:
        """Whoever has priority passes."""
        decision = self.table.decision
        assert decision is not None
        self._count_move()
        self._accepted(self.table.act(decision["player"], action={"type": "pass"}), f"{decision['player']}.pass")

    def _count_move(self) -> None:
        self._moves += 1
        if self._moves > MAX_MOVES:
            raise Departure(f"no end after {MAX_MOVES} passes and answers", path="step", expected="the step to end", observed="a loop")

    # ---- looking

    def _expect(self, step: Expect) -> None:
        prefix = "natural." if self.in_prologue else ""
        self.unobservable.extend(prefix + path for path in self._judge.judge(step))
        self.table.mark()

    def _name(self, step: NameObject) -> None:
        found, unsure = self._judge.matching(step.where)
        if unsure and len(found) < (step.nth or 1):
            raise Unreported(f"name.{step.name}", f"the engine does not report what {step.name} is to be found by")
        if step.nth is None and len(found) > 1:
            listed = [f"{entry.get('id')} ({entry.get('card')}, {entry.get('zone')})" for entry in found]
            raise Departure(
                f"{len(found)} objects fit the name {step.name}: {', '.join(listed)}; say which with nth",
                path=f"name.{step.name}",
                expected=step.where,
                observed=listed,
            )
        if len(found) < (step.nth or 1):
            raise Departure(
                f"{len(found) or 'no'} object fits the name {step.name}",
                path=f"name.{step.name}",
                expected=step.where,
                observed=f"{len(found)} such objects",
            )
        self._define(step.name, found[(step.nth or 1) - 1]["id"])

    def _define(self, name: str, number: str) -> None:
        self.names.define(name, number)
        if name in self._wishes.same_object:
            self._judge.remember(name, number)


class _TurnsOf:
    """Counts the turns of a player (or the player's team) that begin after now."""

    def __init__(self, player: str, table: Table) -> None:
        self.count = 0
        self._player = player
        self._table = table
        self._turn = table.status["turn"]

    def look(self) -> None:
        status = self._table.status
        if status["turn"] != self._turn:
            self._turn = status["turn"]
            if self._table.same_side(status["active"], self._player):
                self.count += 1


def _fits(reason: str, expected: str, answer: Json) -> bool:
    """Whether an engine's reason for a refusal is the one that the case expects.

    An answer that a rule forbids is outside the options as well, and some engines say no more than that: a wrong target is a matter of
    `target` or of `choice`, and so is a declaration that breaks a restriction, or that names what can be neither attacked nor blocked.
    """
    if reason == expected or expected == "any":
        return True
    if "targets" in answer:
        return {reason, expected} == {"target", "choice"}
    return reason == "choice" and expected in ("target", "restriction") and any(kind in answer for kind in DECLARATIONS)


def _difference(before: Any, after: Any, path: str = "") -> str:
    """The first place where two snapshots differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            if before.get(key) != after.get(key):
                return _difference(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            if one != other:
                label = one["id"] if isinstance(one, dict) and "id" in one else index
                return _difference(one, other, f"{path}[{label}]")
    return f"{path}: {before!r} became {after!r}"
