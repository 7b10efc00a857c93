"""What a case needs of an engine, derived from its content; and which of its ways (given, natural) an engine can go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from conformance.cases.model import Act, Answers, Case, Step
from conformance.runner.errors import NotSupported
from conformance.runner.session import Session

Json = dict[str, Any]
Way = Literal["given", "natural"]

INVENTED = "Specimen"
"""What the names of invented cards begin with."""


def needs(given: Json, script: Iterable[Step]) -> dict[str, str]:
    """The features that this position and this script need, each with the reason."""
    found: dict[str, str] = {}
    _of_game(given, found)
    for permanent in given["battlefield"]:
        _of_permanent(permanent, found)
    if any(seat["counters"] for seat in given["seats"].values()):
        found.setdefault("set_counters", "a player has counters")
    if any(name.startswith(INVENTED) for name in card_names(given)):
        found["custom_cards"] = "it uses invented cards"
    for step in script:
        _of_step(step, found)
    return found


def _of_game(given: Json, found: dict[str, str]) -> None:
    if len(given["players"]) > 2:
        found["multiplayer"] = f"{len(given['players'])} players"
    if given["teams"]:
        found["teams"] = "players in teams"
    if given.get("range_of_influence"):
        found["range_of_influence"] = f"a range of influence of {given['range_of_influence']}"
    planechase = given["planechase"]
    if planechase is not None:
        own = planechase["deck"] == "own"
        found["planechase_own_decks" if own else "planechase"] = "Planechase with a planar deck for each player" if own else "Planechase"
        if planechase["construction"]:
            found["construction"] = "the planar decks are to be checked"
        if any(entry.get("counters") for entry in planechase["face_up"]):
            found["set_counters"] = "counters on a plane"
    if given["day_night"] is not None:
        found["day_night"] = found["set_day_night"] = f"it is {given['day_night']}"
    elif given["previous_turn"]["spells_cast"] or any(given["this_turn"]["spells_cast"].values()):
        found["set_day_night"] = "spells were cast before"
    turn = given["turn"]
    if turn["step"] == "pregame":
        found["pregame"] = "it begins before the starting plane is set"
    elif turn["step"] != "precombat_main" or turn["active"] != given["players"][0]:
        found["set_step"] = f"it begins in {turn['active']}'s {turn['step']}"


def _of_permanent(permanent: Json, found: dict[str, str]) -> None:
    name, phased = permanent["id"], permanent["phased"]
    if phased["status"] != "in":
        found.setdefault("set_phased", f"{name} is phased out")
        if phased["status"] == "indirect" or phased["under"] != permanent["controller"]:
            found.setdefault(
                "set_phased_under", f"{name} phased out {'indirectly' if phased['status'] == 'indirect' else 'under another player'}"
            )
    if permanent["owner"] != permanent["controller"] or permanent.get("control"):
        found.setdefault("set_control", f"{name} is under another player's control")
    for key, feature, what in (
        ("attached_to", "set_attached", "is attached"),
        ("counters", "set_counters", "has counters"),
        ("damage", "set_damage", "is damaged"),
        ("token", "set_tokens", "is a token"),
        ("face_down", "set_face_down", "is face down"),
        ("transformed", "set_transformed", "is transformed"),
        ("exerted", "set_exerted", "was exerted"),
        ("chosen", "set_chosen", "has a choice made for it"),
        ("copy_of", "set_copy", "is a copy"),
    ):
        if permanent.get(key):
            found.setdefault(feature, f"{name} {what}")


def _of_step(step: Step, found: dict[str, str]) -> None:
    if isinstance(step, Answers):
        if any(answer.kind == "planar_die" for queue in step.queues.values() for answer in queue):
            found.setdefault("forced_die", "an effect's roll of the planar die has a set result")
    elif isinstance(step, Act):
        kind = step.action["type"]
        if kind == "roll_planar_die" and step.illegal is None:
            found.setdefault("forced_die", "a roll of the planar die has a set result")
        elif kind == "concede":
            found.setdefault("concede", f"{step.player} leaves the game")
            if "at" in step.action:
                found.setdefault("concede_at", f"{step.player} leaves at a set moment")


def card_names(given: Json) -> set[str]:
    """Every card that a position names."""
    names = {entry["card"] for entry in given["battlefield"]}
    names |= {entry["copy_of"] for entry in given["battlefield"] if entry.get("copy_of")}
    for seat in given["seats"].values():
        for zone in ("hand", "library", "graveyard", "exile", "command", "planar_deck"):
            names.update(entry["card"] for entry in seat[zone])
    planechase = given["planechase"] or {}
    for key in ("face_up", "planar_deck"):
        names.update(entry["card"] for entry in planechase.get(key) or ())
    return names


def obstacle(given: Json, script: Iterable[Step], session: Session) -> str | None:
    """Why the engine cannot play this, by what it claims; None if it can."""
    fewest, most = session.players
    if not fewest <= len(given["players"]) <= most:
        return f"{len(given['players'])} players (the engine plays with {fewest} to {most})"
    for feature, why in needs(given, script).items():
        if feature not in session.features:
            return f"feature {feature}: {why}"
    if session.cards == "listed":
        missing = sorted(card_names(given) - session.card_names)
        if missing:
            return f"card {missing[0]}" + (f" and {len(missing) - 1} more: {', '.join(missing[1:])}" if len(missing) > 1 else "")
    return None


def ways(case: Case, session: Session, only: Way | None = None) -> list[Way]:
    """The ways an engine can go, the better first. Raises NotSupported with the reason when there is none."""
    possible: list[Way] = []
    reasons: list[str] = []
    if only in (None, "given"):
        reason = obstacle(case.given, case.script, session)
        if reason is None:
            possible.append("given")
        else:
            reasons.append(reason)
    if only in (None, "natural") and case.natural is not None:
        reason = obstacle(case.natural.given, [*case.natural.script, *case.script], session)
        if reason is None:
            possible.append("natural")
        else:
            reasons.append(f"by the natural way: {reason}")
    if not possible:
        raise NotSupported("; ".join(reasons) or "the case has no natural way")
    return possible


__all__ = ["card_names", "needs", "obstacle", "ways"]
