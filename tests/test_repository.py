"""The repository itself: what every part of it has to keep to."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from conformance import cli
from conformance.cases.library import load
from conformance.cases.schema import schemas as case_schemas
from conformance.cases.schema import text as schema_text
from conformance.engines.registry import engine_names
from conformance.protocol.features import FEATURES
from conformance.report.schemas import schemas as report_schemas
from conformance.rules.loader import load as load_rules

ROOT = Path(__file__).parent.parent
PACKAGES = ("conformance", "reference_engine")
MAX_LINES = 600


def tracked() -> list[Path]:
    """The files under version control, or all that look like it where this is no clone."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a clone")
    return [path for name in listed.stdout.splitlines() if (path := ROOT / name).is_file()]


def modules() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def test_no_module_is_longer_than_can_be_read_at_a_sitting() -> None:
    long = {str(path.relative_to(ROOT)): count for path in modules() if (count := len(path.read_text().splitlines())) > MAX_LINES}
    assert long == {}


def test_every_module_says_what_it_is() -> None:
    mute = [
        str(path.relative_to(ROOT)) for path in modules() if path.read_text().strip() and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert mute == []


def test_the_reference_engine_imports_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {"reference_engine"}
    strangers = set()
    for path in (ROOT / "reference_engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            strangers |= {(path.name, name) for name in names if name.partition(".")[0] not in allowed}
    assert strangers == set()


def test_nothing_speaks_of_what_does_not_ship() -> None:
    """The folder beside the tree in which it was made is no part of it."""
    word = re.compile(r"(?<![\w.-])(\.\./)?shared/(rules|seeds|cards|bugs|adapters|examples|hooks|design|case-format)|/work/")
    found = []
    for path in tracked():
        if path == Path(__file__):
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}:{number}" for number, line in enumerate(text.splitlines(), 1) if word.search(line)]
    assert found == []


def test_no_unfinished_business_is_left_in_the_code() -> None:
    mark = re.compile(r"#.*\b(TODO|FIXME|XXX|HACK)\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in modules()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if mark.search(line)
    ]
    assert found == []


class TestCases:
    def test_all_are_right_and_have_a_reason(self) -> None:
        loaded = load()
        assert [str(problem) for problem in loaded.errors] == []
        assert [case.id for case in loaded.cases if len(case.why.split()) < 8] == []
        assert [case.id for case in loaded.cases if not case.title.strip() or case.title == case.id] == []

    def test_ids_are_unique_and_free_of_rule_numbers(self) -> None:
        ids = [case.id for case in load().cases]
        assert len(ids) == len(set(ids))
        assert [name for name in ids if re.search(r"\d{3}", re.sub(r"\b(19|20)\d\d\b", "", name))] == []  # a year is no rule

    def test_rules_are_those_of_the_registry(self) -> None:
        registry = load_rules(ROOT / "cases" / "rules")
        wrong = {
            f"{case.file}:{case.line}: {problem[0]}" for case in load().cases for rule in case.rules if (problem := registry.wrong(rule))
        }
        assert wrong == set()

    def test_no_two_cases_are_the_same_position_and_script(self) -> None:
        seen: dict[str, str] = {}
        twins = []
        for case in load().cases:
            content = repr((case.given, [_without_places(step) for step in case.script], case.editions))
            if content in seen:
                twins.append((seen[content], case.id))
            seen[content] = case.id
        assert twins == []


def _without_places(step: object) -> object:
    return re.sub(r"Place\(line=\d+, column=\d+\)", "", repr(step))


class TestDocuments:
    def test_the_commands_of_the_readme_exist(self) -> None:
        readme = (ROOT / "README.md").read_text()
        commands = re.findall(r"^    mtg-conformance ([a-z]+)", readme, re.M) + re.findall(r"`mtg-conformance ([a-z]+)", readme)
        known = {command.name or command.callback.__name__ for command in cli.app.registered_commands if command.callback} | {"rules"}
        assert set(commands) <= known
        assert {"certify", "doctor", "explain", "coverage", "lint"} <= set(commands)

    def test_the_options_of_the_readme_exist(self, capsys: pytest.CaptureFixture[str]) -> None:
        shown = ""
        for command in ("", "certify", "doctor", "explain", "coverage", "lint", "fuzz"):
            assert cli.run([*command.split(), "--help"]) == 0
            shown += capsys.readouterr().out
        readme = (ROOT / "README.md").read_text()
        options = {option for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", readme) if option != "--help"}
        assert {option for option in options if option not in shown} == set()

    def test_ci_runs_the_command_of_the_readme(self) -> None:
        command = "python -m pip install tox && tox"
        assert f"\n    {command}\n" in (ROOT / "README.md").read_text()
        assert command in (ROOT / ".ci" / "run").read_text()

    def test_links_between_documents_lead_somewhere(self) -> None:
        dead = []
        for document in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "cases" / "README.md", ROOT / "tests" / "README.md"]:
            targets = re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", document.read_text())
            dead += [f"{document.relative_to(ROOT)}: {target}" for target in targets if not (document.parent / target).exists()]
        assert dead == []

    def test_every_feature_is_in_the_protocol_document(self) -> None:
        protocol = (ROOT / "docs" / "protocol.md").read_text()
        assert [feature for feature in FEATURES if f"`{feature}`" not in protocol] == []

    def test_the_readme_says_that_this_is_unofficial(self) -> None:
        assert "unofficial" in (ROOT / "README.md").read_text()


class TestPackage:
    def test_schemas_are_in_step_with_the_types(self) -> None:
        folder = ROOT / "conformance" / "schemas"
        for name, schema in (case_schemas() | report_schemas()).items():
            assert (folder / name).read_text(encoding="utf-8") == schema_text(schema), f"{name}: write the schemas anew"

    def test_every_schema_is_json_with_a_title(self) -> None:
        names = {path.name for path in (ROOT / "conformance" / "schemas").glob("*.json")}
        assert {"cases.json", "cards.json", "rules.json", "protocol.json", "report.json", "coverage.json"} <= names
        for name in names:
            assert json.loads((ROOT / "conformance" / "schemas" / name).read_text())["title"]

    def test_engines_are_registered(self) -> None:
        assert {"reference", "phase-rs"} <= set(engine_names())

    def test_supported_pythons_are_tested(self) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        named = {entry.rpartition(" ")[2] for entry in project["classifiers"] if re.search(r":: 3\.\d+$", entry)}
        tested = re.search(r"py\{([\d,]+)\}", (ROOT / "tox.ini").read_text())
        assert tested is not None
        assert {f"3.{version[1:]}" for version in tested[1].split(",")} == named
        assert project["requires-python"] == f">={min(named, key=lambda version: int(version[2:]))}"
