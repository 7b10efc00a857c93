"""What of a rule's wording counts: one normalisation, a hash of it, and a sketch by which reworded texts are found again.

The texts of the rules are not ours to ship. A hash says whether a text is still the same, a sketch how alike two texts are; neither gives
the text back. docs/editions.md describes both for who wants to compute them elsewhere.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

_LEADING_NUMBER = re.compile(r"\s*\d{3}\.(\d{1,3}([a-z]{1,2}\b)?)?\.?\s*")
_FOLDED = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u2026": "...",
        # Marks of trade and of italics are typography: some files have them, others of the same edition do not.
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\u00ae\u2122_", ""),
    }
)
_MARKS = re.compile(r"\((?:R|TM)\)")
_DASHES = re.compile(r"\s+-+\s+|\s*-{2,}\s*")
_WORD = re.compile(r"[a-z0-9+']+")

PLACES = 16
"""How many numbers a sketch has; each place at which two sketches agree is a sixteenth of likeness."""

_PRIME = (1 << 61) - 1
_STEPS = [(int.from_bytes(hashlib.sha256(b"%d" % place).digest()[:7], "big") | 1, place * 0x9E3779B97F4A7) for place in range(PLACES)]


def normalised(text: str) -> str:
    """The wording of a rule: its number stripped, typographic quotes and dashes folded, white space collapsed, trade marks and marks of
    italics left out. Numbers of other rules in it stay: where they move, the text has changed."""
    text = unicodedata.normalize("NFC", text)
    text = _LEADING_NUMBER.sub("", text, count=1) if _LEADING_NUMBER.match(text) else text
    text = _MARKS.sub("", text.translate(_FOLDED))
    return " ".join(_DASHES.sub("-", text).split())


def digest(text: str) -> str:
    """The sha256, in hexadecimal, of the normalised text in UTF-8."""
    return hashlib.sha256(normalised(text).encode()).hexdigest()


def sketch(text: str) -> str:
    """Sixteen bytes in hexadecimal that texts share the more of the more pairs of words they share (a MinHash of word pairs).

    Numbers are left out: cross-references move from edition to edition, and are no sign of another text.
    """
    words = [word for word in _WORD.findall(normalised(text).lower()) if not word[0].isdigit()]
    pairs = {f"{one} {two}" for one, two in zip(["", *words], [*words, ""], strict=True)}
    hashes = [int.from_bytes(hashlib.blake2b(pair.encode(), digest_size=7).digest(), "big") for pair in pairs]
    return bytes(min((factor * value + step) % _PRIME for value in hashes) & 0xFF for factor, step in _STEPS).hex()


def likeness(one: str, other: str) -> float:
    """How alike the texts of two sketches are, from 0 to 1."""
    pairs = zip(bytes.fromhex(one), bytes.fromhex(other), strict=True)
    return sum(first == second for first, second in pairs) / PLACES
