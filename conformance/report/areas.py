"""The areas in which an engine can earn a level, and which cases belong to each: one table.

A case belongs to an area if it names one of its rules (by today's numbers) or stands in one of its folders. One with planes counts for
Planechase alone, and one of more than two players, without planes, for Multiplayer alone: an engine of two players can earn the others, and
what is asked of it there is what such a game can show. What belongs to none is the rest: it is counted, and earns nothing by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from conformance.cases.model import Case
from conformance.report.words import area_of as folder_of
from conformance.rules.registry import is_within


@dataclass(frozen=True)
class Area:
    """`rules` are sections (502: everything in it) and rules, `folders` those of the built-in cases."""

    id: str
    title: str
    about: str
    rules: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()

    def named_by(self, case: Case) -> bool:
        """Whether a case names a rule of the area, or stands in a folder of it."""
        return folder_of(case.file) in self.folders or any(is_within(rule, section) for rule in case.rules for section in self.rules)


UNTAP_STEP = Area(
    id="untap-step",
    title="Untap step",
    about="the untap step with day and night in it, what stays tapped, stun counters, exerting, daybound and nightbound",
    rules=("502", "122.1d", "701.26", "701.43", "702.145", "731"),
    folders=("502-untap-step", "122-counters", "611.2-durations", "614-replacement", "614.10-skipping"),
)
PHASING = Area(
    id="phasing",
    title="Phasing",
    about="permanents that phase out and in, and effects that last while something is out",
    rules=("702.26", "610.4"),
    folders=("702.26-phasing", "610.4-until"),
)
PLANECHASE = Area(
    id="planechase",
    title="Planechase",
    about="planes and phenomena, the planar die, planeswalking, for any number of players",
    rules=("311", "312", "701.31", "704.6f", "901"),
    folders=("311-planes", "312-phenomena", "901-planechase"),
)
ATTACHMENTS = Area(
    id="attachments",
    title="Attachments",
    about="Auras, Equipment and Fortifications: attached, moved, left behind, and phasing along with what they are attached to",
    rules=("301.5", "301.6", "303.4", "701.3", "702.26g", "702.26h", "702.26i", "702.26j", "704.5m", "704.5n", "704.5p"),
    folders=("301-attachments", "701.3-attaching"),
)
MULTIPLAYER = Area(
    id="multiplayer",
    title="Multiplayer",
    about="all of it with more than two players: players who leave, range of influence, teams, shared turns",
)

AREAS = (UNTAP_STEP, PHASING, PLANECHASE, ATTACHMENTS, MULTIPLAYER)

REST = Area(
    id="rest",
    title="Neighbouring rules",
    about="what the areas touch: targets, triggers, zones, durations, combat, state-based actions and others",
)


def areas_of(case: Case) -> list[Area]:
    """The areas of a case; the rest alone if it belongs to none."""
    if PLANECHASE.named_by(case) or case.given["planechase"] is not None:
        return [PLANECHASE]
    if len(case.given["players"]) > 2:
        return [MULTIPLAYER]
    return [area for area in AREAS if area.named_by(case)] or [REST]
