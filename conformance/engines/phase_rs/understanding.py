"""Did the engine understand a card? phase.rs marks what it could not read, and sometimes drops a line without a mark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

_MARKS = frozenset({"Unimplemented", "Unknown", "Unrecognized"})
_REMINDER = re.compile(r"\([^()]*\)")
_WORDS = re.compile(r"[^a-z0-9]")
_ON_ENTERING = frozenset({"SetDayNight"})
"""What happens as a permanent enters is kept by the engine like the instruction of a spell."""
_TARGETS = re.compile(r"\btargets?\b")
_NO_TARGETS = re.compile(r'"[^"]*"|becomes? the target')
_NOT_CHOSEN = frozenset({None, "None", "SelfRef", "ParentTarget", "Controller"})
_MORE = re.compile(r"at the beginning|\bwhen\b|\bput (?:a|an|that) ")
_WHEN = re.compile(r"during your|during each")
_RENAMED = {"umbraarmor": "totemarmor"}


def why_not_understood(face: Json, text: str) -> str | None:
    """The reason for which a face cannot be trusted to carry out `text`, or None.

    The signs: an effect marked as not implemented anywhere in the face, a warning of the engine's own reader that it swallowed a clause, a
    spell without an instruction, a static ability that changes nothing, fewer abilities in the face than the text has lines, and what
    `_dropped` finds.
    """
    for mark in _marked(face):
        return f"the engine did not understand: {mark}"
    for warning in face.get("parse_warnings") or []:
        said = (warning.get("description") or warning.get("detector") or "the text") if isinstance(warning, dict) else str(warning)
        return f"the engine dropped a part of: {said}"
    if {"Instant", "Sorcery"} & set(face["card_type"]["core_types"]) and text and not face["abilities"]:
        return "the engine found no instruction in the text of this spell"
    for static in face["static_abilities"]:
        if static.get("mode") == "Continuous" and not static.get("modifications"):
            return f"the engine kept an ability that changes nothing: {static.get('description')}"
    dropped = _dropped(face, _REMINDER.sub("", text))
    if dropped:
        return dropped
    lines = _lines_that_need_an_ability(face, text)
    found = _abilities(face)
    if len(lines) > found:
        return f"the text has {len(lines)} abilities beside keywords, the engine kept {found} of them"
    return None


def _dropped(face: Json, text: str) -> str | None:
    """What the engine left out of an ability that it kept, as far as the face itself tells."""
    if not {"Instant", "Sorcery"} & set(face["card_type"]["core_types"]):
        for ability in face["abilities"]:
            if ability.get("kind") == "Spell" and ability["effect"].get("type") not in _ON_ENTERING:
                return f"the engine made an instruction of a spell of: {ability.get('description') or 'an ability of this permanent'}"
    if "target" not in text and any(node.get("type") == "TargetOnly" for node in _nodes(face)):
        return "the engine made a target of what is chosen on resolution"
    for words, ability in _described(face):
        if _TARGETS.search(_NO_TARGETS.sub("", words)) and not _has_a_target(ability):
            return f"the engine kept no target of: {words}"
    for node in _nodes(face):
        if "characteristic_defining" in node and _MORE.search(node.get("description") or ""):
            return f"the engine kept only the first half of: {node['description']}"
    for trigger in face["triggers"]:
        words = str(trigger.get("description") or "")
        if _WHEN.search(words.split(",")[0]) and not (trigger.get("constraint") or trigger.get("condition") or trigger.get("phase")):
            return f"the engine did not keep whose step is meant in: {words}"
    return None


def _described(face: Json) -> Iterator[tuple[str, Json]]:
    """Abilities and modes with their words."""
    for ability in (*face["abilities"], *face["triggers"]):
        yield str(ability.get("description") or ""), ability
    modes = (face.get("modal") or {}).get("mode_descriptions") or []
    if len(modes) == len(face["abilities"]):
        yield from zip(modes, face["abilities"], strict=True)


def _has_a_target(ability: Json) -> bool:
    for node in _nodes(ability):
        if node.get("multi_target"):
            return True
        for key, aim in node.items():
            names_one = key.startswith("target") or key in ("filter", "source")
            if names_one and isinstance(aim, dict) and aim.get("type") not in _NOT_CHOSEN:
                return True
    return False


def uses_chance(face: Json) -> str | None:
    """Coins and numbered dice fall as the engine's random numbers say, which a case cannot tell it."""
    for node in _nodes(face):
        kind = node.get("type")
        if kind in ("FlipCoin", "FlipCoins", "FlipCoinUntilLose"):
            return "coin"
        if kind in ("RollDie", "RollDice"):
            return "die"
    return None


def _nodes(value: Any) -> Iterator[Json]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _nodes(inner)


def _marked(face: Json) -> Iterator[str]:
    for node in _nodes(face):
        if node.get("type") in _MARKS:
            yield str(node.get("description") or node.get("text") or node.get("name") or node["type"])
        for key in _MARKS & node.keys():
            yield str(node[key])


def _lines_that_need_an_ability(face: Json, text: str) -> list[str]:
    lines = [line.strip() for line in _REMINDER.sub("", text).split("\n")]
    keywords = [_plain(keyword) for keyword in _keyword_names(face)]
    modes = _mode_count(face)
    bullets = [line for line in lines if line.startswith("•")]
    found = []
    for line in lines:
        if not line or (line.startswith("•") and len(bullets) <= modes):
            continue
        if face.get("additional_cost") and line.startswith("As an additional cost"):
            continue
        if modes and re.fullmatch(r"Choose .*[—.]", line):
            continue  # the heading of a modal spell: the modes stand for it
        if _is_keyword_line(line, keywords):
            continue
        found.append(line)
    return found


def _is_keyword_line(line: str, keywords: list[str]) -> bool:
    """A line of keywords only, each of which the face has (`Enchant creature`, `Flying, haste`, `Equip {2}`)."""
    for part in re.split(r"[,;]\s*", line.rstrip(".")):
        plain = _plain(part)
        plain = _RENAMED.get(plain, "landwalk" if plain.endswith("walk") else plain)
        if not any(plain.startswith(keyword) for keyword in keywords):
            return False
    return True


def _keyword_names(face: Json) -> list[str]:
    names = [keyword if isinstance(keyword, str) else next(iter(keyword)) for keyword in face.get("keywords") or []]
    if face.get("additional_cost"):
        names += ["Kicker", "Multikicker", "Gift", "Bargain", "Casualty", "Buyback", "Entwine"]
    if any(ability.get("cost", {}) and _is_equip(ability) for ability in face["abilities"]):
        names += ["Equip", "Fortify", "Reconfigure"]
    return names


def _is_equip(ability: Json) -> bool:
    return isinstance(ability.get("effect"), dict) and ability["effect"].get("type") == "Attach"


def _plain(text: str) -> str:
    return _WORDS.sub("", text.lower())


def _mode_count(face: Json) -> int:
    counts = [node["mode_count"] for node in _nodes(face) if isinstance(node.get("mode_count"), int)]
    return sum(counts)


def _abilities(face: Json) -> int:
    count = len(face["triggers"]) + len(face["static_abilities"]) + len(face["replacements"]) + len(face.get("casting_restrictions") or [])
    count += len(face.get("casting_options") or []) + (1 if face.get("modal") else 0)
    for ability in face["abilities"]:
        count += 1
        if ability.get("kind") == "Spell":  # the instructions of a spell are one chain, whatever number of lines they stand in
            step = ability.get("sub_ability")
            while isinstance(step, dict):
                count += 1
                step = step.get("sub_ability")
    return count
