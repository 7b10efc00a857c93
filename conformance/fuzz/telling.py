"""What happened in a game, in sentences: the reason of a case that was found, drawn from the events of the reference engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Json = dict[str, Any]

MAX_SENTENCES = 10
"""So much of a game is told."""

LAST = 4
"""So much of its end, whatever it is about."""

_DEEDS = {
    "phased_out": "{object} phases out",
    "phased_in": "{object} phases in",
    "tapped": "{object} becomes tapped",
    "untapped": "{object} untaps",
    "transformed": "{object} transforms",
    "removed_from_combat": "{object} is removed from combat",
    "attached": "{object} becomes attached to {to}",
    "unattached": "{object} becomes unattached",
    "zone_change": "{object} goes from {from} to {to}",
    "counter_removed": "{object} loses a {counter} counter",
    "counter_added": "{object} gets a {counter} counter",
    "triggered": "an ability of {source} triggers",
    "put_on_stack": "the ability of {source} is put on the stack",
    "day_night": "it becomes {value}",
    "encountered": "{card} is encountered",
    "planeswalked": "the planar controller planeswalks from {away} to {to}",
    "chaos": "chaos ensues on {plane}",
    "step_skipped": "{player}'s {step} step is skipped",
    "left_game": "{player} leaves the game",
    "new_planar_controller": "{player} becomes the planar controller",
    "damage": "{source} deals {amount} damage to {to}",
    "planar_die": "{player} rolls {face}",
    "cast": "{player} casts {object}",
}
"""What is worth telling, by the kind of event."""


def told(events: Sequence[Json], called: Mapping[str, str], about: Iterable[str] = ()) -> str:
    """The end of a game as text: what happened, step by step, with the rules that the engine cites.

    `called` has what each id is called. Of a long game only what concerns `about` is told, and the end.
    """
    sentences = list(_sentences(events, called))
    names = {called.get(number, number) for number in about}
    if len(sentences) > MAX_SENTENCES:
        sentences, end = sentences[:-LAST], sentences[-LAST:]
        concerned = [text for text in sentences if any(name in text for name in names)] if names else sentences
        sentences = [*concerned[LAST - MAX_SENTENCES :], *end]
    return " ".join(sentences)


def _sentences(events: Sequence[Json], called: Mapping[str, str]) -> Iterator[str]:
    place = said = None
    for event in events:
        kind = event["kind"]
        if kind == "step_began":
            place = f"In {event['player']}'s {_called(event['step'], called)}{'' if 'main' in event['step'] else ' step'}"
        elif kind in _DEEDS and not _is_draw(event):
            words = _Words({key: _called(value, called) for key, value in event.items()})
            deed = _DEEDS[kind].format_map(words) + (f" ({event['rule']})" if event.get("rule") else "")
            sentence = f"{place}, {deed}" if place not in (None, said) else deed
            said = place
            yield sentence[0].upper() + sentence[1:] + "."


def _is_draw(event: Json) -> bool:
    """Cards drawn turn by turn are no part of a story."""
    return event["kind"] == "zone_change" and (event.get("from"), event.get("to")) == ("library", "hand")


class _Words(dict[str, str]):
    """The words of an event; what it leaves open is the game's doing."""

    def __missing__(self, key: str) -> str:
        return "the game"


def _called(value: Any, called: Mapping[str, str]) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return ", ".join(_called(entry, called) for entry in value) or "nothing"
    return called.get(value, str(value).replace("_", " ")) if isinstance(value, str) else str(value)
