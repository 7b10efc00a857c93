"""Answers to decisions: the queues that a case fills, their translation into ids, and what is answered where no answer is queued."""

from __future__ import annotations

from collections import deque
from typing import Any

from conformance.cases.model import Answer
from conformance.runner.errors import Different
from conformance.runner.names import TARGET_IN, Names, card_in
from conformance.runner.table import Table

Json = dict[str, Any]


class Queues:
    """Queued answers, one queue a player."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[Answer]] = {}

    def add(self, queues: dict[str, list[Answer]]) -> None:
        for player, answers in queues.items():
            self._queues.setdefault(player, deque()).extend(answers)

    def head(self, decision: Json) -> Answer | None:
        """The queued answer to this decision: the head of the player's queue, if it is of the kind asked."""
        queue = self._queues.get(decision["player"])
        return queue[0] if queue and queue[0].kind == decision["kind"] else None

    def take(self, decision: Json) -> None:
        """The head has been used."""
        self._queues[decision["player"]].popleft()

    def heads(self) -> set[str]:
        """The kinds at the heads of all queues."""
        return {queue[0].kind for queue in self._queues.values() if queue}

    def unused(self) -> dict[str, list[Answer]]:
        """What is left, by player."""
        return {player: list(queue) for player, queue in self._queues.items() if queue}


def translated(answer: Answer, decision: Json, table: Table, names: Names) -> Json:
    """A queued answer in the protocol's form, with ids.

    Raises Different when it names a trigger or a replacement that the decision does not offer (those go by index).
    """
    kind, value = decision["kind"], answer.value
    if kind == "order_triggers":
        return {kind: _trigger_indices(answer, decision, table, names)}
    if kind == "replacement":
        return {kind: _source_index(answer, decision, table, names)}
    if kind in ("attack", "block", "assign"):
        payload = {kind: translated_mapping(value, table, names)}
        if "exert" in answer.extra:
            payload["exert"] = [thing(word, table, names) for word in answer.extra["exert"]]
        return payload
    if kind == "legend":
        return {kind: _picked([value], decision, table, names)[0]}
    if kind in ("targets", "choose", "choose_untap", "order", "discard", "scry", "surveil"):
        return {kind: _picked(value, decision, table, names)}
    return {kind: value}


def translated_mapping(value: Any, table: Table, names: Names) -> Any:
    """Declarations of attack, block and damage: names to ids, in keys and values."""
    if isinstance(value, dict):
        return {thing(key, table, names): translated_mapping(entry, table, names) for key, entry in value.items()}
    if isinstance(value, list):
        return [translated_mapping(entry, table, names) for entry in value]
    return thing(value, table, names) if isinstance(value, str) else value


def thing(word: str, table: Table, names: Names) -> str:
    """The id of a name, a player or a card; the word itself where there is none (the engine has to refuse it)."""
    found = names.find(word)
    return found if found is not None else card_in(table.view(), word, TARGET_IN, None) or word


def _picked(words: list[Any], decision: Json, table: Table, names: Names) -> list[Any]:
    """What is meant by each word, among the options where it is one of them."""
    options = flat_options(decision)
    taken: list[Any] = []
    for word in words:
        meant = names.find(word) if isinstance(word, str) else word
        if meant is None and word not in options:
            of_that_card = (
                option for option in options if option not in taken and isinstance(option, str) and table.view().card(option) == word
            )
            meant = next(of_that_card, None)
            if meant is None and "options" not in decision:
                meant = card_in(table.view(), word, TARGET_IN, decision["player"], taken)
        taken.append(word if meant is None else meant)
    return taken


def flat_options(decision: Json) -> list[Any]:
    """Everything that a decision offers, in one list: ids, players, words, numbers; sources of triggers and replacements."""
    options = decision.get("options")
    kind = decision["kind"]
    if isinstance(options, dict):
        if kind == "assign":
            recipients = [recipient for entry in options.values() for recipient in entry.get("recipients") or ()]
            return [*options, *recipients]
        return [option for entry in options.values() for option in entry]
    if not isinstance(options, list):
        return []
    if kind == "targets":
        return [option for entry in options for option in entry.get("options") or ()]
    return [option.get("source") if isinstance(option, dict) else option for option in options]


