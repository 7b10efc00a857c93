"""Editions of the rules as a value: what differs by date, by the name of the change.

The rules ask `edition.has("tokens_survive_phasing")`; no module exists twice. Dates are those from which the behaviour holds.
"""

from __future__ import annotations

from dataclasses import dataclass

NEWEST = "2026-09-25"
OLDEST = "2009-07-11"

CHANGES: dict[str, str] = {
    "phasing_out_removes_from_combat": "2010-07-16",  # 506.4 lists it
    "attach_triggers_ignore_phasing": "2010-10-01",  # 702.26j
    "phenomena": "2012-06-01",  # 312, 704.6f, the sourceless planeswalking ability
    "phenomenon_abilities_survive_their_owner": "2013-02-01",  # 901.10b
    "legend_rule_keeps_one": "2013-07-11",  # 704.5j
    "tokens_survive_phasing": "2017-08-25",  # 702.26d, 704.5d
    "return_after_controller_left": "2018-04-27",  # 702.26n
    "bestowed_aura_phases_in_as_creature": "2019-07-12",  # 702.103g
    "resolved_effects_skip_phased_out": "2020-08-07",  # 702.26e
    "day_and_night": "2021-09-24",  # 502.2
    "stun_counters": "2022-09-08",  # 122.1d
    "chaos_ensues": "2023-04-14",  # 311.7
    "additional_upkeeps_skip_untap": "2024-06-07",  # 500.10
}


@dataclass(frozen=True)
class Edition:
    """The rules as they were on `date` (YYYY-MM-DD)."""

    date: str = NEWEST

    def has(self, change: str) -> bool:
        """True if the named change of behaviour is in force; an unknown name is a KeyError."""
        return self.date >= CHANGES[change]
