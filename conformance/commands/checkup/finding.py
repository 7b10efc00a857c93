"""What an examination found, and where the documents say how it should be."""

from __future__ import annotations

from conformance.report.doctor_document import Finding

__all__ = ["Finding", "note", "ok", "problem"]

# Places in the documents, by what they are about. A test looks whether each is there.
FORM = "docs/protocol.md#the-adapter-protocol"
IDS = "docs/protocol.md#ids"
ERRORS = "docs/protocol.md#errors"
INITIALIZE = "docs/protocol-reference.md#initializeresult"
FEATURES_LIST = "docs/protocol-reference.md#features"
GIVEN = "docs/protocol-reference.md#given"
CARD = "docs/protocol-reference.md#card"
NEW_GAME = "docs/protocol-reference.md#newgameresult"
DECK_REFUSAL = "docs/protocol-reference.md#deckrefusal"
STATUS = "docs/protocol-reference.md#status"
ACT = "docs/protocol-reference.md#actresult"
EVENT = "docs/protocol-reference.md#event"
REFUSAL = "docs/protocol-reference.md#refusal"
CONCEDE = "docs/protocol-reference.md#concede"
ROLL = "docs/protocol-reference.md#rollplanardie"
BEGIN = "docs/protocol-reference.md#begin"
PASS_UNTIL = "docs/protocol-reference.md#passuntil"
SNAPSHOT = "docs/protocol-reference.md#snapshot"
SNAPSHOT_OBJECT = "docs/protocol-reference.md#snapshotobject"
SHUTDOWN = "docs/protocol-reference.md#shutdown"
REFERENCE = "docs/protocol-reference.md#protocol-reference"


def ok(about: str, what: str) -> Finding:
    """It is as it should be."""
    return Finding("ok", about, what)


def note(about: str, what: str, change: str = "", see: str = "") -> Finding:
    """Worth knowing; the engine can be certified as it is."""
    return Finding("note", about, what, change, see)


def problem(about: str, what: str, change: str, see: str) -> Finding:
    """It has to be changed."""
    return Finding("problem", about, what, change, see)
