"""The moves of a case as hints: what somebody would do next, said in the names of the case, looked up in the game as it is."""

from __future__ import annotations

from typing import Any

from conformance.cases.model import Act, Answers, NameObject, Step
from conformance.runner.names import CAST_FROM, ZONES_FOR, Names, card_in
from conformance.runner.view import View

Json = dict[str, Any]

DECLARATIONS = ("attack", "block", "assign")


class Hints:
    """What is left of them. A hint that does not fit the game (any more) is dropped."""

    def __init__(self, given: Json, steps: tuple[Step, ...]) -> None:
        self._steps = list(steps)
        self._names = Names(given)
        self._answers: dict[str, list[Json]] = {}

    def __bool__(self) -> bool:
        return bool(self._steps)

    def next(self, view: View) -> Step | None:
        """The next one that is something to do; answers and names on the way are kept."""
        while self._steps:
            step = self._steps.pop(0)
            if isinstance(step, Answers):
                for player, queue in step.queues.items():
                    self._answers.setdefault(player, []).extend(
                        {answer.kind: answer.value, **answer.extra} for answer in queue if answer.illegal is None
                    )
            elif isinstance(step, NameObject):
                self._name(step, view)
            else:
                return step
        return None

    def answer(self, decision: Json, view: View) -> Json | None:
        """The answer that somebody would give, if it is known and can be said."""
        queue = self._answers.get(decision["player"])
        if not queue or decision["kind"] not in queue[0]:
            return None
        answer = queue.pop(0)
        kind, options = decision["kind"], decision.get("options")
        if kind in ("order_triggers", "replacement"):
            return None  # these go by index; a random one is as good
        said = {key: self._ids(value, view) for key, value in answer.items()}
        if kind == "legend" and isinstance(said[kind], list):
            said[kind] = said[kind][0]
        if isinstance(said[kind], list) and isinstance(options, list):
            said[kind] = [self._among(word, options, view) for word in said[kind]]
        return said

    def declaration(self, step: Act, view: View) -> Json:
        """A declaration as an answer."""
        kind = step.action["type"]
        said = {kind: self._ids(step.action[kind], view)}
        if "exert" in step.action:
            said["exert"] = self._ids(step.action["exert"], view)
        return said

    def action(self, step: Act, view: View) -> Json:
        """An action in the protocol's form."""
        action = {key: value for key, value in step.action.items() if key != "as"}
        zones = ZONES_FOR.get(action["type"], CAST_FROM)
        if "object" in action:
            word = action["object"]
            action["object"] = self._names.find(word) or card_in(view, word, zones, step.player) or word
            if "as" in step.action:
                self._names.define(step.action["as"], action["object"])
        if "targets" in action:
            action["targets"] = self._ids(action["targets"], view)
        if "pay" in action:
            action["pay"] = {how: self._ids(words, view) for how, words in action["pay"].items()}
        return action

    def _ids(self, value: Any, view: View) -> Any:
        if isinstance(value, dict):
            return {self._ids(key, view): self._ids(entry, view) for key, entry in value.items()}
        if isinstance(value, list):
            return [self._ids(entry, view) for entry in value]
        if not isinstance(value, str):
            return value
        return self._names.find(value) or card_in(view, value, CAST_FROM, None) or value

    def _among(self, word: Any, options: list[Any], view: View) -> Any:
        if word in options or not isinstance(word, str):
            return word
        card = view.card(word)
        return next((option for option in options if isinstance(option, str) and card is not None and view.card(option) == card), word)

    def _name(self, step: NameObject, view: View) -> None:
        wanted = {key: value for key, value in step.where.items() if not isinstance(value, (list, dict))}
        fitting = [
            entry["id"] for entry in view.everything() if entry.get("id") and all(entry.get(key) == value for key, value in wanted.items())
        ]
        place = (step.nth or 1) - 1
        if place < len(fitting):
            self._names.define(step.name, fitting[place])
