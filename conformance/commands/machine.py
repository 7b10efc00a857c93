"""Output for scripts: `--format json`."""

from __future__ import annotations

import sys
from typing import Any

from conformance.cases.problems import choose_from
from conformance.commands.problems import WrongCall
from conformance.runner.report import encode_plain

FORMATS = ("terminal", "json")


def as_json(output: str) -> bool:
    """Whether JSON is asked for. Raises WrongCall for a format that there is not."""
    if output not in FORMATS:
        raise WrongCall(f"--format {output}: {choose_from(output, FORMATS)}")
    return output == "json"


def write(document: Any) -> None:
    """Print a document of plain data or of msgspec structs."""
    sys.stdout.write(encode_plain(document).decode())
