"""What to change when the engine breaks the protocol: one remedy for each way in which it can."""

from __future__ import annotations

import re
from collections.abc import Iterable

from conformance.commands.checkup.finding import (
    ACT,
    ERRORS,
    FEATURES_LIST,
    FORM,
    INITIALIZE,
    REFERENCE,
    SNAPSHOT_OBJECT,
    STATUS,
)
from conformance.engines.errors import EngineProblem

_BY_TEXT: tuple[tuple[str, str, str], ...] = (
    (r"cannot start .*not on the PATH", "give the command as you would type it, with the path of the program", FORM),
    (r"cannot start .*Permission denied", "make the file executable (chmod +x), or name what runs it, as in stdio:node FILE", FORM),
    (r"cannot start|command is empty|cannot be read", "give a command that starts the adapter: stdio:COMMAND", FORM),
    (
        r"does not start: it (was )?(ended|closed)",
        "start the command by hand: it has to stay, and to wait for a request on its standard input",
        FORM,
    ),
    (r"speaks protocol", "answer initialize with the version of the protocol that it was asked for", INITIALIZE),
    (
        r"is no JSON-RPC reply",
        "write nothing but replies to standard output, one JSON object a line; logs and prints go to standard error",
        FORM,
    ),
    (r"is followed by more in its line", "end each reply with a newline: one reply a line, and nothing else in it", FORM),
    (r"no line end after them$", "end each reply with a newline, and flush standard output after it", FORM),
    (r"has the id", "give each reply the id of its request, the same number and as a number", ERRORS),
    (r"that nobody asked for", "write exactly one line for each request; logs and prints go to standard error", FORM),
    (r"neither result nor error", "a reply has 'result', or 'error' with a code and a message", ERRORS),
    (r"says cards: listed", "list the names of the cards in card_names, or say 'all' or 'by_text'", INITIALIZE),
    (r"claims \d+ features", "claim the features of the list only", FEATURES_LIST),
    (r"player range", "players is [the fewest, the most]", INITIALIZE),
    (r"status\.stack is", "stack is the number of spells and abilities on it", STATUS),
    (r"who does not play", "name who is still in the game, by the names that 'given' has", STATUS),
    (r"two objects with the id|is a player's name", "every object has an id of its own, and none is a player's name", SNAPSHOT_OBJECT),
    (r"more than .*(events|bytes|MiB)|a line of", "answer shortly: tell each event once, and log to standard error", ERRORS),
    (
        r"no reply to|in all$",
        "answer every request, and flush standard output after each reply; an engine that needs longer gets it with --timeout",
        ERRORS,
    ),
    (r"ended|closed its standard output", "stay alive until shutdown; what it cannot do it answers with 'unsupported' or an error", ERRORS),
    (r"with error -32601", "give the adapter this method: the protocol has five, and the suite calls each of them", FORM),
    (r"with error|raised", "mend what the message tells; what the engine cannot do is answered with 'unsupported'", ACT),
)
"""By what the exception says. The order matters where a text of the engine is in the exception: the surer signs come first."""

_SHAPE = re.compile(r"^(?:.* does not start: )?the result of (\w+)")
_SHAPES = {
    "initialize": INITIALIZE,
    "new_game": "docs/protocol-reference.md#newgameresult",
    "act": ACT,
    "observe": "docs/protocol-reference.md#snapshot",
}
_OTHERWISE = ("answer each request with one message of the form that the protocol gives", REFERENCE)


def remedy(broken: EngineProblem) -> tuple[str, str]:
    """What to change, and where the documents say it."""
    text = str(broken)
    found = next(((change, see) for pattern, change, see in _BY_TEXT if re.search(pattern, text)), None)
    shape = _SHAPE.match(text)
    if shape and (found is None or found[1] in (FORM, ERRORS, ACT)):
        return f"give the result of {shape[1]} the fields and types of the reference", _SHAPES.get(shape[1], REFERENCE)
    return found or _OTHERWISE


def told(broken: EngineProblem) -> str:
    """What went wrong, with what the engine wrote on its standard error, in a line."""
    last = telling_line(broken.stderr.splitlines())
    return f"{broken}; it wrote on stderr: {last}" if last else str(broken)


_TELLING = re.compile(r"error|exception|panic|fatal", re.IGNORECASE)


def telling_line(lines: Iterable[str]) -> str:
    """The last line that names an error; where none does, the last that says something. (Some languages end with the trace, some begin.)"""
    said = [line.strip() for line in lines if line.strip()]
    return next((line for line in reversed(said) if _TELLING.search(line)), said[-1] if said else "")
