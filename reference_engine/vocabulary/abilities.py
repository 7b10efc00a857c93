"""Abilities (rule 113): spell, activated, triggered and static, each built of words."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reference_engine.errors import BadDefinition

from .amounts import Amount, Condition
from .base import Readable, Word, Wording, listing, number, read_int, read_word, sentence
from .costs import Cost
from .selectors import Filter, Players
from .statics import Static
from .triggers import AnyTrigger, Chapter, Trigger

if TYPE_CHECKING:
    from reference_engine.context import Context
    from reference_engine.decisions import Decision

Steps = Generator["Decision", Any, Any]


class Effect(Word):
    """What a resolving spell or ability does; `resolve` yields the decisions that it needs."""

    group = "effect"

    def resolve(self, ctx: Context) -> Steps:
        raise NotImplementedError

    def was_done(self, ctx: Context) -> bool:
        """Asked right after `resolve`, for "if you do": False if it turned out to be impossible (rule 608.2c)."""
        return True


@dataclass(frozen=True, eq=False)
class TargetSpec(Readable):
    """One "target" of a spell or ability: what is legal, and how many (rule 115)."""

    what: Filter | None
    players: str | None = None  # `any` or `opponent`, where players may be targeted
    least: Any = 1  # a number, or `x`
    most: Any = 1  # a number, `x`, or None for any number
    item: str | None = None  # "ability", "your_triggered_ability", "spell_or_ability" or "spell_with_a_single_target": objects on the stack
    one_for: Players | None = None  # one such target for each of these players, of what that player controls
    chosen_by: Players | None = None  # who chooses, where it is not the controller
    controlled_by: str | None = None

    @classmethod
    def read(cls, node: Any, where: str) -> TargetSpec:
        if not (isinstance(node, dict) and ("what" in node or "player" in node or "item" in node)):
            what = Filter.read(node, where)
            return cls(what, "any" if what.players else None)
        keys = ("what", "player", "item", "min", "max", "one_for", "chosen_by")
        unknown = set(node) - set(keys)
        if unknown:
            raise BadDefinition(where, f"{sorted(unknown)} is nothing that a target has; there are {', '.join(keys)}")
        one_for, chosen_by = (Players.read(node[key], where) if key in node else None for key in ("one_for", "chosen_by"))
        what_ = Filter.read(node["what"], where) if "what" in node else None
        most = node.get("max", 1)
        most = None if most == "any" else most if most == "x" else read_int(most, where)
        least = 0 if "min" not in node and most is None else node.get("min", 1)
        least = least if least == "x" else read_int(least, where)
        return cls(what_, node.get("player", "any" if what_ and what_.players else None), least, most, node.get("item"), one_for, chosen_by)

    def bounds(self, x: int) -> tuple[int, int | None]:
        least = x if self.least == "x" else self.least
        most = x if self.most == "x" else self.most
        return int(least), most

    def text(self, w: Wording) -> str:
        if self.chosen_by is not None and self.chosen_by.who == "each_opponent" and self.what is not None:
            return f"target {dataclasses.replace(self.what, controller=None).noun(w)} of an opponent's choice they control"
        if self.chosen_by is not None:
            return dataclasses.replace(self, chosen_by=None).text(w) + " of their choice"
        if self.item:
            noun = {
                "ability": "activated or triggered ability",
                "your_triggered_ability": "triggered ability you control",
                "spell_or_ability": "spell or ability",
                "spell_with_a_single_target": "spell with a single target",
            }[self.item]
        elif self.what is None:
            noun = "player" if self.players == "any" else "opponent"
        elif self.what.players:
            return "any target"
        else:
            noun = self.what.noun(w)
            if self.players:
                noun += f" or {'player' if self.players == 'any' else 'opponent'}"
        plural = self.what.noun(w, plural=True) if self.what is not None and not self.players else noun + "s"
        if self.most is None:
            other = plural.startswith("other ")
            return f"any number of {'other ' if other else ''}target {plural.removeprefix('other ')}"
        if self.most == "x":
            return f"{'up to ' if self.least == 0 else ''}X target {plural}"
        if self.least == 0:
            return f"up to {number(self.most)} target {noun if self.most == 1 else plural}"
        if self.most > 1:
            return f"{number(self.most)} target {plural}"
        another = self.what is not None and self.what.other
        return f"{'another target' if another else 'target'} {noun.removeprefix('other ')}"


@dataclass(frozen=True, eq=False)
class Mode(Readable):
    """One mode of a modal spell or ability (rule 700.2), or all of one that is not modal."""

    targets: tuple[TargetSpec, ...] = ()
    effects: tuple[Effect, ...] = ()

    @classmethod
    def read(cls, node: Any, where: str) -> Mode:
        if not isinstance(node, dict) or set(node) - {"targets", "effects"}:
            raise BadDefinition(where, f"a mode has targets and effects, not {node!r}")
        targets = node.get("targets", [])
        effects = node.get("effects", [])
        return cls(
            tuple(TargetSpec.read(t, f"{where}.targets") for t in (targets if isinstance(targets, list) else [targets])),
            tuple(
                read_word("effect", e, f"{where}.effects[{i}]") for i, e in enumerate(effects if isinstance(effects, list) else [effects])
            ),
        )

    def text(self, w: Wording) -> str:
        w.targets = [target.text(w) for target in self.targets]
        parts = []
        for target in self.targets:
            if target.one_for is not None:  # said before, since the effects only speak of what was chosen
                player = target.one_for.text(w).removeprefix("each ")
                cards = target.what is not None and target.what.zone == "graveyard"
                chosen = target.text(w).removesuffix(" in a graveyard")
                where = f"from that {player}'s graveyard" if cards else f"that {player} controls"
                parts.append(f"For each {player}, choose {chosen} {where}.")
                w.targets = ["those cards" if cards else "those permanents"]
        unnamed = [index for index, target in enumerate(w.targets) if "target" in target]
        for effect in self.effects:
            text = effect.text(w)
            parts += [sentence(text)] if text else []
            told = [index for index in unnamed if _is_told(index, unnamed, w.targets, text)] if len(unnamed) > 1 else list(unnamed)
            unnamed = [index for index in unnamed if index not in told]
            w.targets = [again(target) if index in told else target for index, target in enumerate(w.targets)]
        return " ".join(parts)


def _is_told(index: int, unnamed: list[int], targets: list[str], text: str) -> bool:
    """Whether a text names the target with this index; of targets that are called the same it names the first ones first."""
    return text.count(targets[index]) > sum(1 for other in unnamed if other < index and targets[other] == targets[index])


def again(target: str) -> str:
    """How a target is called after it was named once."""
    if "controls" not in target and ("opponent" in target or ("player" in target and "creature" not in target)):
        return "that player"
    plural = target.startswith(("any number", "X target", "up to X", "up to two", "up to three", "up to five")) or target.split()[0] in (
        "two",
        "three",
        "four",
    )
    noun = "creature" if "creature" in target and "artifact" not in target else "permanent"
    return f"those {noun}s" if plural else f"that {noun}"


@dataclass(frozen=True, eq=False)
class Body:
    """What a spell or ability does: one mode, or several to choose from."""

    modes: tuple[Mode, ...]
    least: int = 1
    most: int = 1
    repeat: bool = False
    anew: bool = False  # only modes that were not chosen before

    @property
    def modal(self) -> bool:
        return len(self.modes) > 1

    @classmethod
    def read(cls, node: dict[str, Any], where: str) -> Body:
        if "modes" in node:
            options = node["modes"]
            if not isinstance(options, dict) or not isinstance(options.get("options"), list):
                raise BadDefinition(where, "modes are written {choose: n, options: [...]}")
            choose = options.get("choose", 1)
            if isinstance(choose, dict):
                least, most = read_int(choose.get("at_least", 0), where), read_int(choose.get("at_most", len(options["options"])), where)
            else:
                least = most = read_int(choose, where)
            return cls(
                tuple(Mode.read(option, f"{where}.modes[{i}]") for i, option in enumerate(options["options"])),
                least, most, options.get("repeat") in (True, "true"), options.get("anew") in (True, "true"),
            )  # fmt: skip
        return cls((Mode.read({key: node[key] for key in ("targets", "effects") if key in node}, where),))

    def text(self, w: Wording) -> str:
        if not self.modal:
            return self.modes[0].text(w)
        choose = (
            number(self.most)
            if self.least == self.most
            else f"{number(self.least)} or more"
            if self.least
            else f"up to {number(self.most)}"
        )
        anew = " that hasn't been chosen" if self.anew else ""
        often = ". You may choose the same mode more than once." if self.repeat else " —"
        return f"Choose {choose}{anew}{often}\n" + "\n".join(f"• {mode.text(w)}" for mode in self.modes)


@dataclass(eq=False)
class Ability:
    """Common to all: `id` is how cases and events call it."""

    id: str

    def text(self, w: Wording) -> str:
        raise NotImplementedError


@dataclass(eq=False)
class StaticAbility(Ability):
    static: Static = field(default=None)  # type: ignore[assignment]

    def text(self, w: Wording) -> str:
        return self.static.text(w)


@dataclass(eq=False)
class TriggeredAbility(Ability):
    """Rule 603. `if_` is an intervening condition (603.4)."""

    when: Trigger = field(default=None)  # type: ignore[assignment]
    body: Body = field(default=None)  # type: ignore[assignment]
    if_: Condition | None = None
    once_each_turn: bool = False
    zone: str = "battlefield"
    keyword: str | None = None

    @property
    def triggers(self) -> tuple[Trigger, ...]:
        return self.when.of if isinstance(self.when, AnyTrigger) else (self.when,)

    def text(self, w: Wording) -> str:
        condition = f", if {self.if_.text(w)}" if self.if_ is not None else ""
        body = self.body.text(w)
        if isinstance(self.when, Chapter):
            return f"{self.when.text(w)} — {body}"
        if self.body.modal:
            body = body[0].lower() + body[1:]
            return f"{sentence(self.when.text(w))[:-1]}{condition}, {body}"
        limit = " This ability triggers only once each turn." if self.once_each_turn else ""
        return f"{sentence(self.when.text(w))[:-1]}{condition}, {body[0].lower() + body[1:] if body else 'nothing happens.'}{limit}"


@dataclass(eq=False)
class ActivatedAbility(Ability):
    """Rule 602: costs, and what happens."""

    cost: tuple[Cost, ...] = ()
    body: Body = field(default=None)  # type: ignore[assignment]
    sorcery: bool = False
    if_: Condition | None = None
    once_each_turn: bool = False
    mana: bool = False
    keyword: str | None = None
    zone: str = "battlefield"
    any_player: bool = False
    printed_text: str | None = None

    def text(self, w: Wording) -> str:
        if self.printed_text is not None:
            return self.printed_text
        costs = ", ".join(sentence(cost.text(w))[:-1] for cost in self.cost)
        tail = " Activate only as a sorcery." if self.sorcery else ""
        tail += " Activate only once each turn." if self.once_each_turn else ""
        if self.if_ is not None:
            tail += f" Activate only {'' if self.if_.about_time else 'if '}{self.if_.text(w)}."
        tail += " Any player may activate this ability." if self.any_player else ""
        return f"{costs}: {self.body.text(w)}{tail}"


@dataclass(eq=False)
class SpellAbility(Ability):
    """What an instant or sorcery does as it resolves (rule 113.3a), and what instead if it was kicked or overloaded (702.33f, 702.96a)."""

    body: Body = field(default=None)  # type: ignore[assignment]
    kicked: Body | None = None
    overloaded: Body | None = None  # the same without targets, so it is not told again

    def text(self, w: Wording) -> str:
        text = self.body.text(w)
        if self.kicked is None:
            return text
        instead = self.kicked.text(w).removesuffix(".")
        return f"{text} If this spell was kicked, instead {instead[0].lower()}{instead[1:]}."


def delayed(when: Trigger, effects: tuple[Effect, ...], id_: str) -> TriggeredAbility:
    """A delayed triggered ability (rule 603.7)."""
    return TriggeredAbility(id_, when, Body((Mode((), effects),)))


_COMMON = {"targets", "effects", "modes", "id"}


def read_ability(node: Any, number_: int, where: str) -> Ability:
    """Reads one entry of a card's `abilities`."""
    if not isinstance(node, dict) or len(node) != 1:
        raise BadDefinition(where, f"an ability is one of spell, activated, triggered, static, with its parts, not {node!r}")
    ((kind, parts),) = node.items()
    where = f"{where}.{kind}"
    if kind == "static":
        return StaticAbility(f"a{number_}", read_word("static", parts, where))
    if not isinstance(parts, dict):
        raise BadDefinition(where, f"a mapping is wanted, not {parts!r}")
    allowed = {"spell": _COMMON | {"kicked", "overloaded"}, "triggered": _COMMON | {"when", "if", "once_each_turn", "zone"},
               "activated": _COMMON | {"cost", "timing", "if", "once_each_turn", "mana", "zone", "any_player"}}.get(kind)  # fmt: skip
    if allowed is None:
        raise BadDefinition(where, f"{kind!r} is no kind of ability; there are spell, activated, triggered, static")
    unknown = set(parts) - allowed
    if unknown:
        raise BadDefinition(where, f"{sorted(unknown)} is no part of it; there are {', '.join(sorted(allowed))}")
    id_ = parts.get("id", f"a{number_}")
    body = Body.read(parts, where)
    condition = read_word("condition", parts["if"], f"{where}.if") if "if" in parts else None
    if kind == "spell":
        others = [Body.read(parts[key], f"{where}.{key}") if key in parts else None for key in ("kicked", "overloaded")]
        return SpellAbility(id_, body, *others)
    once = parts.get("once_each_turn") in (True, "true")
    zone = parts.get("zone", "battlefield")
    if kind == "triggered":
        if "when" not in parts:
            raise BadDefinition(where, "'when' is missing")
        return TriggeredAbility(id_, read_word("trigger", parts["when"], f"{where}.when"), body, condition, once, zone)
    costs = parts.get("cost", [])
    cost = tuple(read_word("cost", c, f"{where}.cost[{i}]") for i, c in enumerate(costs if isinstance(costs, list) else [costs]))
    return ActivatedAbility(
        id_, cost, body, parts.get("timing") == "sorcery", condition, once, parts.get("mana") in (True, "true"), None, zone,
        parts.get("any_player") in (True, "true"),
    )  # fmt: skip


__all__ = ["Ability", "ActivatedAbility", "Amount", "Body", "Effect", "Mode", "Players", "SpellAbility", "StaticAbility", "Steps",
           "TargetSpec", "TriggeredAbility", "delayed", "listing", "read_ability"]  # fmt: skip
