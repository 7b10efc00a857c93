"""When an ability triggers (rule 603): each word names the kind of event it watches and tells whether one event is meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from reference_engine.objects import GameObject

from .amounts import Condition
from .base import Readable, StepName, Word, Wording, listing, word
from .selectors import Filter, Players

if TYPE_CHECKING:
    from reference_engine.context import Context


@dataclass(frozen=True, eq=False)
class Watched(Readable):
    """Whose event it is: `this`, `host`, or any object that fits a filter (checked on what it last was)."""

    how: str = "filter"
    filter: Filter | None = None

    @classmethod
    def read(cls, node: Any, where: str) -> Watched:
        if node in ("this", "host"):
            return cls(node)
        return cls("filter", Filter.read(node, where))

    def holds(self, obj: Any, ctx: Context) -> bool:
        if self.how == "this":
            return obj is ctx.source
        if self.how == "host":
            return ctx.source is not None and obj is not None and ctx.source.attached_to is obj
        assert self.filter is not None
        return isinstance(obj, GameObject) and fits_as_it_was(self.filter, obj, ctx)

    def text(self, w: Wording) -> str:
        if self.how == "this":
            return w.this
        if self.how == "host":
            return w.host
        assert self.filter is not None
        noun = self.filter.noun(w)
        return f"{'another' if self.filter.other else 'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun.removeprefix('other ')}"


def fits_as_it_was(filter_: Filter, obj: GameObject, ctx: Context) -> bool:
    """Like `Filter.matches`, whatever zone or phase status the object has now."""
    return filter_.describes(obj, ctx)


class Trigger(Word):
    """`event` is the kind of event watched; `holds` gets its fields."""

    group = "trigger"
    event = ""
    prefix = "When"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        raise NotImplementedError


ONCE = frozenset({"entered", "dies", "left_battlefield", "turned_face_up"})  # what happens to one object once, so "when" and not "whenever"


class ObjectTrigger(Trigger):
    what: Watched
    verb = ""

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return self.what.holds(fields["object"], ctx)

    def text(self, w: Wording) -> str:
        once = self.what.how == "this" and self.event in ONCE
        return f"{'when' if once else 'whenever'} {self.what.text(w)} {self.verb}"


def _object_trigger(name: str, event: str, verb: str) -> type[ObjectTrigger]:
    @word("trigger", name)
    class Made(ObjectTrigger):
        what: Watched

    Made.event, Made.verb = event, verb
    Made.__name__ = Made.__qualname__ = "".join(part.capitalize() for part in name.split("_"))
    return Made


PhasesOut = _object_trigger("phases_out", "phased_out", "phases out")
PhasesIn = _object_trigger("phases_in", "phased_in", "phases in")
BecomesUntapped = _object_trigger("becomes_untapped", "untapped", "becomes untapped")
BecomesTapped = _object_trigger("becomes_tapped", "tapped", "becomes tapped")
Dies = _object_trigger("dies", "dies", "dies")
Leaves = _object_trigger("leaves", "left_battlefield", "leaves the battlefield")
Transforms = _object_trigger("transforms", "transformed", "transforms")
BecomesUnattached = _object_trigger("becomes_unattached", "unattached", "becomes unattached from a permanent")
BecomesAttached = _object_trigger("becomes_attached", "attached", "becomes attached to a permanent")
Blocks = _object_trigger("blocks", "blocks", "blocks")
BlocksCreature = _object_trigger("blocks_creature", "blocks", "blocks a creature")
BecomesBlocked = _object_trigger("becomes_blocked", "becomes_blocked", "becomes blocked")
TurnedFaceUp = _object_trigger("turned_face_up", "turned_face_up", "is turned face up")
BecomesTarget = _object_trigger("becomes_target", "becomes_target", "becomes the target of a spell or ability")


@word("trigger", "put_into_graveyard")
class PutIntoGraveyard(ObjectTrigger):
    """From the battlefield, whatever it is; `dies` is the same of creatures (rule 700.4)."""

    what: Watched
    event = "left_battlefield"
    verb = "is put into a graveyard from the battlefield"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["to"] == "graveyard" and super().holds(fields, ctx)


@word("trigger", "exerted")
class Exerted(ObjectTrigger):
    """Linked to the choice to exert it as it attacks (rules 607, 701.43d)."""

    what: Watched
    event = "exerted"

    def text(self, w: Wording) -> str:
        return "when you do" if self.what.how == "this" else f"whenever you exert {self.what.text(w)}"


@word("trigger", "exiled")
class Exiled(ObjectTrigger):
    """Put into exile from anywhere; a filter names the zone exile."""

    what: Watched
    event = "zone_change"
    verb = "is put into exile from anywhere"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["to"] == "exile" and super().holds(fields, ctx)

    def text(self, w: Wording) -> str:
        return super().text(w).replace(" in a exile", "")


@word("trigger", "one_or_more")
class OneOrMore(Trigger):
    """However many of the watched events are simultaneous, they trigger it once (rule 603.2c)."""

    of: ObjectTrigger

    def __post_init__(self) -> None:
        object.__setattr__(self, "event", self.of.event)

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return self.of.holds(fields, ctx)

    def text(self, w: Wording) -> str:
        assert self.of.what.filter is not None
        first, _, rest = self.of.verb.partition(" ")
        verb = "are" if first == "is" else first.removesuffix("s")
        noun = self.of.what.filter.noun(w, plural=True).replace(" in a exile", "")
        return f"whenever one or more {noun} {verb} {rest}".strip()


@word("trigger", "enters")
class Enters(ObjectTrigger):
    what: Watched
    event = "entered"
    verb = "enters"


@word("trigger", "attacks")
class Attacks(ObjectTrigger):
    what: Watched
    event = "attacks"
    verb = "attacks"


@word("trigger", "opponent_attacks_you")
class OpponentAttacksYou(Trigger):
    """Once for each declaration in which a player attacks you with one creature or more (rule 508.3)."""

    event = "player_attacked"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["defender"] == ctx.controller and ctx.is_player("opponent", fields["player"])

    def text(self, w: Wording) -> str:
        return "whenever an opponent attacks you"


@word("trigger", "blocked_by")
class BlockedBy(ObjectTrigger):
    """It becomes blocked by a creature, once for each that does (rule 509.3d); "that" is the blocker."""

    what: Watched
    by: Filter = Filter(types=("Creature",))
    event = "blocks"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return self.what.holds(fields["attacker"], ctx) and fits_as_it_was(self.by, fields["object"], ctx)

    def text(self, w: Wording) -> str:
        return f"whenever {self.what.text(w)} becomes blocked by a {self.by.noun(w)}"


@word("trigger", "becomes_target_of_spell")
class BecomesTargetOfSpell(ObjectTrigger):
    what: Watched
    event = "becomes_target"
    verb = "becomes the target of a spell"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        item = fields.get("_item")
        return item is not None and item.object is not None and self.what.holds(fields["object"], ctx)


@word("trigger", "targeted_by_opponent")
class TargetedByOpponent(ObjectTrigger):
    """It becomes the target of a spell or ability that an opponent controls."""

    what: Watched
    event = "becomes_target"
    verb = "becomes the target of a spell or ability an opponent controls"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return ctx.is_player("opponent", fields["player"]) and super().holds(fields, ctx)


@word("trigger", "dealt_damage")
class DealtDamage(ObjectTrigger):
    """Once for all damage that is dealt to it at the same time (rule 603.2c)."""

    what: Watched
    event = "damage"
    verb = "is dealt damage"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return isinstance(fields["to"], GameObject) and self.what.holds(fields["to"], ctx)


@word("trigger", "you_exert")
class YouExert(ObjectTrigger):
    """Whatever the exerting was for, an attack or a cost (rule 701.43a)."""

    what: Watched
    event = "exerts"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["player"] == ctx.controller and super().holds(fields, ctx)

    def text(self, w: Wording) -> str:
        return f"whenever you exert {self.what.text(w)}"


@word("trigger", "untapped_in_your_step")
class UntappedInYourStep(ObjectTrigger):
    """It becomes untapped during your untap step."""

    what: Watched
    event = "untapped"
    verb = "becomes untapped during your untap step"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return ctx.game.step == "untap" and ctx.controller in ctx.game.active_players and super().holds(fields, ctx)


@word("trigger", "deals_damage")
class DealsDamage(Trigger):
    """`{deals_damage: {what: this, to: player | creature | any, combat: true}}`."""

    what: Watched
    to: Literal["player", "creature", "any"] = "player"
    combat: bool = True
    event = "damage"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        if self.combat and not fields.get("combat"):
            return False
        to = fields["to"]
        if self.to == "player" and not isinstance(to, str):
            return False
        if self.to == "creature" and not (isinstance(to, GameObject) and to.is_type("Creature")):
            return False
        return self.what.holds(fields["source"], ctx)

    def text(self, w: Wording) -> str:
        if self.what.how == "host" and not self.combat and self.to == "any":
            return f"whenever {self.what.text(w)} deals damage"
        to = {"player": " to a player", "creature": " to a creature"}.get(self.to, "")
        return f"whenever {self.what.text(w)} deals {'combat ' if self.combat else ''}damage{to}"


@word("trigger", "beginning_of")
class BeginningOf(Trigger):
    """`{beginning_of: upkeep}` is yours; `of: each_player` for each, `each_opponent`, `host_controller` for the enchanted creature's."""

    step: StepName
    of: Players = Players("you")
    event = "step_began"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        from .selectors import _PLAYERS

        return fields["step"] == self.step and ctx.is_player(_PLAYERS[self.of.who], fields["player"])

    def text(self, w: Wording) -> str:
        whose = {
            "you": "your", "each_player": "each", "each_opponent": "each opponent's", "host_controller": "its controller's",
            "each_other_player": "each other player's", "enchanted_player": "enchanted player's",
        }[self.of.who]  # fmt: skip
        if self.step == "end":
            return f"at the beginning of {whose} end step"
        if self.step == "beginning_of_combat":
            return "at the beginning of combat on your turn" if self.of.who == "you" else "at the beginning of each combat"
        step = {"precombat_main": "precombat main phase", "postcombat_main": "postcombat main phase"}.get(self.step, f"{self.step} step")
        return f"at the beginning of {whose} {step.removesuffix(' step') if self.step == 'upkeep' else step}"


