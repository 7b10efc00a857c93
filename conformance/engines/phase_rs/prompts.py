"""What the engine asks, as decisions of the protocol, and the answers as actions of the engine: one entry of a table for each prompt.

A prompt that is not here ends the case as unsupported: to guess an answer would make a verdict of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .play import Play
from .problems import Illegal, Unsupported

Json = dict[str, Any]


@dataclass(frozen=True)
class Prompt:
    """`kind` of the protocol's decision; `options` describes it; `answer` carries out an answer. Both get the data of the prompt."""

    kind: str
    options: Callable[[Play, Json], Json]
    answer: Callable[[Play, int, Json, Any], None]


# -- choosing cards and permanents


def _ids(play: Play, numbers: list[int]) -> list[str]:
    return [play.ids.name(number) for number in numbers]


def _pick(field: str) -> Callable[[Play, Json], Json]:
    """Options for "choose so many of these"; the engine names the bounds differently from prompt to prompt."""

    def options(play: Play, data: Json) -> Json:
        most = int(data.get("count", data.get("max", data.get("keep_count", 1))) or 0)
        least = int(data.get("min_count", data.get("min", 0 if data.get("up_to") or data.get("optional") else most)) or 0)
        return {"options": _ids(play, data.get(field) or []), "min": min(least, most), "max": most}

    return options


def _select(play: Play, seat: int, data: Json, value: Any) -> None:
    play.attempt("choice", seat, "SelectCards", cards=[play.ids.number(name) for name in _listed(value)])


def _select_refs(play: Play, seat: int, data: Json, value: Any) -> None:
    play.attempt("choice", seat, "SelectTargets", targets=[play.ids.target(name) for name in _listed(value)])


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _one(value: Any) -> Any:
    values = _listed(value)
    if len(values) != 1:
        raise Illegal("choice", f"one thing has to be chosen, not {len(values)}")
    return values[0]


# -- yes and no


def _yes_no(action: str, field: str) -> Callable[[Play, int, Json, Any], None]:
    def answer(play: Play, seat: int, data: Json, value: Any) -> None:
        if value:
            play.grant_plenty(seat)
        play.attempt("choice", seat, action, **{field: bool(value)})
        if value:
            play.mana_was_spent(seat)

    return answer


def _may(play: Play, seat: int, data: Json, value: Any) -> None:
    """ "You may tap or untap" is one question in a case and two of the engine: the half that is possible is taken."""
    _yes_no("DecideOptionalEffect", "accept")(play, seat, data, value)
    prompt, after = play.waiting
    if prompt == "PairChoice" and value and len(after["choices"]) == 1:
        play.attempt("choice", seat, "ChoosePair", partner=after["choices"][0])  # "you may pair it" was the question
        return
    halves = tap_or_untap(after) if prompt == "ChooseOneOfBranch" and value else None
    if halves is None:
        return
    target = next((ref["Object"] for ref in after.get("parent_targets") or [] if "Object" in ref), None)
    obj = None if target is None else play.object(target)
    if obj is not None:
        play.attempt("choice", seat, "ChooseBranch", index=halves.index("untap" if obj.get("tapped") else "tap"))


def _pay_at_resolution(play: Play, seat: int, data: Json, value: Any) -> None:
    costs = data.get("costs") or []
    if not value:
        choice: Json = {"type": "Decline"}
    elif len(costs) == 1:
        play.grant_plenty(seat)
        choice = {"type": "Pay", "data": {"index": costs[0]["index"]}}
    else:
        raise Illegal("choice", "the engine offers several costs")
    play.attempt("choice", seat, "ChooseResolutionOptionalPaymentBranch", choice=choice)


def _no_options(play: Play, data: Json) -> Json:
    return {}


def _source(play: Play, data: Json) -> Json:
    return {"source": play.ids.name(data["source_id"])} if data.get("source_id") is not None else {}


# -- targets of triggered abilities


def _slots(play: Play, data: Json) -> Json:
    slots = [
        {"min": 0 if slot.get("optional") else 1, "max": 1, "options": [play.ids.of_target(target) for target in slot["legal_targets"]]}
        for slot in data["target_slots"]
    ]
    return {"options": slots, **_source(play, data)}


