"""What a case has to expect so that a difference shows: the reference engine's word on what is found to differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from conformance.cases.model import Expect, Step
from conformance.cases.parse_expect import DECISION_KINDS, OBJECT_FIELDS, PLAYER_FIELDS
from conformance.fuzz.scripting import CannotSay, Naming
from conformance.runner.answers import flat_options
from conformance.runner.fields import PHASED_OUT_FIELDS
from conformance.runner.table import Table
from conformance.runner.view import View

Json = dict[str, Any]

MAX_WORD, MAX_WORDS = 60, 8
"""How long a word of an engine may be, and how many of them are expected not to be there."""

LOOKED_AT = ("zone", "controller", "tapped", "phased", "attached_to", "counters", "damage")
"""What is expected of an object about which no single field is known."""

PLAYER_LOOKED_AT = ("life", "counters", "hand", "graveyard", "exile", "in_game")

_TOLD = ("phased_out", "phased_in", "untapped", "tapped", "transformed", "removed_from_combat", "unattached")
"""Events that say nothing but what happened to an object."""

_THINGS = ("attached_to", "attacking")
_COUNTED = ("hand", "library", "graveyard", "exile", "command")


class Aspect(msgspec.Struct, frozen=True):
    """Something that may differ: a field of an object or a player (`about`) or of the game (None); `observed` is another engine's word."""

    about: str | None
    field: str
    observed: Any = None