@word("trigger", "end_of_combat")
class EndOfCombat(Trigger):
    event = "step_began"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return bool(fields["step"] == "end_of_combat")

    def text(self, w: Wording) -> str:
        return "at end of combat"


@word("trigger", "casts")
class Casts(Trigger):
    """`{casts: {player: you, spell: FILTER}}`."""

    player: Players = Players("you")
    spell: Filter = Filter(zone="stack")
    event = "cast"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        from .selectors import _PLAYERS

        return ctx.is_player(_PLAYERS[self.player.who], fields["player"]) and fits_as_it_was(self.spell, fields["object"], ctx)

    def text(self, w: Wording) -> str:
        return f"whenever {self.player.verb(w, 'cast', 'casts').replace('each player', 'a player')} a {self.spell.noun(w)}"


class PlayerTrigger(Trigger):
    """Something that a player does."""

    player: Players = Players("you")
    verbs = ("", "")

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        from .selectors import _PLAYERS

        return ctx.is_player(_PLAYERS[self.player.who], fields["player"])

    def text(self, w: Wording) -> str:
        return f"whenever {self.player.verb(w, *self.verbs).replace('each ', 'a ', 1)}"


@word("trigger", "rolls_dice")
class RollsDice(PlayerTrigger):
    """Planar dice count (rules 706.7, 901.9d)."""

    player: Players = Players("you")
    event = "rolled_dice"
    verbs = ("roll one or more dice", "rolls one or more dice")