def choose_targets(play: Play, seat: int, wanted: list[str], subject: str) -> None:
    """Fill the engine's target slots, one after another, in the order given. Raises Illegal for a target that it does not take.

    The engine has a slot for each possible target of "up to three target ..."; those left over stay empty. `subject` is the name of what
    the targets are for.
    """
    kind, data = play.waiting
    prompt = kind
    left = list(wanted)
    last = -1
    while kind == prompt:
        selection = data.get("selection") or {}
        index = selection.get("current_slot", 0)
        if index <= last:
            break  # the same question about another ability
        last = index
        slots = data["target_slots"]
        slot = slots[index] if index < len(slots) else {}
        legal = selection.get("current_legal_targets")
        legal = slot.get("legal_targets") or [] if legal is None else legal
        target = play.ids.target(left[0]) if left else None
        if target is not None and target not in legal and slot.get("optional") and index + 1 < len(slots):
            target = None  # meant for a later slot
        elif left:
            left.pop(0)
        if target is None and not slot.get("optional"):
            if wanted:
                raise Unsupported("card", subject, f"the engine reads more targets in it than {', '.join(wanted)}")
            raise Illegal("target", "a target is missing")
        play.attempt("target", seat, "ChooseTarget", target=target)
        kind, data = play.waiting
    if left:
        raise Illegal("target", f"the engine does not take {', '.join(left)} as a target")


def _answer_targets(play: Play, seat: int, data: Json, value: Any) -> None:
    try:
        source = play.object(data["source_id"]) if data.get("source_id") is not None else None
        choose_targets(play, seat, _listed(value), source["name"] if source else "a triggered ability")
    except Illegal as problem:  # an answer outside the options or a target that is not legal: the engine does not tell which
        raise Illegal(None, problem.message) from None


# -- modes, words, colours, numbers


def _modes(play: Play, data: Json) -> Json:
    modal = data["modal"]
    closed = set(data.get("unavailable_modes") or [])
    open_modes = [index + 1 for index in range(modal["mode_count"]) if index not in closed]
    return {"options": open_modes, "min": modal["min_choices"], "max": modal["max_choices"], **_source(play, data)}


def _answer_modes(play: Play, seat: int, data: Json, value: Any) -> None:
    play.attempt("choice", seat, "SelectModes", indices=[int(mode) - 1 for mode in _listed(value)])


def _branches(play: Play, data: Json) -> Json:
    if tap_or_untap(data):
        return _source(play, data)
    return {"options": list(range(1, len(data["branches"]) + 1)), "min": 1, "max": 1, **_source(play, data)}


def tap_or_untap(data: Json) -> list[str] | None:
    """The halves of a "tap or untap" choice, in the engine's order, or None for another choice."""
    halves = [str(words).split(" ")[0].lower() for words in data.get("branch_descriptions") or []]
    return halves if sorted(halves) == ["tap", "untap"] else None


def _answer_branch(play: Play, seat: int, data: Json, value: Any) -> None:
    halves = tap_or_untap(data)
    if halves is not None:  # cases ask "untap it?"
        play.attempt("choice", seat, "ChooseBranch", index=halves.index("untap" if value else "tap"))
        return
    play.attempt("choice", seat, "ChooseBranch", index=int(_one(value)) - 1)


def _words(play: Play, data: Json) -> Json:
    return {"options": [_word_out(play, option) for option in data["options"]], "min": 1, "max": 1}


def _word_out(play: Play, word: str) -> str:
    """Colours are written in lower case in the protocol, types as on cards; players are offered by the engine as `Player 2`, or by seat."""
    player = re.fullmatch(r"(?:Player )?(\d+)", word)
    if player and word.startswith("Player "):
        return play.ids.players[int(player[1]) - 1]
    return word.lower() if word in ("White", "Blue", "Black", "Red", "Green") else word


def _answer_word(play: Play, seat: int, data: Json, value: Any) -> None:
    wanted = str(_one(value))
    for option in data["options"]:
        if wanted.lower() in (option.lower(), _word_out(play, option).lower()):
            play.attempt("choice", seat, "ChooseOption", choice=option)
            return
    if not data["options"] or data.get("free_entry"):  # any card name, for one
        play.attempt("choice", seat, "ChooseOption", choice=wanted)
        return
    raise Illegal("choice", f"{wanted} is not offered")


def _mana_colors(play: Play, data: Json) -> Json:
    choice = data["choice"]
    options = (choice.get("data") or choice).get("options") or []
    return {"options": [option.lower() for option in options if isinstance(option, str)], "min": 1, "max": 1}


