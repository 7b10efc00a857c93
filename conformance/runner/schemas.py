"""Writes the schemas of protocol and report into conformance/schemas: `python -m conformance.runner.schemas`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from conformance.protocol.schema import protocol_schema
from conformance.runner.report import report_schema


def write(folder: Path) -> None:
    """Write protocol.json and report.json into `folder`."""
    for name, schema in (("protocol", protocol_schema()), ("report", report_schema())):
        (folder / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n")


if __name__ == "__main__":
    write(Path(__file__).parents[1] / "schemas")