@word("trigger", "rolls_planar_die")
class RollsPlanarDie(PlayerTrigger):
    """Once for each die whose roll counts (rule 706.6)."""

    player: Players = Players("you")
    event = "planar_die"
    verbs = ("roll the planar die", "rolls the planar die")


@word("trigger", "draws")
class Draws(PlayerTrigger):
    player: Players = Players("you")
    event = "drew"
    verbs = ("draw a card", "draws a card")


@word("trigger", "discards")
class Discards(PlayerTrigger):
    player: Players = Players("you")
    event = "discarded"
    verbs = ("discard a card", "discards a card")


@word("trigger", "gains_life")
class GainsLife(PlayerTrigger):
    player: Players = Players("you")
    event = "gained_life"
    verbs = ("gain life", "gains life")


@word("trigger", "loses_life")
class LosesLife(PlayerTrigger):
    player: Players = Players("you")
    event = "lost_life"
    verbs = ("lose life", "loses life")


@word("trigger", "player_planeswalks")
class PlayerPlaneswalks(PlayerTrigger):
    player: Players = Players("each_player")
    event = "planeswalked"
    verbs = ("planeswalk", "planeswalks")


@word("trigger", "taps_for_mana")
class TapsForMana(ObjectTrigger):
    what: Watched
    event = "tapped_for_mana"
    verb = "is tapped for mana"


