"""What every page of ours is put into: one file with its styles, its program and its data in it, and a policy that allows nothing else.

`frame.html` is the frame, `base.css` has what pages look like, `address.js` keeps their state in the address.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jinja2
import msgspec

FOLDER = Path(__file__).parent


def framed(template: str, styles: Sequence[str], scripts: Sequence[str], **content: Any) -> str:
    """A page of the template, which extends `frame.html`, with the files of its styles and of its program; `content` is what it names.

    What it names is escaped, unless it is marked as safe there: only what `in_page` made may be.
    """
    style = _read("base.css", *styles)
    script = _read("address.js", *scripts)
    return _environment().get_template(template).render(style=style, script=script, policy=_policy(style, script), **content)


def in_page(data: Any) -> str:
    """Data as JSON on one line that no parser of HTML takes for anything but text: without `<`, `>` and `&`, without ends of lines."""
    text = msgspec.json.encode(data).decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _read(*names: str) -> str:
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in names)


def _policy(style: str, script: str) -> str:
    """Nothing is loaded, nothing is sent, and no other script or style is taken, whatever a case or an engine smuggles in."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