def _answer_mana_color(play: Play, seat: int, data: Json, value: Any) -> None:
    choice = {"type": "SingleColor", "data": str(_one(value)).capitalize()}
    play.attempt("choice", seat, "ChooseManaColor", choice=choice)


def _numbers(play: Play, data: Json) -> Json:
    return {"options": list(range(data.get("min", 0), data.get("max", 0) + 1)), "min": 1, "max": 1}


def _answer_number(play: Play, seat: int, data: Json, value: Any) -> None:
    play.attempt("choice", seat, "SubmitPayAmount", amount=int(_one(value)))


def _player_options(play: Play, data: Json) -> Json:
    return {"options": [play.ids.players[seat] for seat in data["candidates"]], "min": 1, "max": 1}


def _answer_player(action: str) -> Callable[[Play, int, Json, Any], None]:
    def answer(play: Play, seat: int, data: Json, value: Any) -> None:
        play.attempt("choice", seat, action, opponent=play.ids.seat(_one(value)))

    return answer


def _refs(field: str) -> Callable[[Play, Json], Json]:
    def options(play: Play, data: Json) -> Json:
        found = [play.ids.of_target(ref) for ref in data[field]]
        most = data.get("max")
        return {"options": found, "min": data.get("min", 0), "max": len(found) if most is None else most}

    return options


def _hosts(play: Play, data: Json) -> Json:
    return {**_refs("legal_targets")(play, data), "min": 1, "max": 1}


def _one_object(field: str) -> Callable[[Play, Json], Json]:
    return lambda play, data: {"options": _ids(play, data[field]), "min": 1, "max": 1}


def _answer_one_target(play: Play, seat: int, data: Json, value: Any) -> None:
    play.attempt("choice", seat, "ChooseTarget", target=play.ids.target(_one(value)))


# -- orders, replacement effects, legends, looking at the library


def _triggers(play: Play, data: Json) -> Json:
    seat = data["player"]
    objects = play.state["objects"]
    options = [
        {
            "source": play.ids.name(trigger["source_id"]) if str(trigger["source_id"]) in objects else None,
            "ability": trigger.get("description"),
            "controller": play.ids.players[seat],
        }
        for trigger in data["triggers"]
    ]
    return {"options": options}


def _answer_triggers(play: Play, seat: int, data: Json, value: Any) -> None:
    play.attempt("choice", seat, "OrderTriggers", order=[int(index) for index in value])


def declined(data: Json) -> int | None:
    """The index of declining, where a replacement effect is a "you may" of its own, or None where effects compete."""
    candidates = data.get("candidates") or []
    refusals = [index for index, one in enumerate(candidates) if one.get("description") == "Decline"]
    return refusals[0] if len(candidates) == 2 and len(refusals) == 1 else None


def _replacements(play: Play, data: Json) -> Json:
    if declined(data) is not None:
        return {"source": play.ids.name(data["candidates"][0]["source_id"])}
    options = [{"source": play.ids.name(one["source_id"]), "ability": one.get("description")} for one in data.get("candidates") or []]
    return {"options": options}


def _answer_replacement(play: Play, seat: int, data: Json, value: Any) -> None:
    refusal = declined(data)
    index = int(value) if refusal is None else (1 - refusal if value else refusal)
    play.attempt("choice", seat, "ChooseReplacement", index=index)


def _answer_legend(play: Play, seat: int, data: Json, value: Any) -> None:
    play.attempt("choice", seat, "ChooseLegend", keep=play.ids.number(_one(value)))


def _cards(play: Play, data: Json) -> Json:
    return {"options": _ids(play, data["cards"])}


def _keep_the_others(play: Play, seat: int, data: Json, value: Any) -> None:
    """The protocol names the cards that go away; the engine asks for those that stay on top."""
    away = {play.ids.number(name) for name in _listed(value)}
    strange = away - set(data["cards"])
    if strange:
        raise Illegal("choice", "a card that was not looked at")
    play.attempt("choice", seat, "SelectCards", cards=[number for number in data["cards"] if number not in away])


def _pools(play: Play, data: Json) -> Json:
    return {"options": [{"min": 1, "max": 1, "options": [play.ids.of_target(ref) for ref in pool]} for pool in data["slot_pools"]]}


def _answer_new_targets(play: Play, seat: int, data: Json, value: Any) -> None:
    play.attempt("target", seat, "RetargetSpell", new_targets=[play.ids.target(name) for name in _listed(value)])