def _trigger_indices(answer: Answer, decision: Json, table: Table, names: Names) -> list[int]:
    options = decision.get("options") or []
    left = list(range(len(options)))
    indices: list[int] = []
    for entry in answer.value:
        source, ability = (entry.get("source"), entry.get("ability")) if isinstance(entry, dict) else (entry, None)
        if source == "planeswalking":
            source = None
        for index in left:
            offered = options[index]
            fits_source = names.is_thing(source, offered.get("source"), table.view())
            if fits_source and (ability is None or str(offered.get("ability")) == str(ability)):
                left.remove(index)
                indices.append(index)
                break
        else:
            _not_offered(answer, decision, entry, names)
            indices.append(len(options))
    return indices


def _source_index(answer: Answer, decision: Json, table: Table, names: Names) -> int:
    for index, offered in enumerate(decision.get("options") or []):
        if names.is_thing(answer.value, offered.get("source"), table.view()):
            return index
    _not_offered(answer, decision, answer.value, names)
    return len(decision.get("options") or [])


def _not_offered(answer: Answer, decision: Json, entry: Any, names: Names) -> None:
    """An answer by index cannot name what is not offered. Where a refusal is expected, an index beyond the options says the same."""
    if answer.illegal is None:
        offered = [names.show(option) for option in flat_options(decision)]
        path = f"answers.{decision['player']}.{decision['kind']}"
        raise Different(path, entry, offered, f"the answer names {entry!r}, which the decision does not offer")


def default(decision: Json, table: Table) -> Json | None:
    """What is answered without a queued answer, or None where the format has no default (the case has to say it)."""
    kind, options = decision["kind"], decision.get("options")
    if kind in ("attack", "block"):
        return {kind: {}}
    if kind in ("may", "pay"):
        return {kind: False}
    if kind == "order_triggers" and options is not None:
        return {kind: _by_source(options, table)}
    if options is None:
        return None
    if kind == "choose_untap":
        most = decision.get("max")
        return {kind: list(options)} if most is None or most >= len(options) else None
    if kind == "order":
        return {kind: list(options)}
    if kind == "targets":
        return _single_targets(options)
    if kind == "assign":
        return _single_assignment(options)
    if kind in ("mode", "choose", "discard", "scry", "surveil"):
        fewest, most = decision.get("min"), decision.get("max")
        if not options or most == 0:
            return {kind: []}
        if kind in ("scry", "surveil"):
            return None
        if fewest is None and most is None:
            fewest = most = 1
        return {kind: list(options)} if fewest == len(options) else None
    if kind == "replacement":
        return {kind: 0} if len(options) == 1 else None
    if kind in ("legend", "ignore_roll", "planar_die", "coin"):
        return {kind: options[0]} if len(set(options)) == 1 else None
    return None


def _single_targets(options: list[Json]) -> Json | None:
    """The targets, if there is only one way to choose them."""
    chosen: list[Any] = []
    for entry in options:
        offered = entry.get("options") or []
        most = min(entry.get("max", 1), len(offered))
        if entry.get("min", 1) != most or most != len(offered):
            return None
        chosen.extend(offered)
    return {"targets": chosen}


def _single_assignment(options: dict[str, Json]) -> Json | None:
    """The assignment, if each creature has only one recipient."""
    assigned = {}
    for number, entry in options.items():
        recipients = entry.get("recipients") or []
        if len(recipients) != 1 or "amount" not in entry:
            return None
        assigned[number] = {recipients[0]: entry["amount"]}
    return {"assign": assigned}


def _by_source(options: list[Json], table: Table) -> list[int]:
    """Triggers in the order of their sources: battlefield by entering, then others, then command zone, then the planeswalking ability."""
    indices = list(range(len(options)))
    if len({option.get("source") for option in options}) < 2:
        return indices
    view = table.view()
    entered = table.entering_order()

    def place(index: int) -> tuple[int, int]:
        source = options[index].get("source")
        if source is None:
            return 3, 0
        zone = view.zone(source)
        if zone == "command":
            return 2, 0
        return (0, entered[source]) if source in entered else (1, 0)

    return sorted(indices, key=place)
