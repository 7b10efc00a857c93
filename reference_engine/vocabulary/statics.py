"""Static abilities: what is true while their source is there, as data. The rules modules ask for them by class.

`Modification` is also what a resolving effect applies for a duration.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

from .amounts import Amount, Condition, Not
from .base import Readable, StepName, Word, Wording, listing, number, sentence, word
from .selectors import Filter, Objects, Players


class Static(Word):
    """A static ability. `if_` conditions are checked by whoever asks."""

    group = "static"


def _if(condition: Condition | None, w: Wording) -> str:
    return f" as long as {condition.text(w)}" if condition is not None else ""


def _only_if(condition: Condition | None, w: Wording) -> str:
    if isinstance(condition, Not):
        return f" unless {condition.what.text(w)}"
    return f" if {condition.text(w)}" if condition is not None else ""


def _subject(what: Objects, w: Wording) -> tuple[str, str, str]:
    """The subject and the verb endings: (`other creatures you control`, `have`, `get`)."""
    if what.how == "each":
        assert what.filter is not None
        return what.filter.noun(w, plural=True), "have", "get"
    text = what.text(w)
    several = what.how in ("those", "pair") or " and " in text
    return text, "have" if several else "has", "get" if several else "gets"


class Granted(Readable):
    """An ability that an effect gives, written like one of a card's `abilities`; "this" is whoever has it."""

    @classmethod
    def read(cls, node: Any, where: str) -> Any:
        from .abilities import read_ability

        return read_ability(node, 0, f"{where}.grant")


@word("static", "modify")
class Modification(Static):
    """A change of characteristics or control, by layers (rule 613)."""

    what: Objects
    if_: Condition | None = None
    control: Players | None = None
    set_types: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    set_subtypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    set_colors: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    colorless: bool = False
    all_creature_types: bool = False
    lose_abilities: bool = False
    keywords: tuple[str, ...] = ()
    lose_keywords: tuple[str, ...] = ()
    grant: tuple[Granted, ...] = ()
    set_power: Amount | None = None
    set_toughness: Amount | None = None
    power: Amount | None = None
    toughness: Amount | None = None
    chosen_subtype: bool = False

    def text(self, w: Wording) -> str:
        subject, have, get = _subject(self.what, w)
        predicate = self.predicate(w, have, get)
        if predicate == f"{'are' if have == 'have' else 'is'} controlled by you":
            return sentence(f"you control {subject}{_if(self.if_, w)}")
        return sentence(f"{subject} {predicate}{_if(self.if_, w)}")

    def predicate(self, w: Wording, have: str = "has", get: str = "gets") -> str:
        """What is said of the subject, without it."""
        is_ = "are" if have == "have" else "is"
        lose = "lose" if have == "have" else "loses"
        parts: list[str] = []
        if self.power is not None or self.toughness is not None:
            change = f"{_signed(self.power)}/{_signed(self.toughness)}"
            parts.append(f"{get} {change}{_where_x(self.power, self.toughness, w)}")
        if self.lose_abilities:
            parts.append(f"{lose} all abilities")
        if self.keywords:
            parts.append(f"{have if True else get} {listing(list(self.keywords))}")
        if self.lose_keywords:
            parts.append(f"{lose} {listing(list(self.lose_keywords))}")
        types = [t.lower() for t in (*self.set_types, *self.types)]
        if self.all_creature_types:
            parts.append(f"{have} all creature types")
        if self.colorless:
            parts.append(f"{is_} colorless")
        kinds = [*(s.lower() for s in self.supertypes), *self.set_colors, *self.colors, *self.set_subtypes, *self.subtypes, *types]
        if self.set_power is not None or self.set_toughness is not None:
            p = self.set_power.text(w) if self.set_power else "0"
            t = self.set_toughness.text(w) if self.set_toughness else "0"
            if types and p.isdigit() and t.isdigit():
                kinds.insert(0, f"{p}/{t}")
            else:
                each = p == t and not p.isdigit()
                parts.append(f"{have} base power and toughness {f'each equal to {p}' if each else f'{p}/{t}'}")
        if kinds:
            added = (self.types or self.subtypes or self.colors) and not (self.set_types or self.set_subtypes)
            addition = f" in addition to {'its' if have == 'has' else 'their'} other types" if added else ""
            article = "an " if kinds[0][0] in "aeiou" else "a "
            nouns = " ".join([*kinds[:-1], kinds[-1] + ("s" if have == "have" and types else "")])
            parts.insert(0 if types else len(parts), f"{is_} {article if have == 'has' and types else ''}{nouns}{addition}")
        holder = Wording(w.name, "creature" if self.what.filter is not None and "Creature" in self.what.filter.types else "permanent")
        granted: tuple[Any, ...] = self.grant
        parts += [f'{have} "{ability.text(holder)}"' for ability in granted]
        if self.control is not None:
            parts.append(f"{is_} controlled by {self.control.text(w)}")
        return listing(parts)


