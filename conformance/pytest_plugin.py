"""`pytest --engine E`: the cases as test items, on the core that `mtg-conformance certify` uses.

Without `--engine` this plugin adds no option, no hook and no import: pytest loads it in every environment that has this package, and other
projects have `--engine` options of their own. `conformance.pytest_items` is what it brings in when it is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser, pluginmanager: Any) -> None:
    config = pluginmanager.get_plugin("pytestconfig")
    arguments = [str(argument) for argument in config.invocation_params.args] if config else []
    if not any(argument == "--engine" or argument.startswith("--engine=") or argument in ("-h", "--help") for argument in arguments):
        return
    group = parser.getgroup("mtg-conformance", "certify an engine of Magic: The Gathering (mtg-conformance)")
    group.addoption("--engine", dest="mtg_conformance_engine", metavar="E", help='engine to certify: its name, or "stdio:COMMAND"')
    group.addoption(
        "--conformance-cases",
        dest="mtg_conformance_cases",
        metavar="PATH",
        action="append",
        help="case file or folder (default: the built-in cases)",
    )
    group.addoption("--known-failures", dest="mtg_conformance_known_failures", metavar="F", help="YAML: the cases that may fail, and why")
    group.addoption(
        "--conformance-edition", dest="mtg_conformance_edition", metavar="DATE", help="edition of the rules (default: the newest)"
    )
    group.addoption(
        "--conformance-timeout", dest="mtg_conformance_timeout", metavar="S", type=float, default=10.0, help="seconds for one call"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("mtg_conformance_engine", None):
        from conformance import pytest_items

        config.pluginmanager.register(pytest_items.Plugin(config), "mtg-conformance-items")