def _answer_object(action: str, field: str) -> Callable[[Play, int, Json, Any], None]:
    def answer(play: Play, seat: int, data: Json, value: Any) -> None:
        play.attempt("choice", seat, action, **{field: play.ids.number(_one(value))})

    return answer


def _clashed(play: Play, data: Json) -> Json:
    return {"options": _ids(play, [data["card"]])}


def _answer_clashed(play: Play, seat: int, data: Json, value: Any) -> None:
    play.attempt("choice", seat, "ChooseTopOrBottom", top=play.ids.name(data["card"]) not in _listed(value))


def _answer_merge(play: Play, seat: int, data: Json, value: Any) -> None:
    """Cases ask "on top?"."""
    play.attempt("choice", seat, "ChooseMutateMergeSide", side="Top" if value else "Bottom")


_CHOOSE_CARDS = {
    "EffectZoneChoice": "cards", "ChooseFromZoneChoice": "cards", "SearchChoice": "cards", "RevealChoice": "cards",
    "DigChoice": "selectable_cards", "BeholdChoice": "choices", "WardSacrificeChoice": "permanents", "UnlessBounceChoice": "permanents",
    "PayCost": "choices", "DrawnThisTurnTopdeckChoice": "cards", "ManifestDreadChoice": "cards",
}  # fmt: skip
_DISCARD = ("DiscardChoice", "DiscardToHandSize", "WardDiscardChoice", "ConniveDiscard")

PROMPTS: dict[str, Prompt] = {
    **{prompt: Prompt("choose", _pick(field), _select) for prompt, field in _CHOOSE_CARDS.items()},
    **{prompt: Prompt("discard", _pick("cards"), _select) for prompt in _DISCARD},
    "TriggerTargetSelection": Prompt("targets", _slots, _answer_targets),
    "TargetSelection": Prompt("targets", _slots, _answer_targets),
    "OptionalEffectChoice": Prompt("may", _source, _may),
    "OpponentMayChoice": Prompt("may", _source, _yes_no("DecideOptionalEffect", "accept")),
    "UnlessPayment": Prompt("pay", _no_options, _yes_no("PayUnlessCost", "pay")),
    "CombatTaxPayment": Prompt("pay", _no_options, _yes_no("PayCombatTax", "accept")),
    "ResolutionOptionalPaymentChoice": Prompt("pay", _source, _pay_at_resolution),
    "AbilityModeChoice": Prompt("mode", _modes, _answer_modes),
    "ModeChoice": Prompt("mode", _modes, _answer_modes),
    "ChooseOneOfBranch": Prompt("mode", _branches, _answer_branch),
    "NamedChoice": Prompt("choose", _words, _answer_word),
    "ChooseManaColor": Prompt("choose", _mana_colors, _answer_mana_color),
    "PayAmountChoice": Prompt("choose", _numbers, _answer_number),
    "EntryControllerChoice": Prompt("choose", _player_options, _answer_player("ChooseEntryController")),
    "ChooseObjectsSelection": Prompt("choose", _refs("eligible"), _select_refs),
    "ProliferateChoice": Prompt("choose", _refs("eligible"), _select_refs),
    "ReturnAsAuraTarget": Prompt("choose", _hosts, _answer_one_target),
    "CopyTargetChoice": Prompt("choose", _one_object("valid_targets"), _answer_one_target),
    "EachPlayerCopyChosenSelection": Prompt("choose", _refs("eligible"), _select_refs),
    "ChooseRingBearer": Prompt("choose", _one_object("candidates"), _answer_object("ChooseRingBearer", "target")),
    "PairChoice": Prompt("choose", _one_object("choices"), _answer_object("ChoosePair", "partner")),
    "ClashChooseOpponent": Prompt("choose", _player_options, _answer_player("ChooseClashOpponent")),
    "ClashCardPlacement": Prompt("scry", _clashed, _answer_clashed),
    "MutateMergeChoice": Prompt("may", _no_options, _answer_merge),
    "RetargetChoice": Prompt("targets", _pools, _answer_new_targets),
    "OrderTriggers": Prompt("order_triggers", _triggers, _answer_triggers),
    "ReorderLibraryChoice": Prompt("order", _cards, _select),
    "ReplacementChoice": Prompt("replacement", _replacements, _answer_replacement),
    "ChooseLegend": Prompt("legend", _one_object("candidates"), _answer_legend),
    "ScryChoice": Prompt("scry", _cards, _keep_the_others),
    "SurveilChoice": Prompt("surveil", _cards, _keep_the_others),
}  # fmt: skip