class Expecting:
    """Makes an expectation of what the reference engine shows at the end of a script."""

    def __init__(self, table: Table, naming: Naming, question: Json | None = None) -> None:
        """`question` is what the game waited for when the finding was made, if that was not a pass: a case answers it before it looks."""
        self.question = question
        self.table = table
        self.naming = naming
        self.view: View = table.view()
        self.names_before: list[Step] = []
        """Names that have to be given before the expectation."""
        self._objects: dict[str, Json] = {}
        self._players: dict[str, Json] = {}
        self._game: Json = {}

    def steps(self, aspects: Iterable[Aspect]) -> list[Step]:
        """The last steps of a script: names that are needed, and the expectation; none if nothing can be expected."""
        for aspect in aspects:
            with suppress(CannotSay):  # what has no words is not expected
                self._add(aspect)
        if not (self._objects or self._players or self._game):
            return []
        return [*self.names_before, Expect(self._objects, self._players, **self._game)]

    def _add(self, aspect: Aspect) -> None:
        about, field = aspect.about, aspect.field
        if field == "events" and about is not None:
            self._events(about, *aspect.observed)
        elif field == "asked":
            self._asked(*aspect.observed)
        elif about is not None and about in self.view.snapshot["players"]:
            self._player(about, field, aspect.observed)
        elif about:
            self._object(about, field, aspect.observed)
        else:
            self._of_game(field, aspect.observed)

    # --- objects ---------------------------------------------------------------------------------------------------------------

    def _object(self, number: str, field: str, observed: Any) -> None:
        entry = self.view.get(number)
        if self.naming.known(number) is None and entry is None:
            return  # the reference has no such thing, and nobody could say which is meant
        name = self.naming.say(number, self.view, self.names_before)
        zone = self.view.zone(number)
        field = {"phased_under": "phased"}.get(field, field)
        found = self._objects.get(name, {})
        if field == "zone" or entry is None:
            found["zone"] = zone
        elif field in OBJECT_FIELDS.fields and (field in entry or field == "phased"):
            if entry.get("phased", "in") == "in" or field in PHASED_OUT_FIELDS:
                value = self._value(field, entry, observed)
                if value != {}:
                    found[field] = value
        else:
            for other in LOOKED_AT:
                if other in entry and (entry[other] not in (None, {}, 0) or other == "tapped"):
                    found.setdefault(other, self._value(other, entry, None))
        if found:
            self._objects[name] = found

    def _asked(self, missing: list[tuple[str, str]], strange: list[tuple[str, str]]) -> None:
        """What was asked here and not on the engine, and the other way round, by player and kind."""
        for key, asked in (("decisions", missing), ("no_decisions", strange)):
            said = [{"player": player, "kind": kind} for player, kind in asked if kind in DECISION_KINDS]
            if said:
                self._game[key] = said

    def _events(self, number: str, missing: list[str], strange: list[str]) -> None:
        """What happened to an object here and not on the engine, and the other way round."""
        name = self.naming.say(number, self.view, self.names_before)
        for key, kinds in (("events", missing), ("no_events", strange)):
            said = [{kind: name} for kind in kinds if kind in _TOLD]
            if said:
                self._game[key] = said

    def _value(self, field: str, entry: Json, observed: Any) -> Any:
        value: Any = entry.get(field)
        if field == "phased":
            under = entry.get("phased_under")
            return value if value in (None, "in") or under is None else {"kind": value, "under": under}
        if field == "counters":
            return {**value, **dict.fromkeys((kind for kind in _sayable(observed) if kind not in value), 0)}
        if field == "keywords":
            return {**dict.fromkeys(value, True), **dict.fromkeys((word for word in _sayable(observed) if word not in value), False)}
        if field in _THINGS and value is not None:
            return self.naming.say(value, self.view, self.names_before)
        if field == "blocking":
            return [self.naming.say(number, self.view, self.names_before) for number in value]
        return value

    # --- players ---------------------------------------------------------------------------------------------------------------

    def _player(self, player: str, field: str, observed: Any) -> None:
        seat = self.view.snapshot["players"][player]
        found = self._players.setdefault(player, {})
        fields = (field,) if field in PLAYER_FIELDS.fields and field in seat else PLAYER_LOOKED_AT
        for one in fields:
            value = seat.get(one)
            if value is None or (len(fields) > 1 and value == {}):
                continue
            if one == "counters":
                value = {**value, **dict.fromkeys((kind for kind in _sayable(observed) if kind not in value), 0)}
            elif one in _COUNTED and (len(fields) > 1 or (isinstance(observed, list) and len(observed) != len(value))):
                value = len(value)
            elif isinstance(value, list):
                value = [self._card(number) for number in value]
            found[one] = value

    def _card(self, number: str) -> str:
        """A card in a pile: by its name if it has one, else by what is printed on it. Raises CannotSay."""
        card = self.view.card(number)
        return self.naming.known(number) or (
            card if card in self.naming.cards and card else self.naming.say(number, self.view, self.names_before)
        )

    # --- the game --------------------------------------------------------------------------------------------------------------

    def _of_game(self, field: str, observed: Any) -> None:
        status, snapshot = self.table.status, self.view.snapshot
        head, _, rest = field.partition(".")
        if head in ("over", "players"):
            for player in self.naming.names.players:
                self._player(player, "in_game", None)
        elif head == "decision":
            self._decision(observed)
        elif head == "day_night":
            self._game["day_night"] = snapshot["day_night"]
        elif head == "stack":
            self._game["stack"] = [self._stack_entry(entry, card=rest == "card") for entry in self.view.stack]
        elif head == "planechase" and snapshot.get("planechase"):
            planes = snapshot["planechase"]
            fields = (rest,) if rest in planes else ("controller", "face_up")
            said = {one: [self._card(n) for n in planes[one]] if isinstance(planes[one], list) else planes[one] for one in fields}
            self._game["planechase"] = {**self._game.get("planechase", {}), **said}
        else:
            self._game["turn"] = {"active": status["active"], "step": status["step"], "number": status["turn"]}
            if self.question is not None:
                self._decision(observed)
            elif self.table.decision is not None and self.table.decision["kind"] == "priority":
                self._game["priority"] = self.table.decision["player"]

    def _stack_entry(self, entry: Json, *, card: bool) -> Json:
        source = entry.get("source")
        said: Json = {"source": source if source is None else self._card(source)}
        if entry.get("controller"):
            said["controller"] = entry["controller"]
        if card:
            said["card"] = entry.get("card")
        if entry.get("targets"):
            said["targets"] = [self._card(number) for number in entry["targets"]]
        return said

    def _decision(self, observed: Any) -> None:
        """The question that was open, or the last thing asked, with its options; who has priority, if that is what is waited for."""
        decision = self.table.decision
        if decision is not None and decision["kind"] == "priority" and self.question is None:
            self._game["priority"] = decision["player"]
        asked = [decision for decision in self.table.decisions_since() if decision["kind"] not in ("priority", "begin")]
        last = self.question or (asked[-1] if asked else None)
        if last is None:
            return
        offered = [self._option(option) for option in flat_options(last)]
        wanted: Json = {"player": last["player"], "kind": last["kind"]}
        strange = [self._option(option) for option in _offered(last["kind"], observed)]
        options = {"include": [option for option in offered if option is not None]}
        options["exclude"] = [option for option in strange if option not in offered]
        if any(options.values()):
            wanted["options"] = {how: said for how, said in options.items() if said}
        self._game["decisions"] = [wanted]

    def _option(self, option: Any) -> Any:
        return self._card(option) if isinstance(option, str) and self.view.get(option) is not None else option


def _sayable(observed: Any) -> list[str]:
    """The words in what an engine showed, as far as a case may hold them: anything may come from an engine."""
    words = observed if isinstance(observed, (list, tuple, dict)) else ()
    return [word for word in words if isinstance(word, str) and 0 < len(word) <= MAX_WORD and word.isprintable()][:MAX_WORDS]


def _offered(kind: str, observed: Any) -> list[Any]:
    """The options that an engine gave."""
    try:
        options = flat_options({"kind": kind, "options": observed})
    except (AttributeError, KeyError, TypeError):
        return []
    return [*_sayable(options), *(option for option in options[:MAX_WORDS] if type(option) is int and 0 <= option < 1000)]


def aspects_of(aspects: Iterable[Aspect]) -> Iterator[Aspect]:
    """Aspects, each once."""
    seen: set[tuple[str | None, str]] = set()
    for aspect in aspects:
        if (aspect.about, aspect.field) not in seen:
            seen.add((aspect.about, aspect.field))
            yield aspect
