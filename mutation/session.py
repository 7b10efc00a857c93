"""Runs the mutation tool on a clone of this repository: makes the mutants, tries each on the cases, writes the summary.

    python mutation/session.py FOLDER [--module NAME ...] [--survivors]

FOLDER keeps the clone, the tool's database and which cases caught mutants. Called again with the same folder it goes on where it ended;
with `--survivors` it takes over the cases as they are committed by now, and tries the mutants again that none had caught. The tool edits
source files, so it is never run on the repository itself. docs/mutation.md has the whole of it.
"""

from __future__ import annotations

import argparse
import compileall
import os
import re
import sqlite3
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import cosmic_ray.commands
import cosmic_ray.mutating
import cosmic_ray.plugins
from cosmic_ray.config import load_config
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult
from operators import Provider
from rate import NOT_MADE, summary

ROOT = Path(__file__).parent.parent
DATABASE = "session.sqlite"


def main() -> None:
    """Carry out the call."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the clone and the database are kept")
    parser.add_argument("--module", action="append", default=[], help="mutate only this one of the modules (may be repeated)")
    parser.add_argument("--survivors", action="store_true", help="try the survivors again, with the cases that there are by now")
    options = parser.parse_args()
    folder = options.folder.resolve()
    clone, database = folder / "clone", folder / DATABASE
    if not clone.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _git("clone", "--quiet", str(ROOT), str(clone))
    os.chdir(clone)
    config = load_config("mutation/cosmic-ray.toml")
    modules = [Path(path) for path in config["module-path"] if not options.module or Path(path).stem in options.module]
    cosmic_ray.plugins.OPERATOR_PROVIDERS["suite"] = Provider()
    _git("checkout", "--quiet", "--", "reference_engine")  # a mutant that an interrupted session left behind
    with use_db(str(database), mode=WorkDB.Mode.create) as work:
        if not work.num_work_items:
            cosmic_ray.commands.init(modules, work, {})
            leave_out(work)
        modules = sorted({item.mutations[0].module_path for item in work.work_items})
        if options.survivors:
            bring_up_to_date(modules)
            begin_again(work, database)
        compile_all_but(modules)
        cosmic_ray.mutating.run_tests = Tests(clone, folder, modules)
        cosmic_ray.commands.execute(work, config)
    print(summary(database))


class Tests:
    """Does what the tool's test command does, but in a fork of this process that has read the cases: what takes long is done once.

    The modules that are mutated are imported in the fork only.
    """

    def __init__(self, clone: Path, folder: Path, modules: list[Path]) -> None:
        for arguments in (["--trace"], []):  # without any mutation the cases pass; else every mutant would seem to be caught
            command = [sys.executable, "mutation/play.py", "--folder", str(folder), *arguments]
            if subprocess.run(command, env={**os.environ, "PYTHONPATH": str(clone)}, check=False).returncode:
                raise SystemExit("the cases do not all pass on the unchanged engine")
        sys.path[:0] = [str(clone / "mutation"), str(clone)]
        sys.modules.pop("play", None)
        import play

        self.play, self.folder = play, folder
        self.cases, self.cards = play.library()
        if any(f"reference_engine.{module.stem}" in sys.modules for module in modules):
            raise SystemExit("a module was imported before it is mutated")

    def __call__(self, command: str, timeout: float) -> tuple[TestOutcome, str]:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.dup2(writing, sys.stdout.fileno())
            code = 1
            try:
                code = self.play.test(self.cases, self.cards, self.folder)
                sys.stdout.flush()
            finally:
                os._exit(code)
        os.close(writing)
        with open(reading, encoding="utf-8", errors="replace") as said:
            output = said.read()
        _, status = os.waitpid(child, 0)
        return (TestOutcome.KILLED if status else TestOutcome.SURVIVED), output


def leave_out(work: WorkDB) -> None:
    """Mark the mutants that nothing could notice, of lines that are no rules."""
    for item in work.pending_work_items:
        mutation = item.mutations[0]
        line = Path(mutation.module_path).read_text(encoding="utf-8").splitlines()[mutation.start_pos[0] - 1]
        for operator, text, reason in NOT_MADE:
            if re.search(operator, mutation.operator_name) and re.search(text, line):
                work.set_result(item.job_id, WorkResult(output=reason, worker_outcome=WorkerOutcome.SKIPPED))


def bring_up_to_date(modules: list[Path]) -> None:
    """Take over what was committed since; stop if that changed what the mutants were made of."""
    before = [path.read_text(encoding="utf-8") for path in modules]
    _git("pull", "--quiet", "--ff-only")
    if before != [path.read_text(encoding="utf-8") for path in modules]:
        raise SystemExit("the modules themselves have changed since the session began: begin a new one in another folder")


def begin_again(work: WorkDB, database: Path) -> None:
    """Forget the results of the mutants that survived."""
    survivors = [job for job, result in work.results if result.test_outcome == TestOutcome.SURVIVED]
    with sqlite3.connect(database) as connection:
        connection.executemany("delete from work_results where job_id = ?", [(job,) for job in survivors])


def compile_all_but(modules: list[Path]) -> None:
    """Compile once what is not mutated; the modules that are have to be read from their source each time."""
    for package in ("conformance", "reference_engine"):
        compileall.compile_dir(package, quiet=1)
    for path in modules:
        Path(cache_from_source(str(path))).unlink(missing_ok=True)
    sys.dont_write_bytecode = True


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True)


if __name__ == "__main__":
    main()
