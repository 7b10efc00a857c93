"""Where clauses on the untap step come into play that no invariant speaks of alone (rule 502)."""

from __future__ import annotations

from conformance.fuzz.facts import UNTAPS_OTHERS
from conformance.fuzz.invariants.invariant import landmark
from conformance.fuzz.moment import Moment


@landmark("502.2/g", title="An exchange and the check in one step", on=("phased_in", "phased_out"), where="untapping")
def _(moment: Moment) -> int:
    if moment.after.snapshot["day_night"] == "neither":
        return 0
    return sum(1 for step in moment.untap_steps if step.of("phased_in", "phased_out"))


@landmark("502.2/j", title="The turn before was not that of the player one seat before", on=("turn_began",))
def _(moment: Moment) -> int:
    if moment.past is None or moment.after.snapshot["day_night"] == "neither":
        return 0
    players, before, count = moment.given["players"], moment.past.active, 0
    for event in moment.of("turn_began"):
        at = players.index(event["player"])
        count += before != players[at - 1]
        before = event["player"]
    return count


@landmark("502.3/k", title="Something untaps in another player's untap step", on=("untapped",), where="untapping")
def _(moment: Moment) -> int:
    if not moment.facts.uses(*UNTAPS_OTHERS):
        return 0
    count = 0
    for step in moment.untap_steps:
        for event in step.of("untapped"):
            now = moment.here.get(event["object"])
            count += now is not None and now.get("controller") not in (None, *step.team)
    return count


@landmark("502.3/m", title="Something stays tapped by an effect on one untap step", where="untapping")
def _(moment: Moment) -> int:
    if not moment.facts.uses("dont_untap_next", "may_exert", "exert", "exert_this"):
        return 0
    teams = [step.team for step in moment.untap_steps if step.over]
    held = [entry for entry in moment.ins if entry["tapped"] and not entry["counters"].get("stun")]
    return sum(1 for entry in held if any(entry["controller"] in team for team in teams) and entry["id"] not in moment.told_of("tapped"))


@landmark("502.4/d", title="Something triggers in an untap step", on=("triggered",), where="untapping")
def _(moment: Moment) -> int:
    return sum(len(step.of("triggered")) for step in moment.untap_steps)
