"""Which of an engine's own ids stand for which of the reference's: what the engines made themselves is paired by what it is."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class Counterparts:
    """Which of their ids stand for which of ours: the same for what the position put down, paired for what came later."""

    def __init__(self, known: frozenset[str]) -> None:
        self._known = known
        self._mine: dict[str, str] = {}
        self._theirs: dict[str, str] = {}

    def mine(self, value: Any) -> Any:
        """A value of theirs with our ids in it."""
        return _replaced(value, self._mine) if self._mine else value

    def theirs(self, value: Any) -> Any:
        """A value of ours with their ids in it. What is an id of theirs only means nothing with us, and has to mean nothing with them."""
        if not self._mine:
            return value
        return _replaced(value, {**{number: f"{number} of the other engine" for number in self._mine}, **self._theirs})

    def answer(self, answer: Json | None, mine: Any, theirs: Any) -> Json | None:
        """An answer of ours as they would give it, the two decisions being these. An index goes by the thing that it stands for: engines
        list the same things in orders of their own. A ValueError where it stands for nothing on the other side."""
        kind = next((kind for kind in ("order_triggers", "replacement") if answer and kind in answer), None)
        said: Json | None = self.theirs(answer)
        if kind is None or not isinstance((theirs or {}).get("options"), list):
            return said
        assert said is not None
        places = self._places(mine["options"], theirs["options"])
        index = said[kind]
        try:
            return {**said, kind: [places[entry] for entry in index] if isinstance(index, list) else places[index]}
        except (LookupError, TypeError):
            return said  # no index of ours either: it is for the engine to refuse

    def _places(self, mine: list[Json], theirs: list[Json]) -> dict[int, int]:
        """Index by index where the same stands in their list. A ValueError if one cannot tell."""
        left = list(enumerate(theirs))
        places: dict[int, int] = {}
        for place, entry in enumerate(mine):
            fitting = [(other, its) for other, its in left if self._fit(entry, its, ("source", "controller"))]
            named = [(other, its) for other, its in fitting if its.get("ability") == entry.get("ability")]
            if not fitting:
                raise ValueError("the engines do not choose from the same things")
            if not named and any(_same_thing(entry, one) and one.get("ability") != entry.get("ability") for one in mine):
                # Two abilities of one thing, which the engine calls by names of its own.
                raise ValueError("which of an engine's choices is which cannot be told")
            found = (named or fitting)[0]
            left.remove(found)
            places[place] = found[0]
        if left:
            raise ValueError("the engines do not choose from the same things")
        return places

    def pair(self, mine: Json, theirs: Json) -> None:
        """Pairs what is new on both sides: objects of the same card in the same zone, in the order in which they are listed."""
        left = [entry for entry in mine["objects"] if entry["id"] not in self._known and entry["id"] not in self._theirs]
        right = [entry for entry in theirs["objects"] if entry["id"] not in self._known and entry["id"] not in self._mine]
        self._match(left, right, ("zone", "card", "owner", "controller", "attached_to", "token"))
        items = [entry for entry in mine.get("stack") or () if entry["id"] not in self._theirs and entry["id"] not in self._known]
        others = [entry for entry in theirs.get("stack") or () if entry.get("id") not in self._mine and entry.get("id") not in self._known]
        self._match(items, [entry for entry in others if entry.get("id")], ("source", "controller"))

    def _match(self, mine: list[Json], theirs: list[Json], fields: tuple[str, ...]) -> None:
        for entry in mine:
            fitting = [other for other in theirs if self._fit(entry, other, fields)]
            if fitting:
                other = next((known for known in fitting if known["id"] == entry["id"]), fitting[0])
                theirs.remove(other)
                if other["id"] != entry["id"] or self._mine:
                    self._mine[other["id"]] = entry["id"]
                    self._theirs[entry["id"]] = other["id"]

    def _fit(self, mine: Json, theirs: Json, fields: tuple[str, ...]) -> bool:
        return all(self.mine(theirs[field]) == mine[field] for field in fields if field in theirs and field in mine)


def _same_thing(one: Json, other: Json) -> bool:
    return bool(one.get("source") == other.get("source") and one.get("controller") == other.get("controller"))


def _replaced(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_replaced(entry, names) for entry in value]
    if isinstance(value, dict):
        return {names.get(key, key): _replaced(entry, names) for key, entry in value.items()}
    return value