def _signed(amount: Amount | None) -> str:
    if amount is None:
        return "+0"
    if amount.fixed is not None:
        return f"{amount.fixed:+d}"
    return "-X" if amount.sign < 0 else "+X"


def _where_x(power: Amount | None, toughness: Amount | None, w: Wording) -> str:
    for amount in (power, toughness):
        if amount is not None and amount.fixed is None and amount.kind not in ("x",):
            return f", where X is {amount.text(w)}"
    return ""


@word("static", "defining")
class CharacteristicDefining(Static):
    """Power or toughness that the card defines itself (rule 604.3), in every zone."""

    power: Amount | None = None
    toughness: Amount | None = None

    def text(self, w: Wording) -> str:
        if self.power is not None and self.toughness is not None:
            return f"{sentence(w.this)[:-1]}'s power and toughness are each equal to {self.power.text(w)}."
        which, amount = ("power", self.power) if self.power is not None else ("toughness", self.toughness)
        assert amount is not None
        return f"{sentence(w.this)[:-1]}'s {which} is equal to {amount.text(w)}."


# --- the untap step (rule 502.3) -----------------------------------------------------------------------------------------------


@word("static", "doesnt_untap")
class DoesntUntap(Static):
    """What it names doesn't untap during its controller's untap step; other untapping is free."""

    what: Objects
    if_: Condition | None = None

    def text(self, w: Wording) -> str:
        if self.what.how == "each":
            assert self.what.filter is not None
            noun = self.what.filter.noun(w, plural=True)
            return sentence(f"{noun} don't untap during their controllers' untap steps{_if(self.if_, w)}")
        whose = "your" if self.what.how == "this" else "its controller's"
        return sentence(f"{self.what.text(w)} doesn't untap during {whose} untap step{_if(self.if_, w)}")


@word("static", "cant_become_untapped")
class CantBecomeUntapped(Static):
    what: Objects

    def text(self, w: Wording) -> str:
        return sentence(f"{_subject(self.what, w)[0]} can't become untapped")


@word("static", "may_stay_tapped")
class MayStayTapped(Static):
    """You may choose not to untap it during your untap step."""

    what: Objects

    def text(self, w: Wording) -> str:
        return sentence(f"you may choose not to untap {self.what.text(w)} during your untap step")


@word("static", "untap_limit")
class UntapLimit(Static):
    """Players can't untap more than so many of these during their untap steps."""

    what: Filter
    at_most: int
    if_: Condition | None = None
    players: Players = Players("each_player")

    def text(self, w: Wording) -> str:
        noun = self.what.noun(w, plural=self.at_most > 1)
        who = "players" if self.players.who == "each_player" else self.players.text(w)
        condition = f"as long as {self.if_.text(w)}, " if self.if_ else ""
        whose = "your untap step" if self.players.who == "you" else "their untap steps"
        return sentence(f"{condition}{who} can't untap more than {number(self.at_most)} {noun} during {whose}")


@word("static", "untap_only_one_kind")
class UntapOnlyChosenType(Static):
    """Each player chooses one of these types in their untap step and untaps only permanents of it (Storage Matrix)."""

    types: tuple[str, ...]
    if_: Condition | None = None

    def text(self, w: Wording) -> str:
        kinds = listing([t.lower() for t in self.types], "or")
        return sentence(
            f"as long as {self.if_.text(w) if self.if_ else 'this is here'}, during each player's untap step that player chooses {kinds}, "
            "and can untap only permanents of the chosen kind in that step"
        )


@word("static", "untap_during_others")
class UntapDuringOthers(Static):
    """Untap these during each other player's untap step; with `every`, each of them untaps in each player's (Horizon Boughs)."""

    what: Filter
    every: bool = False
    if_: Condition | None = None

    def text(self, w: Wording) -> str:
        if self.every:
            return sentence(f"all {self.what.noun(w, plural=True)} untap during each player's untap step")
        condition = f"as long as {self.if_.text(w)}, " if self.if_ is not None else ""
        if self.what.counters:
            noun = dataclasses.replace(self.what, counters=None).noun(w)
            return sentence(f"{condition}untap each {noun} with a {self.what.counters} counter on it during each other player's untap step")
        noun = self.what.noun(w, plural=True).replace(" or ", " and/or " if self.what.colors else " and ")
        return sentence(f"{condition}untap all {noun} during each other player's untap step")


