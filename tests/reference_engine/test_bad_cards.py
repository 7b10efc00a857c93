"""A file of cards that says nonsense, beside a case: the commands tell the card and the place, and no traceback."""

from __future__ import annotations

import pytest

from conformance import cli

CARDS = """\
- name: Specimen Nonsense
  types: [Creature]
  power: 1
  toughness: 1
  abilities:
    - static: {frobnicate: this}
- name: Specimen Unused
  types: [Creature]
  power: many
  toughness: 1
"""

CASE = """\
- id: a-card-of-nonsense
  title: A case with a card that nobody understands
  rules: ['502.3']
  why: So that something has to be said about it.
  given:
    alice: {battlefield: [{card: Specimen Nonsense, as: it, tapped: true}]}
  script:
    - advance_to: {player: alice, step: upkeep}
    - expect: {it: {tapped: false}}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "mine.yaml").write_text(CARDS)
    (tmp_path / "case.yaml").write_text(CASE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MTG_CONFORMANCE_NO_CACHE", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "500")
    return tmp_path


@pytest.fixture
def call(capsys):
    """A command's exit code and all that it prints."""

    def run(*words):
        code = cli.run(list(words))
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_lint_names_every_card_that_says_nonsense_with_its_file(folder, call):
    code, said = call("lint", str(folder))
    assert code == 2
    assert "cards/mine.yaml: the card 'Specimen Nonsense'" in said
    assert "abilities[0].static: 'frobnicate' is no static" in said
    assert "cards/mine.yaml: the card 'Specimen Unused': Specimen Unused.power: a number is wanted" in said
    assert "Traceback" not in said


def test_certify_says_that_the_case_is_wrong_and_why(folder, call):
    code, said = call("certify", str(folder))
    assert code == 2
    assert "Wrong cases" in said
    assert "a-card-of-nonsense" in said
    assert "Specimen Nonsense.abilities[0].static: 'frobnicate' is no static" in " ".join(said.split())
    assert "crash" not in said
    assert "Traceback" not in said