@word("trigger", "planeswalk_to")
class PlaneswalkTo(Trigger):
    """Rule 901.11b; of this plane."""

    event = "planeswalked_to"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["object"] is ctx.source

    def text(self, w: Wording) -> str:
        return f"when you planeswalk to {w.name}"


@word("trigger", "planeswalk_away")
class PlaneswalkAway(Trigger):
    """Looks back (rule 603.10g)."""

    event = "planeswalked_away"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["object"] is ctx.source

    def text(self, w: Wording) -> str:
        return f"when you planeswalk away from {w.name}"


@word("trigger", "last_counter_removed")
class LastCounterRemoved(Trigger):
    what: Watched
    kind: str
    event = "last_counter_removed"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["counter"] == self.kind and self.what.holds(fields["object"], ctx)

    def text(self, w: Wording) -> str:
        return f"when the last {self.kind} counter is removed from {self.what.text(w)}"


@word("trigger", "chapter")
class Chapter(Trigger):
    """A chapter ability of a Saga (rule 714.2): for each of its numbers that the lore counters reach."""

    chapters: tuple[int, ...]
    event = "counter_added"

    @property
    def last(self) -> int:
        return max(self.chapters)

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        saga = ctx.source
        if saga is None or fields["counter"] != "lore" or fields["object"] is not saga or fields["_number"] not in self.chapters:
            return False
        if saga.has_keyword("read ahead") and saga.entered >= ctx.game.turn_began_at:
            return bool(saga.counters.get("lore") == fields["_number"])  # rule 702.155a
        return True

    def text(self, w: Wording) -> str:
        numerals = ("", "I", "II", "III", "IV", "V", "VI")
        return ", ".join(numerals[n] for n in self.chapters)


@word("trigger", "encounter")
class Encounter(Trigger):
    """Rule 312.5."""

    event = "encountered"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["card"] is ctx.source

    def text(self, w: Wording) -> str:
        return f"when you encounter {w.name}"


@word("trigger", "chaos")
class Chaos(Trigger):
    """Rule 311.7: for all face-up planes, or for the one that is named."""

    event = "chaos"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["plane"] is ctx.source

    def text(self, w: Wording) -> str:
        return "whenever chaos ensues"


@word("trigger", "day_night_changes")
class DayNightChanges(Trigger):
    """Day becomes night or night becomes day; "neither" becoming either is no such change (rule 731.1a)."""

    event = "day_night"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["_was"] is not None

    def text(self, w: Wording) -> str:
        return "whenever day becomes night or night becomes day"


@word("trigger", "state")
class State(Trigger):
    """A state trigger (rule 603.8): while the condition is true and the ability is not already waiting or on the stack."""

    condition: Condition
    event = "state"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return self.condition.holds(ctx)

    def text(self, w: Wording) -> str:
        return f"when {self.condition.text(w)}"


@word("trigger", "any_of")
class AnyTrigger(Trigger):
    """Several trigger events in one ability ("whenever this enters or attacks")."""

    of: tuple[Trigger, ...]
    event = "*"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:  # pragma: no cover - the index asks its parts
        return any(part.holds(fields, ctx) for part in self.of)

    def text(self, w: Wording) -> str:
        kinds = {type(part) for part in self.of}
        first = self.of[0]
        if len(kinds) == 1 and isinstance(first, ObjectTrigger):  # "whenever this creature or another enchantment enters"
            subjects = [part.what.text(w) for part in self.of if isinstance(part, ObjectTrigger)]
            return f"whenever {listing(subjects, 'or')} {first.verb}"
        parts = [part.text(w) for part in self.of]
        joint = " and " if any(part.startswith("at ") for part in parts) else " or "
        return joint.join(
            [parts[0], *(part.removeprefix("whenever ").removeprefix("when ").removeprefix(w.this + " ") for part in parts[1:])]
        )
