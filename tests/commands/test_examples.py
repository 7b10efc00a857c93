"""The examples in the help of each command call commands that there are, with options that they take."""

from __future__ import annotations

import shlex

import pytest

from conformance.command_line.examples import EXAMPLES


@pytest.mark.parametrize("line", [line for lines in EXAMPLES.values() for line in lines])
def test_an_example_can_be_called(call, line):
    words = shlex.split(line.partition(" > ")[0])
    assert words[0] == "mtg-conformance"
    command = words[1:3] if words[1] in ("rules", "report") else words[1:2]
    shown = call(*command, "--help").out.partition("Examples:")[0]  # the example itself is there below
    for word in words[1 + len(command) :]:
        if word.startswith("-"):
            assert word in shown.replace(",", " ").split(), f"{word} is no option of {' '.join(command)}"


@pytest.mark.parametrize("command", EXAMPLES)
def test_examples_stand_in_the_help(call, command):
    shown = call(*command.split(), "--help")
    assert shown.code == 0
    assert "Examples:" in shown.out
