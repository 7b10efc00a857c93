"""The recipe for CI: the page shows the files as they are, the YAML can be read, and what it calls does what the page says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance import cli

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci-recipe.md").read_text(encoding="utf-8")
FILES = ROOT / "docs" / "examples" / "ci"
WORKFLOW: dict[str, Any] = yaml.safe_load((FILES / "conformance.yml").read_text(encoding="utf-8"))
TOY = f"stdio:{sys.executable} {ROOT / 'docs' / 'examples' / 'toy_adapter.py'}"
RULE = "122.1d"
"""The commands are called for real, on the cases of one rule: the recipe's own run would play all."""


def calls(job: str, **values: str) -> list[list[str]]:
    """The calls of the suite in a job, with what the workflow puts in."""
    found = []
    for step in WORKFLOW["jobs"][job]["steps"]:
        line = step.get("run", "")
        if line.startswith("mtg-conformance "):
            line = re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda match: values[match[1]], line).replace("$ENGINE", TOY)
            found.append(shlex.split(line)[1:])
    return found


def run(words: list[str]) -> int:
    return cli.run([*words, "--rule", RULE] if words[0] == "certify" else words)


def test_the_page_shows_the_files_as_they_are() -> None:
    shown = dict(re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE, flags=re.M | re.S))
    assert shown == {path.name: path.read_text(encoding="utf-8") for path in FILES.iterdir()}


def test_the_workflow_has_what_a_workflow_has() -> None:
    assert {"name", "jobs", "env", "permissions"} <= WORKFLOW.keys()
    assert True in WORKFLOW  # "on", as YAML 1.1 reads it
    for job in WORKFLOW["jobs"].values():
        assert job["runs-on"]
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])
    kept = {step["with"]["path"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "upload" in step.get("uses", "")}
    assert kept == {"shard-${{ matrix.shard }}", "report", "certificate"}
    assert WORKFLOW["jobs"]["whole"]["needs"] in WORKFLOW["jobs"]


def test_the_shards_are_all_of_the_parts_and_all_are_merged() -> None:
    shards = WORKFLOW["jobs"]["guard"]["strategy"]["matrix"]["shard"]
    certify = calls("guard", **{"matrix.shard": "1"})[1]
    assert shards == list(range(1, len(shards) + 1))
    assert certify[certify.index("--shard") + 1] == f"1/{len(shards)}"
    assert calls("whole")[0][2:-2] == [f"shard-{shard}" for shard in shards]


def test_the_commands_of_the_workflow_do_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["certify", "--engine", TOY, "--write-known-failures", "known.yaml"]) in (0, 1)
    for shard in WORKFLOW["jobs"]["guard"]["strategy"]["matrix"]["shard"]:
        assert [run(words) for words in calls("guard", **{"matrix.shard": str(shard)})] == [0, 0]
    assert [run(words) for words in calls("whole")] == [0]
    assert Path("report/report.html").exists()
    assert [run(words) in (0, 1) for words in calls("certificate")] == [True]
    published = next(step["run"] for step in WORKFLOW["jobs"]["certificate"]["steps"] if step.get("name") == "Publish the badge")
    for name in re.findall(r"certificate/\S+", published):
        assert Path(name).exists(), name


@pytest.mark.skipif(sys.platform == "win32", reason="a script for sh")
def test_the_script_is_one_and_its_commands_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = FILES / "conformance.sh"
    subprocess.run(["sh", "-n", str(script)], check=True)
    text = script.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["certify", "--engine", TOY, "--write-known-failures", "known.yaml"]) in (0, 1)
    # Without the lines that make an environment: the suite is there already. On one rule, as above.
    kept = [line for line in text.splitlines() if not re.search(r"-m venv|activate|pip install", line)]
    shortened = "\n".join(f"{line} --rule {RULE}" if "certify" in line and not line.startswith("#") else line for line in kept)
    path = f"{sysconfig.get_path('scripts')}:/usr/bin:/bin"
    done = subprocess.run(["sh", "-c", shortened], env={"PATH": path, "ENGINE": TOY}, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert Path("doctor.txt").read_text(encoding="utf-8").endswith("No problem found: the engine can be certified.\n")
    assert Path("report/report.html").exists()
    Path("bad.py").write_text((ROOT / "docs" / "examples" / "toy_adapter.py").read_text().replace('"observe", "shutdown")', '"observe")'))
    environment = {"PATH": path, "ENGINE": f"stdio:{sys.executable} bad.py"}
    done = subprocess.run(["sh", "-c", shortened], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert "PROBLEM shutdown: " in done.stdout