@word("static", "skip_step")
class SkipStep(Static):
    """Players skip a step (rules 500.11, 614.10)."""

    step: StepName
    players: Players = Players("each_player")

    def text(self, w: Wording) -> str:
        who = "players skip their" if self.players.who == "each_player" else f"{self.players.verb(w, 'skip your', 'skips their')}"
        return sentence(f"{who} {self.step} step{'s' if self.players.who == 'each_player' else ''}")


@word("static", "instead_of_untapping")
class InsteadOfUntapping(Static):
    """If one of these would untap during your untap step, put counters on it instead (rule 614)."""

    what: Filter
    counter: str
    count: int = 1

    def text(self, w: Wording) -> str:
        counters = f"{'a' if self.count == 1 else number(self.count)} {self.counter} counter{'s' if self.count > 1 else ''}"
        return sentence(f"if a {self.what.noun(w)} would untap during your untap step, put {counters} on it instead")


@word("static", "cant_remove_counters")
class CantRemoveCounters(Static):
    kind: str
    what: Filter = Filter()

    def text(self, w: Wording) -> str:
        return sentence(f"{self.kind} counters can't be removed from {self.what.noun(w, plural=True)}")


# --- combat, damage, casting ------------------------------------------------------------------------------------------------------


@word("static", "cant_attack")
class CantAttack(Static):
    what: Objects
    if_: Condition | None = None

    def text(self, w: Wording) -> str:
        return sentence(f"{_subject(self.what, w)[0]} can't attack{_if(self.if_, w)}")


@word("static", "cant_block")
class CantBlock(Static):
    what: Objects
    if_: Condition | None = None

    def text(self, w: Wording) -> str:
        return sentence(f"{_subject(self.what, w)[0]} can't block{_if(self.if_, w)}")


@word("static", "cant_be_blocked")
class CantBeBlocked(Static):
    what: Objects
    by: Filter | None = None

    def text(self, w: Wording) -> str:
        by = f" by {self.by.noun(w, plural=True)}" if self.by else ""
        return sentence(f"{_subject(self.what, w)[0]} can't be blocked{by}")


@word("static", "must_attack")
class MustAttack(Static):
    what: Objects

    def text(self, w: Wording) -> str:
        return sentence(f"{_subject(self.what, w)[0]} attacks each combat if able")


@word("static", "goaded")
class Goaded(Static):
    """For a duration, of certain creatures: they attack each combat if able, and another player than its controller if able (701.15b)."""

    what: Objects

    def text(self, w: Wording) -> str:
        return sentence(f"{_subject(self.what, w)[0]} attacks each combat if able, and a player other than you if able")


@word("static", "loyalty_any_time")
class LoyaltyAnyTime(Static):
    """Its loyalty abilities may be activated whenever its controller could cast an instant, in any player's turn (against 606.3)."""

    def text(self, w: Wording) -> str:
        return f"You may activate loyalty abilities of {w.name} on any player's turn any time you could cast an instant."


@word("static", "all_cards_and_spells_colorless")
class CardsAndSpellsColorless(Static):
    """All cards that are not on the battlefield, and all spells, have no color."""

    def text(self, w: Wording) -> str:
        return "All cards that aren't on the battlefield and spells are colorless."


@word("static", "any_color_mana")
class AnyColorMana(Static):
    """Mana of any color will do for any cost; this engine asks for no colors of mana, so nothing changes by it."""

    def text(self, w: Wording) -> str:
        return "Players may spend mana as though it were mana of any color."


@word("static", "may_exert")
class MayExert(Static):
    """You may exert it as it attacks (rule 701.43d)."""

    what: Objects
    if_: Condition | None = None

    def text(self, w: Wording) -> str:
        return sentence(f"{'if ' + self.if_.text(w) + ', ' if self.if_ else ''}you may exert {self.what.text(w)} as it attacks")


@word("static", "prevent_damage")
class PreventDamage(Static):
    """Damage that would be dealt to, or by, these is prevented."""

    to: Objects | None = None
    by: Objects | None = None
    combat_only: bool = False

    def text(self, w: Wording) -> str:
        kind = "combat damage" if self.combat_only else "damage"
        to = f" to {self.to.text(w)}" if self.to else ""
        by = f" by {self.by.text(w)}" if self.by else ""
        return sentence(f"prevent all {kind} that would be dealt{to}{by}")


