"""Casting spells and activating abilities: one action of the protocol, a dialogue with the engine.

The action says everything in advance (targets, modes, X, costs), so every question of the engine on the way is answered from it. Where the
engine picks the only legal target by itself, the outcome is compared with what was asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .play import Play
from .problems import Illegal, Unsupported
from .prompts import choose_targets
from .single_targets import text_of
from .snapshot import chosen_targets
from .vocabulary import MANA_TYPES

Json = dict[str, Any]

_SLACK = 3
"""For effects that make spells cost more."""
_MAY_COST_MORE = frozenset({"x", "using", "kicked", "modes", "pay"})


def cast(play: Play, seat: int, action: Json) -> None:
    """Cast a spell. Raises Illegal (the caller restores the position), or Unsupported for a way of casting that is not mapped."""
    number = play.ids.number(action["object"])
    obj = play.object(number)
    if obj is None:
        raise Illegal("not_there", f"{action['object']} is gone")
    _wanted(play, action)
    _mana(play, seat, action, obj.get("mana_cost"))
    before = len(play.events)
    play.attempt(None, seat, "CastSpell", object_id=number, card_id=obj["card_id"], targets=[])
    _finish(play, seat, action, number)
    refuse_unasked_mana(play, action, before)
    _compare_targets(play, action, lambda entry: bool(entry["id"] == number))


def activate(play: Play, seat: int, action: Json) -> None:
    """Activate an ability. Raises like `cast`."""
    number = play.ids.number(action["object"])
    obj = play.object(number)
    if obj is None:
        raise Illegal("not_there", f"{action['object']} is gone")
    _wanted(play, action)
    index = _ability_index(obj, action.get("ability"))
    ability = obj["abilities"][index]
    if action.get("mana") == "none" or _asks_for_mana(ability.get("cost")):
        _mana(play, seat, action, None)
    before = {entry["id"] for entry in play.stack}
    events = len(play.events)
    play.attempt(None, seat, "ActivateAbility", source_id=number, ability_index=index)
    _finish(play, seat, action, number)
    if not ability.get("is_mana_ability"):
        refuse_unasked_mana(play, action, events)
    _compare_targets(play, action, lambda entry: entry["id"] not in before and entry["kind"]["type"] == "ActivatedAbility")


def refuse_unasked_mana(play: Play, action: Json, before: int) -> None:
    """Without granted mana a cost is paid from the pool. The engine would tap lands by itself, which the player of the case did not do.

    `before`: how many events there were before the action. Raises Illegal (the caller restores the position).
    """
    if action.get("mana") != "none":
        return
    if any(event["type"] == "ManaAdded" for event in play.events[before:]):
        raise Illegal("cost", "the pool does not pay for it; the engine went on to tap permanents that nobody tapped")


def _asks_for_mana(cost: Any) -> bool:
    """Whether mana is part of an activation cost; what is granted without need could not be told from mana that the case made."""
    if not isinstance(cost, dict):
        return False
    return cost.get("type") not in ("Tap", "Composite") or any(_asks_for_mana(part) for part in cost.get("costs") or [])


def _mana(play: Play, seat: int, action: Json, cost: Json | None) -> None:
    """Grant what the cost asks for; where it may turn out higher (X, kicker, another way of casting), plenty."""
    if action.get("mana") == "none":
        play.take_mana(seat)
        return
    colors = (cost or {}).get("shards") or []
    generic = (cost or {}).get("generic")
    if generic is None or action.keys() & _MAY_COST_MORE or not set(colors) <= set(MANA_TYPES):
        play.grant_plenty(seat)
    else:
        play.grant_mana(seat, [*colors, *["Colorless"] * (generic + _SLACK)])


def _ability_index(obj: Json, ability: Any) -> int:
    """Where the engine keeps the ability that a case names: by its number among the activated abilities, or by a keyword.

    In the hand those count that work there, elsewhere the others.
    """
    in_hand = obj["zone"] == "Hand"
    activated = [
        index
        for index, one in enumerate(obj.get("abilities") or [])
        if one.get("kind") == "Activated" and (one.get("activation_zone") == "Hand") is in_hand
    ]
    if ability is None:
        number = 1
        if len(activated) > 1:
            raise Illegal("choice", f"{obj['name']} has {len(activated)} activated abilities, and none is named")
    elif str(ability).isdigit():
        number = int(ability)
    else:
        attaching = [index for index in activated if (obj["abilities"][index].get("effect") or {}).get("type") == "Attach"]
        if ability in ("equip", "fortify", "reconfigure") and len(attaching) == 1:
            return attaching[0]
        if len(activated) != 1:
            raise Unsupported("feature", f"ability {ability}", "the engine does not name abilities, and this permanent has not exactly one")
        number = 1
    if not 1 <= number <= len(activated):
        raise Illegal("not_there", f"{obj['name']} has {len(activated)} activated abilities")
    return activated[number - 1]


def _finish(play: Play, seat: int, action: Json, number: int) -> None:
    """Answer what the engine asks until the spell or ability of the object `number` is on the stack."""
    paid: set[int] = set()
    kicks = 0
    for _ in range(100):
        prompt, data = play.waiting
        handler = _QUESTIONS.get(prompt)
        if prompt == "AbilityModeChoice" and data.get("source_id") not in (None, number):
            handler = None  # modes of an ability that this spell or ability triggered
        if handler is None:
            if prompt == "Priority" or not _belongs_to_casting(data):
                play.mana_was_spent(seat)
                if kicks < int(action.get("kicked") or 0):
                    raise Illegal("choice", f"the engine lets the kicker be paid {kicks} times")
                return
            raise Unsupported("feature", f"prompt {prompt}", "the adapter has no answer to this question asked while casting or activating")
        if data.get("player") != seat:
            return
        if prompt == "PayCost":
            _pay_cost(play, seat, data, action, paid)
        elif prompt == "OptionalCostChoice":
            kicks += _optional_cost(play, seat, data, action)
        else:
            handler(play, seat, data, action)
    raise Unsupported("feature", "casting", "the engine keeps asking")


def _belongs_to_casting(data: Json) -> bool:
    return "pending_cast" in data or "resume" in data


def _targets(play: Play, seat: int, data: Json, action: Json) -> None:
    obj = play.object(play.ids.number(action["object"]))
    choose_targets(play, seat, [str(name) for name in action.get("targets") or []], obj["name"] if obj else str(action["object"]))


def _modes(play: Play, seat: int, data: Json, action: Json) -> None:
    if not action.get("modes"):
        raise Illegal("choice", "a mode has to be chosen")
    play.attempt("choice", seat, "SelectModes", indices=[int(mode) - 1 for mode in action["modes"]])


def _x(play: Play, seat: int, data: Json, action: Json) -> None:
    if action.get("x") is None:
        raise Illegal("choice", "X has to be chosen")
    play.attempt(None, seat, "ChooseX", value=int(action["x"]))  # it may be the mana that does not suffice


def _alternative(play: Play, seat: int, data: Json, action: Json) -> None:
    wanted = str(action.get("using") or "").replace("_", "").lower()
    choice = "Alternative" if wanted and wanted == data["keyword"]["type"].lower() else "Normal"
    play.attempt(None, seat, "ChooseAlternativeCast", choice={"type": choice})


def _variant(play: Play, seat: int, data: Json, action: Json) -> None:
    wanted = str(action.get("using") or "normal").replace("_", "").lower()
    matching = [index for index, option in enumerate(data["options"]) if wanted in json.dumps(option).lower()]
    if not matching:
        raise Illegal("choice", f"the engine does not offer to cast it by {wanted}")
    play.attempt(None, seat, "ChooseCastingVariant", index=matching[0])


def _optional_cost(play: Play, seat: int, data: Json, action: Json) -> bool:
    """Whether it was paid."""
    if action.get("kicked") is not None:
        pay = bool(data.get("times_kicked", 0) < int(action["kicked"]))
    else:
        pay = bool(action.get("using") or action.get("pay"))
    play.attempt("cost", seat, "DecideOptionalCost", pay=pay)
    return pay


def _pay_cost(play: Play, seat: int, data: Json, action: Json, paid: set[int]) -> None:
    """Objects to pay a cost with: those that the action names, in its order, as far as the engine offers them."""
    named = []
    for names in (action.get("pay") or {}).values():
        named += [play.ids.number(name) for name in (names if isinstance(names, list) else [names])]
    offered = data["choices"]
    chosen = [number for number in named if number in offered and number not in paid][: data["count"]]
    if not named and len(offered) == data["count"]:
        chosen = list(offered)
    least = int(data.get("min_count", data["count"]) or 0)
    if len(chosen) < least:
        raise Illegal("cost", "the cost is not paid with what was named")
    paid.update(chosen)
    play.attempt("cost", seat, "SelectCards", cards=chosen)


def _divide(play: Play, seat: int, data: Json, action: Json) -> None:
    raise Unsupported("feature", "prompt DistributeAmong", "the protocol has no words for dividing an amount among targets")


def _said(kind: str, **fixed: Any) -> Callable[[Play, int, Json, Json], object]:
    return lambda play, seat, data, action: play.attempt(None, seat, kind, **fixed)


def _mana_payment(play: Play, seat: int, data: Json, action: Json) -> None:
    """Creatures that the case taps for convoke are tapped first, for what the engine offers: granted mana fits any rest."""
    if data.get("convoke_mode"):
        tapped = (action.get("pay") or {}).get("tap") or []
        for name in tapped if isinstance(tapped, list) else [tapped]:
            number = play.ids.number(name)
            offered = [one.data for one in play.game.actions() if one.kind == "TapForConvoke" and one.data["object_id"] == number]
            if not offered:
                raise Illegal("cost", f"{name} cannot be tapped for it")
            play.attempt("cost", seat, "TapForConvoke", **offered[0])
    play.attempt("cost", seat, "PassPriority")


def _phyrexian(play: Play, seat: int, data: Json, action: Json) -> None:
    play.attempt("cost", seat, "SubmitPhyrexianChoices", choices=[{"type": "PayMana"} for _ in data["shards"]])


def _any_color(play: Play, seat: int, data: Json, action: Json) -> None:
    choice = data["choice"]
    first = ((choice.get("data") or choice).get("options") or [None])[0]
    kind = "SingleColor" if isinstance(first, str) else "Combination"
    play.attempt("cost", seat, "ChooseManaColor", choice={"type": kind, "data": first})


_QUESTIONS: dict[str, Callable[[Play, int, Json, Json], object]] = {
    "TargetSelection": _targets,
    "ModeChoice": _modes,
    "AbilityModeChoice": _modes,
    "ChooseXValue": _x,
    "AlternativeCastChoice": _alternative,
    "CastingVariantChoice": _variant,
    "ModalFaceChoice": _said("ChooseModalFace", back_face=False),
    "OptionalCostChoice": _optional_cost,
    "PayCost": lambda play, seat, data, action: None,
    "DistributeAmong": _divide,
    "ManaPayment": _mana_payment,
    "HarmonizeTapChoice": _said("HarmonizeTap", creature_id=None),
    "SpliceOffer": _said("RespondToSpliceOffer", card=None),
    "DefilerPayment": _said("DecideOptionalCost", pay=False),
    "PhyrexianPayment": _phyrexian,
    "ChooseManaColor": _any_color,
}


def _wanted(play: Play, action: Json) -> list[Json]:
    """The targets that are named. Raises Illegal for one that nothing is called: before anything is sent, so that nothing is taken back."""
    return [play.ids.target(str(name)) for name in action.get("targets") or []]


def _compare_targets(play: Play, action: Json, is_it: Callable[[Json], bool]) -> None:
    """Refuse when the engine took other targets than those named: it picks by itself where there is only one legal choice."""
    wanted = _wanted(play, action)
    for entry in play.stack:
        if is_it(entry):
            chosen = chosen_targets(entry)
            missing = [target for target in wanted if target not in chosen]
            if missing:
                names = ", ".join(play.ids.of_target(target) for target in missing)
                raise Illegal("target", f"the engine does not take {names} as a target")
            if not wanted and chosen and "target" in text_of(entry).lower():
                raise Illegal("target", "a target is missing")
