"""Editions of the rules as a value: what differs by date, by the name of the change.

The rules ask `edition.has("tokens_survive_phasing")`; no module exists twice. Dates are those from which the behaviour holds, names are
those of docs/editions.md, which also has the changes of text that no position can tell apart.
"""

from __future__ import annotations

from dataclasses import dataclass

NEWEST = "2026-09-25"
OLDEST = "2009-07-11"

CHANGES: dict[str, str] = {
    "phasing_out_removes_from_combat": "2010-07-16",  # 506.4 lists it
    "attach_triggers_ignore_phasing": "2010-10-01",  # 702.26j
    "phenomena": "2012-06-01",  # 312, 901.3
    "planeswalking_ability_has_no_source": "2012-06-01",  # 901.8
    "phenomenon_abilities_survive_their_owner": "2013-02-01",  # 901.10b
    "legend_rule_keeps_one": "2013-07-11",  # 704.5j
    "exert": "2017-04-28",  # 701.43
    "ending_the_turn_drops_what_waits": "2017-07-07",  # 724.1a
    "tokens_survive_phasing": "2017-08-25",  # 702.26d, 704.5d
    "planeswalkers_follow_the_legend_rule": "2017-09-25",  # no uniqueness rule of their own any more
    "return_after_controller_left": "2018-04-27",  # 702.26n
    "equipment_leaves_players": "2019-10-04",  # 704.5n
    "planar_die_is_a_die": "2021-07-12",  # 901.9d, 706.7
    "day_and_night": "2021-09-24",  # 502.2
    "stun_counters": "2022-09-08",  # 122.1d
    "chaos_ensues": "2023-04-14",  # 311.7
    "durations_begin_again": "2024-11-08",  # 611.2b
}


@dataclass(frozen=True)
class Edition:
    """The rules as they were on `date` (YYYY-MM-DD)."""

    date: str = NEWEST

    def has(self, change: str) -> bool:
        """True if the named change of behaviour is in force; an unknown name is a KeyError."""
        return self.date >= CHANGES[change]
