"""Where clauses on shared team turns come into play (rules 502.2a, 901.12)."""

from __future__ import annotations

from conformance.fuzz.invariants.day_night import checks
from conformance.fuzz.invariants.invariant import landmark
from conformance.fuzz.moment import Moment


@landmark("502.2a/a", title="Day, and no member of the last team cast a spell", where="teams")
def _(moment: Moment) -> int:
    return _checks(moment, "day", "night")


@landmark("502.2a/b", title="Day, and a member of the last team cast a spell", where="teams")
def _(moment: Moment) -> int:
    return _checks(moment, "day", "day")


@landmark("502.2a/c", title="Night, and one member of the last team cast two spells", where="teams")
def _(moment: Moment) -> int:
    return _checks(moment, "night", "day")


@landmark("502.2a/d", title="Night, and each member of the last team cast one spell at most", where="teams")
def _(moment: Moment) -> int:
    return _checks(moment, "night", "night")


@landmark("502.2a/e", title="The other team cast spells in the turn before", where="teams")
def _(moment: Moment) -> int:
    return sum(1 for check in checks(moment) if check.others and check.value != "neither")


@landmark("502.2a/f", title="Neither day nor night in a team's untap step", where="teams")
def _(moment: Moment) -> int:
    return _checks(moment, "neither", None)


def _checks(moment: Moment, value: str, expected: str | None) -> int:
    return sum(1 for check in checks(moment) if check.value == value and check.expected == expected)


@landmark("901.12b/b", title="The planar controller's team leaves", on=("new_planar_controller",), where="teams")
def _(moment: Moment) -> int:
    return int("left_game" in moment.by_kind)


@landmark("901.12b/c", title="A team's turn goes on under its planar controller", on=("step_began",), where="teams")
def _(moment: Moment) -> int:
    return int(moment.planar and "turn_began" not in moment.by_kind)


@landmark("901.12b/d", title="The planar controller of a team leaves", on=("left_game",), where="teams")
def _(moment: Moment) -> int:
    before = moment.before.snapshot["planechase"] if moment.before is not None else None
    left = {event["player"] for event in moment.of("left_game")}
    return int(before is not None and before["controller"] in left)


@landmark("901.12c/a", "901.12c/b", title="An ability of a face-up card resolves in a game of teams", where="teams")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.resolving if item["source"] in moment.facts.planar) if moment.planar else 0


@landmark("901.12d/a", "901.12d/b", title="The second member of a team rolls the planar die", where="teams")
def _(moment: Moment) -> int:
    action = moment.move.action if moment.move is not None else None
    rolls = action is not None and action.get("type") == "roll_planar_die"
    return int(rolls and moment.was is not None and moment.move.player != moment.was["active"])
