"""Keyword abilities that stand for an ability with a cost or a number (rule 702), written out in the vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Nodes = list[dict[str, Any]]


def _attach(cost: Any, what: dict[str, Any]) -> Nodes:
    costs = [{"mana": cost}] if isinstance(cost, str) else cost
    return [
        {"activated": {"cost": costs, "timing": "sorcery", "targets": [what], "effects": [{"attach": {"what": "this", "to": "target"}}]}}
    ]


def equip(cost: Any) -> Nodes:
    """Rule 702.6."""
    return _attach(cost, {"types": ["Creature"], "controller": "you"})


def fortify(cost: Any) -> Nodes:
    """Rule 702.67."""
    return _attach(cost, {"types": ["Land"], "controller": "you"})


def echo(cost: Any) -> Nodes:
    """Rule 702.30: asked in the first upkeep of its controller after it came under that control."""
    return [
        {
            "triggered": {
                "when": {"beginning_of": "upkeep"},
                "if": "new_since_last_upkeep",
                "effects": [{"unless_paid": {"cost": cost, "by": "you", "effects": [{"sacrifice": "this"}]}}],
            }
        }
    ]


def vanishing(n: Any) -> Nodes:
    """Rule 702.63: time counters, one less each upkeep, sacrificed with the last; without a number none at first (702.63b)."""
    first: Nodes = [{"static": {"enters": {"counters": {"time": n}}}}] if n else []
    return [
        *first,
        {
            "triggered": {
                "when": {"beginning_of": "upkeep"},
                "if": {"counters": {"of": "this", "kind": "time", "is": {"at_least": 1}}},
                "effects": [{"remove_counters": {"kind": "time", "from": "this"}}],
            }
        },
        {"triggered": {"when": {"last_counter_removed": {"what": "this", "kind": "time"}}, "effects": [{"sacrifice": "this"}]}},
    ]


def fading(n: Any) -> Nodes:
    """Rule 702.32."""
    return [
        {"static": {"enters": {"counters": {"fade": n}}}},
        {
            "triggered": {
                "when": {"beginning_of": "upkeep"},
                "effects": [
                    {"if": {"when": {"counters": {"of": "this", "kind": "fade", "is": {"at_least": 1}}},
                            "then": [{"remove_counters": {"kind": "fade", "from": "this"}}], "else": [{"sacrifice": "this"}]}}
                ],
            }
        },
    ]  # fmt: skip


def evoke(cost: Any) -> Nodes:
    """Rule 702.74: the triggered half; what it costs is the card's."""
    return [{"triggered": {"when": {"enters": "this"}, "if": "evoked", "effects": [{"sacrifice": "this"}]}}]


def cumulative_upkeep(cost: Any) -> Nodes:
    """Rule 702.24."""
    return [
        {
            "triggered": {
                "when": {"beginning_of": "upkeep"},
                "effects": [
                    {"put_counters": {"kind": "age", "on": "this"}},
                    {"unless_paid": {"cost": cost, "by": "you", "effects": [{"sacrifice": "this"}]}},
                ],
            }
        }
    ]


def ward(cost: Any) -> Nodes:
    """Rule 702.21."""
    return [{"triggered": {"when": {"targeted_by_opponent": "this"}, "effects": [{"counter_unless_paid": cost}]}}]


def chaos(parts: Any) -> Nodes:
    """A chaos ability (rule 311.7)."""
    return [{"triggered": {"when": "chaos", **parts}}]


def soulbond(_: Any) -> Nodes:
    """Rule 702.95."""
    another = {"types": ["Creature"], "other": True, "controller": "you"}
    return [
        {"triggered": {"when": {"enters": "this"}, "if": "can_pair", "effects": ["pair"]}},
        {"triggered": {"when": {"enters": another}, "if": "can_pair", "effects": ["pair"]}},
    ]


def suspend(parts: Any) -> Nodes:
    """Rule 702.62."""
    return [{"static": {"suspend": parts}}]


EXPANSIONS: dict[str, Callable[[Any], Nodes]] = {
    "soulbond": soulbond, "suspend": suspend,
    "equip": equip, "fortify": fortify, "echo": echo, "vanishing": vanishing, "fading": fading, "evoke": evoke,
    "cumulative_upkeep": cumulative_upkeep, "chaos": chaos, "ward": ward,
}  # fmt: skip

FROM_KEYWORDS: dict[str, dict[str, Any]] = {
    "flanking": {
        "triggered": {
            "when": {"blocked_by": {"what": "this", "by": {"types": ["Creature"], "without_keywords": ["flanking"]}}},
            "effects": [{"modify": {"what": "that", "as": {"power": -1, "toughness": -1}}}],
        }
    },
}
"""Keywords without a cost or a number that stand for an ability which has to be written out (flanking, rule 702.25)."""
