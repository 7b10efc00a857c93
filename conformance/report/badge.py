"""The badge of a certificate: a small picture of our own, and the JSON that shields.io draws one from (https://shields.io/badges/endpoint-badge)."""

from __future__ import annotations

from xml.sax.saxutils import escape

import msgspec

from conformance.report.certificate import Certificate
from conformance.report.text import one_line
from conformance.runner.report import encode_plain

LABEL = "MTG rules"

COLOURS = {"brightgreen": "#2b7a3d", "yellowgreen": "#5f6b12", "lightgrey": "#5c6066"}
"""Names that shields.io knows, and ours for the same, on which white text can be read."""

_WIDE, _NARROW, _WIDTH = frozenset("mwMW%@"), frozenset("fijlrtI.,:;!'()|- "), 6.7


class Endpoint(msgspec.Struct, frozen=True, rename="camel"):
    """What shields.io asks of an endpoint."""

    schema_version: int
    label: str
    message: str
    color: str


def endpoint(certificate: Certificate) -> Endpoint:
    """The badge in words and a colour. None of the words is an engine's."""
    return Endpoint(1, LABEL, *_says(certificate))


def endpoint_json(certificate: Certificate) -> bytes:
    """The file."""
    return encode_plain(endpoint(certificate))


def _says(certificate: Certificate) -> tuple[str, str]:
    earned, levels = certificate.earned, certificate.levels
    if not certificate.certifies:
        return "not certified", "lightgrey"
    if len(earned) == len(levels):
        return f"all {len(levels)} areas", "brightgreen"
    if len(earned) in (1, 2):
        return ", ".join(level.title.lower() for level in earned), "yellowgreen"
    return f"{len(earned)} of {len(levels)} areas", "yellowgreen" if earned else "lightgrey"


def svg(certificate: Certificate) -> bytes:
    """The picture; its title says more to who points at it, and all of it to who does not see it."""
    message, colour = _says(certificate)
    left, right = _width(LABEL), _width(message)
    judged_by = f"{certificate.suite.name} {certificate.suite.version}"
    title = f"{LABEL}: {message}. {certificate.engine.presented} by the rules of {certificate.edition}, {judged_by}"
    texts = "".join(
        f'<text x="{x}" y="14" textLength="{width - 12}" lengthAdjust="spacingAndGlyphs">{escape(words)}</text>'
        for x, width, words in ((6, left, LABEL), (left + 6, right, message))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" viewBox="0 0 {left + right} 20" role="img" '
        f'aria-labelledby="title"><title id="title">{escape(one_line(title, 400))}</title>'
        f'<clipPath id="round"><rect width="{left + right}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#round)"><rect width="{left}" height="20" fill="#3a3d42"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{COLOURS[colour]}"/></g>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">{texts}</g></svg>\n'
    ).encode()


def _width(words: str) -> int:
    """About how wide a text is in the badge's letters, with its margins; the picture stretches it to just that."""
    return round(sum(10.5 if c in _WIDE else 4.2 if c in _NARROW else _WIDTH for c in words)) + 12
