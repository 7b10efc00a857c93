"""The picture of the layers in docs/architecture.md, drawn from the contracts that import-linter checks (pyproject.toml).

`python documentation/layers.py` writes docs/images/layers.svg anew; a test compares the two.
"""

from __future__ import annotations

import html
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "layers.svg"

ABOUT = {
    "cli": "what people call",
    "commands": "what each command does",
    "report": "what people see",
    "pictures": "boards as pictures and text",
    "mutants": "engines with one rule broken",
    "fuzz": "random boards, invariants",
    "variants": "cases made of cases",
    "runner": "plays a case, judges",
    "engines": "adapters and the way to them",
    "protocol": "the messages",
    "rules": "the registry of rules",
    "cases": "case files and cards",
    "reference_engine": "the rules as code",
}
"""A layer in a few words; one that is new needs an entry here."""

WIDTH, HEIGHT, GAP, LEFT, BESIDE = 370, 36, 16, 12, 290


def contracts() -> list[dict[str, Any]]:
    """The contracts as they stand in pyproject.toml."""
    found: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    return found


def layers() -> list[list[str]]:
    """The layers from top to bottom, each as the modules in it."""
    (contract,) = [contract for contract in contracts() if contract["type"] == "layers"]
    return [[name.strip().removeprefix("conformance.") for name in re.split(r"[:|]", layer)] for layer in contract["layers"]]


def alone() -> list[str]:
    """The packages that know nothing of the suite."""
    return [
        package
        for contract in contracts()
        if contract["type"] == "forbidden" and "conformance" in contract["forbidden_modules"]
        for package in contract["source_modules"]
    ]


def picture() -> str:
    """A self-contained SVG, legible on light and on dark: boxes with a ground of their own, arrows of a grey between."""
    drawn = []
    top = LEFT
    places = {}
    for layer in layers():
        one = len(layer) == 1
        drawn.append(_box(LEFT, top, WIDTH, layer[0] if one else ", ".join(layer), ABOUT[layer[0]] if one else "", "s"))
        drawn.append(_arrow(LEFT + WIDTH / 2, top + HEIGHT, top + HEIGHT + GAP))
        places[layer[0]] = top
        top += HEIGHT + GAP
    drawn.pop()  # nothing is below the last layer of the suite
    # Any layer may import what stands alone beside them: one line along all of them, and an arrow from it.
    edge, right = LEFT + WIDTH + 12, LEFT + WIDTH + 60
    middle = (LEFT + top - GAP) / 2
    drawn.append(f'<path d="M{edge - 8:g} {LEFT}H{edge:g}V{top - GAP:g}H{edge - 8:g}"/>')
    for number, package in enumerate(alone()):
        beside = middle - HEIGHT / 2 + number * 3 * (HEIGHT + GAP)
        drawn.append(_across(edge, beside + HEIGHT / 2, right))
        drawn.append(_box(right, beside, BESIDE, package, ABOUT[package], "r"))
        drawn.append(_arrow(right + BESIDE / 2, beside + HEIGHT, beside + HEIGHT + GAP))
        drawn.append(_box(right, beside + HEIGHT + GAP, BESIDE, "Python", "standard library only", "d"))
    drawn.append(_box(right, places["cases"], BESIDE, "cases/", "data, no code", "d"))
    drawn.append(_across(edge, places["cases"] + HEIGHT / 2, right))
    width, height = right + BESIDE + LEFT, top - GAP + LEFT
    words = "; ".join(" and ".join(layer) for layer in layers())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-labelledby="t d">\n<title id="t">The layers of the suite</title>\n'
        f'<desc id="d">From top to bottom, each may import what is below it: {words}. '
        f"What {' and '.join(alone())} imports is the standard library.</desc>\n"
        "<style>rect{stroke-width:1}.s{fill:#e8eaf6;stroke:#5c6bc0}.r{fill:#e0f2f1;stroke:#26a69a}.d{fill:#f5f5f5;stroke:#9e9e9e}"
        "path{stroke:#8a8f98;fill:none}.e{fill:#8a8f98;stroke:none}text{font-family:system-ui,sans-serif;font-size:13px;fill:#263238}"
        ".n{font-weight:600}</style>\n"
        '<defs><marker id="e" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path class="e" d="M0 0L8 4L0 8z"/></marker></defs>\n' + "\n".join(drawn) + "\n</svg>\n"
    )


def _box(x: float, y: float, width: float, name: str, about: str, kind: str) -> str:
    middle = y + HEIGHT / 2 + 5
    return (
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{HEIGHT}" rx="5"/>'
        f'<text class="n" x="{x + 12:g}" y="{middle:g}">{html.escape(name)}</text>'
        f'<text x="{x + width - 12:g}" y="{middle:g}" text-anchor="end">{html.escape(about)}</text>'
    )


def _arrow(x: float, top: float, bottom: float) -> str:
    return f'<path d="M{x:g} {top:g}V{bottom - 1:g}" marker-end="url(#e)"/>'


def _across(left: float, y: float, right: float) -> str:
    return f'<path d="M{left:g} {y:g}H{right - 1:g}" marker-end="url(#e)"/>'


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), encoding="utf-8")