@word("static", "cant_lose")
class CantLose(Static):
    players: Players = Players("you")

    def text(self, w: Wording) -> str:
        return sentence(f"{self.players.text(w)} can't lose the game")


@word("static", "cant_activate")
class CantActivate(Static):
    """Activated abilities of these can't be activated, mana abilities neither; `tapping`: only those with {T} in their costs."""

    what: Objects
    tapping: bool = False

    def text(self, w: Wording) -> str:
        which = " with {T} in their costs" if self.tapping else ""
        return sentence(f"activated abilities{which} of {_subject(self.what, w)[0]} can't be activated")


@word("static", "more_life")
class MoreLife(Static):
    """If you would gain life, you gain that much plus some more instead (rule 614)."""

    more: int

    def text(self, w: Wording) -> str:
        return f"If you would gain life, you gain that much life plus {self.more} instead."


@word("static", "may_play_exiled")
class MayPlayExiled(Static):
    """Its controller may play the cards that its other ability exiled and remembered under this key (rule 607)."""

    key: str

    def text(self, w: Wording) -> str:
        return f"You may play lands and cast spells from among cards exiled with {w.this}."


@word("static", "cant_phase_out")
class CantPhaseOut(Static):
    """For a duration, as what a resolved effect says of certain permanents."""

    what: Objects

    def text(self, w: Wording) -> str:
        return sentence(f"{self.what.text(w)} can't phase out")


@word("static", "cant_phase_in")
class CantPhaseIn(Static):
    """Objects that this source sent out can't phase in while it is there."""

    what: Objects

    def text(self, w: Wording) -> str:
        return sentence(f"{_subject(self.what, w)[0]} can't phase in")


@word("static", "extra_planar_die")
class ExtraPlanarDie(Static):
    """When you would roll the planar die, you roll one more and ignore one of the results (rule 706.6)."""

    def text(self, w: Wording) -> str:
        return "If you would roll the planar die, instead roll that many planar dice plus one and ignore one of the results."


@word("static", "cost_change")
class CostChange(Static):
    """Spells that fit cost more; mana is granted in this suite, so it only matters to `mana: none`."""

    spells: Filter
    more: int = 0
    less: int = 0
    players: Players = Players("each_player")
    targeting: Objects | None = None  # only those that target one of these

    def text(self, w: Wording) -> str:
        change = f"{{{self.more}}} more" if self.more else f"{{{self.less}}} less"
        if self.targeting is not None:
            whose = {"each_opponent": " your opponents cast", "you": " you cast"}.get(self.players.who, "")
            return sentence(f"{self.spells.noun(w, plural=True)}{whose} that target {self.targeting.text(w)} cost {change} to cast")
        return sentence(f"{self.spells.noun(w, plural=True)} cost {change} to cast")


@word("static", "grant_player")
class GrantPlayer(Static):
    """What a player has: `protection from everything`, `hexproof`, `fixed life`."""

    what: tuple[str, ...]
    players: Players = Players("you")

    def text(self, w: Wording) -> str:
        return sentence(self.players.verb(w, "have", "has") + f" {listing(list(self.what))}")


@word("static", "enters")
class EntersWith(Static):
    """How it enters the battlefield (rules 614.1c-d): tapped, with counters, with a choice made, transformed."""

    tapped: bool = False
    counters: dict[str, Amount] | None = None
    what: Filter | None = None  # None: itself
    choose: Literal["player", "opponent", "color", "land_type"] | None = None
    as_copy_of: Filter | None = None
    under_opponent: bool = False  # under the control of an opponent of your choice
    if_: Condition | None = None
    becomes_day: bool = False  # if it's neither day nor night (rule 731.1)

    def text(self, w: Wording) -> str:
        parts = []
        if self.tapped:
            parts.append("tapped")
        for kind, amount in (self.counters or {}).items():
            if amount.kind == "difference":
                parts.append(f"with a number of {kind} counters on it equal to {amount.text(w)}")
                continue
            parts.append(f"with {amount.counted(w, kind + ' counter')} on it")
        who = f"{self.what.noun(w, plural=True)} enter" if self.what else f"{w.this} enters"
        if self.becomes_day:
            return f"If it's neither day nor night, it becomes day as {w.this} enters."
        if self.under_opponent:
            parts.append("under the control of an opponent of your choice")
        if self.choose:
            return sentence(f"as {w.this} enters, choose a {self.choose.replace('_', ' ')}")
        if self.as_copy_of:
            return sentence(f"you may have {w.this} enter as a copy of any {self.as_copy_of.noun(w)}")
        return sentence(f"{who} {' '.join(parts)}{_only_if(self.if_, w)}")
