"""A moment of a game: what was done, how it looked before, how it looks now, and what happened in between.

It is what invariants look at, made of what any engine says of itself: status, snapshot and, where it has them, events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from conformance.fuzz.facts import Facts, facts
from conformance.fuzz.once import Once
from conformance.fuzz.past import Past
from conformance.runner.view import View

Json = dict[str, Any]
Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class UntapStep:
    """What happened in one untap step. `whole`: it began in this act; `over`: it ended in it. `quiet`: nobody left and nothing moved."""

    player: str
    team: frozenset[str]
    events: list[Json]
    whole: bool
    over: bool
    first: int
    """The index of its first event."""

    @Once
    def quiet(self) -> bool:
        return not any(event["kind"] in ("left_game", "zone_change") for event in self.events)

    def of(self, *kinds: str) -> list[Json]:
        """The events of these kinds, in order."""
        return [event for event in self.events if event["kind"] in kinds]


COMBAT = frozenset({"declare_attackers", "declare_blockers", "first_strike_damage", "combat_damage", "end_of_combat"})


class Kinds:
    """Permanents by what can be wrong with them."""

    def __init__(self, entries: list[Json]) -> None:
        self.creatures: list[Json] = []
        self.attached: list[Json] = []
        self.auras: list[Json] = []
        self.countered: list[Json] = []
        self.special: list[Json] = []
        """Legendary and world permanents."""
        for entry in entries:
            if "Creature" in entry["types"]:
                self.creatures.append(entry)
            if entry["attached_to"] is not None:
                self.attached.append(entry)
            if entry["counters"]:
                self.countered.append(entry)
            if entry["supertypes"]:
                self.special.append(entry)
            if "Aura" in entry["subtypes"]:
                self.auras.append(entry)


def permanents(view: View) -> dict[str, Json]:
    """The permanents of a snapshot by id, phased out or not."""
    return {number: entry for number, entry in view.listed.items() if entry["zone"] == "battlefield"}


class _Sparing(dict[str, list[Json]]):
    """Events by kind, of an engine that reports certain kinds only. To ask for another is a KeyError, as with a field not reported."""

    def __init__(self, reports: frozenset[str]) -> None:
        super().__init__()
        self._reports = reports

    def _check(self, kind: object) -> None:
        if kind not in self._reports:
            raise KeyError(f"events of kind {kind}")

    def get(self, kind: str, default: Any = None) -> Any:
        self._check(kind)
        return super().get(kind, default)

    def __contains__(self, kind: object) -> bool:
        self._check(kind)
        return super().__contains__(kind)

    def __getitem__(self, kind: str) -> list[Json]:
        self._check(kind)
        return super().__getitem__(kind)


class Moment:
    """After one act (or, with `move` None, after the position was put down)."""

    def __init__(
        self, given: Json, before: View | None, after: View, was: Json | None, now: Json, events: Sequence[Json], move: Any, refused: bool
    ) -> None:
        """`before`, `after` are snapshots, `was`, `now` statuses; `move` is a recording.Move, `refused` whether the engine refused it."""
        self.given = given
        self.before = before
        self.after = after
        self.was = was
        self.now = now
        self._events = events
        self.reports: frozenset[str] | None = None
        """The kinds of event that the engine reports, where it does not report all (the watcher says so)."""
        self.move = move
        self.refused = refused
        self.past: Past | None = None
        """What was before this moment, where somebody keeps count (the watcher does)."""

    # --- what there is ---------------------------------------------------------------------------------------------------------

    @Once
    def facts(self) -> Facts:
        """What the cards of the position say."""
        return facts(self.given)

    @Once
    def here(self) -> dict[str, Json]:
        """The permanents now, phased out or not."""
        return permanents(self.after)

    @Once
    def there(self) -> dict[str, Json]:
        """The permanents before."""
        return permanents(self.before) if self.before is not None else {}

    @Once
    def ins(self) -> list[Json]:
        """The permanents that are phased in now."""
        return [entry for entry in self.here.values() if entry["phased"] == "in"]

    @Once
    def outs(self) -> list[Json]:
        """The permanents that are phased out now."""
        return [entry for entry in self.here.values() if entry["phased"] != "in"]

    @Once
    def were_out(self) -> frozenset[str]:
        """The ids of the permanents that were phased out before."""
        return frozenset(number for number, entry in self.there.items() if entry["phased"] != "in")

    @Once
    def stayed_out(self) -> list[tuple[Json, Json]]:
        """(before, now) of each permanent that was phased out, is, and was nothing else in between."""
        if not self.were_out:
            return []
        moved = self.told_of("phased_in", "phased_out", "zone_change")
        return [
            (self.there[entry["id"]], entry) for entry in self.outs if entry["id"] in self.were_out and entry["id"] not in moved
        ]  # fmt: skip

    # --- what happened ---------------------------------------------------------------------------------------------------------

    def told_of(self, *kinds: str) -> frozenset[str]:
        """The objects of the events of these kinds."""
        found = self._told_of.get(kinds)
        if found is None:
            by_kind = self.by_kind
            found = self._told_of[kinds] = frozenset(event["object"] for kind in kinds for event in by_kind.get(kind, ()))
        return found

    @Once
    def _told_of(self) -> dict[tuple[str, ...], frozenset[str]]:
        return {}

    def once(self, make: Callable[[Moment], Made]) -> Made:
        """What `make` makes of this moment; made once, though several ask."""
        kept: dict[Any, Any] = self.__dict__.setdefault("_kept", {})
        if make not in kept:
            kept[make] = make(self)
        made: Made = kept[make]
        return made

    @Once
    def moved(self) -> frozenset[str]:
        """What changed zones in this act."""
        return self.told_of("zone_change")

    @Once
    def out_during(self) -> list[frozenset[str]]:
        """For each event the ids that were phased out just before it."""
        out = self.were_out
        found = []
        for event in self.events:
            found.append(out)
            kind = event["kind"]
            if kind == "phased_out":
                out |= {event["object"]}
            elif kind in ("phased_in", "zone_change") and event["object"] in out:
                out -= {event["object"]}
        return found

    @Once
    def phasing(self) -> bool:
        """Whether anything was phased out at any time of this act, or is."""
        return bool(self.were_out) or "phased_out" in self.by_kind or bool(self.outs)

    @property
    def planar(self) -> bool:
        """Whether this is a game of Planechase that goes on."""
        return self.given["planechase"] is not None and not self.over

    @property
    def thinned(self) -> bool:
        """Whether a player has left and the game goes on."""
        return len(self.now["players"]) < len(self.given["players"]) and not self.over

    @property
    def fighting(self) -> bool:
        """Whether the game is in combat."""
        return self.now["step"] in COMBAT

    @Once
    def untapping(self) -> bool:
        """Whether an untap step happened, or went on, in this act."""
        return (self.was or self.now)["step"] == "untap" or any(event["step"] == "untap" for event in self.of("step_began"))

    @Once
    def altered(self) -> list[tuple[Json, Json]]:
        """(before, now) of each permanent that was there and is there and that looks otherwise now."""
        there = self.there
        return [(was, now) for number, now in self.here.items() if (was := there.get(number)) is not None and was != now]

    @property
    def attached(self) -> list[Json]:
        """What is attached to something."""
        return self.kinds.attached

    @property
    def countered(self) -> list[Json]:
        """What has counters on it."""
        return self.kinds.countered

    @property
    def answered(self) -> bool:
        """Whether this act was an answer."""
        return self.move is not None and self.move.answer is not None

    @property
    def lent(self) -> bool:
        """Whether the position put down something that a player controls by an effect."""
        return self.facts.lent

    @property
    def teams(self) -> bool:
        """Whether there are teams."""
        return bool(self.given["teams"])

    @Once
    def resolving(self) -> list[Json]:
        """What left the stack as everybody passed: it resolved, or did not for want of a target."""
        action = self.move.action if self.move is not None else None
        if action is None or self.before is None or action.get("type") not in ("pass", "pass_until") or not self.before.stack:
            return []
        left = {item["id"] for item in self.after.stack}
        return [item for item in self.before.stack if item["id"] not in left]

    @Once
    def kinds(self) -> Kinds:
        """The phased-in permanents that are of interest to state-based actions."""
        return Kinds(self.ins)

    @Once
    def untap_steps(self) -> list[UntapStep]:
        """The untap steps that happened, or went on, in this act.

        A KeyError where one could be skipped and the engine does not tell skipped steps: it may say that they began all the same.
        """
        if self.facts.skips_steps:
            self.of("step_skipped")
        found: list[UntapStep] = []
        index = 0
        last = len(self.steps) - 1
        for place, (player, step, events) in enumerate(self.steps):
            if step == "untap":
                cut = next((at for at, event in enumerate(events) if event["kind"] == "step_skipped"), None)
                own = events if cut is None else events[:cut]
                over = place < last or cut is not None or self.now["step"] != "untap"
                found.append(UntapStep(player, self.facts.team[player], own, place > 0, over, index))
            index += len(events)
        return found

    # --- where the game stands -------------------------------------------------------------------------------------------------

    @property
    def conceded(self) -> bool:
        """Whether this act was a player's giving up: then what is due waits for the next who receives priority."""
        return self.move is not None and self.move.action is not None and self.move.action.get("type") == "concede"

    @Once
    def settled(self) -> bool:
        """Whether somebody has just received priority, so that whatever has to be done before that is done."""
        return self.priority and not self.conceded

    @Once
    def over(self) -> bool:
        """Whether the game is over, or as good as: nobody is left to play with."""
        return bool(self.now["over"]) or len(self.now["players"]) < 2

    @Once
    def by_kind(self) -> dict[str, list[Json]]:
        """The events by their kind."""
        found: dict[str, list[Json]] = {} if self.reports is None else _Sparing(self.reports)
        for event in self._events:
            found.setdefault(event["kind"], []).append(event)
        return found

    @property
    def all_told(self) -> Sequence[Json]:
        """The events that the engine told, whether or not it tells all."""
        return self._events

    @property
    def events(self) -> Sequence[Json]:
        """All events, in order. A KeyError if the engine reports none: that nothing was told does not mean that nothing happened."""
        if self.reports is not None and not self.reports:
            raise KeyError("events")
        return self._events

    def of(self, kind: str) -> list[Json]:
        """The events of a kind, in order."""
        return self.by_kind.get(kind, [])

    @property
    def priority(self) -> bool:
        """Whether the game now waits for somebody with priority."""
        decision = self.now["decision"]
        return decision is not None and decision["kind"] == "priority"

    @Once
    def steps(self) -> list[tuple[str, str, list[Json]]]:
        """(active player, step, events): the stretch before the first step that began, then each step that began, in order."""
        start = self.was or self.now
        stretches: list[tuple[str, str, list[Json]]] = [(start["active"], start["step"], [])]
        for event in self.events:
            if event["kind"] == "step_began":
                stretches.append((event["player"], event["step"], []))
            stretches[-1][2].append(event)
        return stretches
