"""Stryker on drawn lines of the front end, in a copy of the checkout."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from embedded.errors import EmbeddedError
from scripts.frontend import FRONTEND, fingerprint, install_packages, npm_environment
from scripts.mutants.changes import change_between
from scripts.mutants.equivalents import Equivalent, reason_of
from scripts.mutants.frontend_files import area_of, draw_lines, importers, logic_files, nearest_tests
from scripts.mutants.mutant import Outcome, Result
from scripts.mutants.worker import copy_checkout, tracked_files
from scripts.progress import Progress

TOOL = FRONTEND / "tools" / "mutants"
RUNNER = "node_modules/@stryker-mutator/vitest-runner/dist/src/index.js"
OUTCOMES = {
    "Killed": Outcome.KILLED,
    "Timeout": Outcome.TIMED_OUT,
    "Survived": Outcome.SURVIVED,
    "NoCoverage": Outcome.SURVIVED,
    "CompileError": Outcome.INVALID,
    "RuntimeError": Outcome.INVALID,
}


def install() -> None:
    install_packages()
    stamp = TOOL / "node_modules" / ".hansom-stamp"
    wanted = fingerprint(("tools/mutants/package.json",))
    if stamp.exists() and stamp.read_text() == wanted:
        return
    with Progress("Installing Stryker") as progress:
        # Without its own vitest: it runs that of the front end.
        command = ["npm", "install", "--no-package-lock", "--omit=peer"]
        progress.run(command, cwd=TOOL, env=npm_environment())
    stamp.write_text(wanted)


def measure(lines: int, seed: int, equivalents: Sequence[Equivalent], *, workers: int) -> list[Result]:
    """Test all mutants of the drawn lines. Raises EmbeddedError when Stryker cannot, or tests fail before."""
    tracked = [path.removeprefix("frontend/") for path in tracked_files() if path.startswith("frontend/src/")]
    sources = {
        path: (FRONTEND / path).read_text(encoding="utf-8")
        for path in tracked
        if path.endswith((".ts", ".tsx")) and (FRONTEND / path).is_file()
    }
    drawn = draw_lines({path: sources[path] for path in logic_files(list(sources))}, lines, seed)
    imported_by = importers(sources)
    tests = sorted({test for path, _ in drawn for test in nearest_tests(path, imported_by)})
    print(f"front end: {len(drawn)} lines, {len(tests)} test files, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="hansom-mutants-") as folder:
        # All of it: some tests read files outside frontend/, which Stryker's own copy does not have.
        copy = Path(folder, "copy")
        copy_checkout(copy)
        (copy / "frontend" / "node_modules").symlink_to(FRONTEND / "node_modules")
        report = Path(folder, "report.json")
        options = Path(folder, "options.json")
        options.write_text(
            json.dumps(
                {
                    "testRunner": "vitest",
                    "plugins": [str(TOOL / RUNNER)],
                    "vitest": {"configFile": "vite.config.ts", "related": False},
                    "coverageAnalysis": "perTest",
                    # Constants of a module: the runner does not load their files again.
                    "ignoreStatic": True,
                    "mutate": [f"{path}:{line}-{line}" for path, line in drawn],
                    "testFiles": tests,
                    "reporters": ["json", "progress-append-only"],
                    "jsonReporter": {"fileName": str(report)},
                    "inPlace": True,
                    "tempDirName": str(Path(folder, "originals")),
                    # Stryker rewrites it with a TypeScript that the front end does not have.
                    "tsconfigFile": "none.json",
                    "concurrency": workers,
                    "dryRunTimeoutMinutes": 60,
                    "timeoutMS": 60_000,
                    "timeoutFactor": 3,
                    "allowEmpty": True,
                }
            )
        )
        command = [str(TOOL / "node_modules/.bin/stryker"), "run", str(options)]
        code = subprocess.run(command, cwd=copy / "frontend", env=npm_environment(), check=False).returncode
        if code or not report.is_file():
            raise EmbeddedError(f"Stryker ended with exit code {code}: its mutants are not judged.")
        return results_of(json.loads(report.read_text(encoding="utf-8")), equivalents)


def results_of(report: Mapping[str, Any], equivalents: Sequence[Equivalent]) -> list[Result]:
    """Return the mutants of Stryker's JSON report, without those that it left out."""
    tests = {
        test["id"]: test["name"] for file in report.get("testFiles", {}).values() for test in file["tests"]
    }
    results = []
    for path, file in sorted(report["files"].items()):
        for mutant in file["mutants"]:
            if mutant["status"] not in OUTCOMES:
                continue
            mutated = replaced(file["source"], mutant["location"], mutant["replacement"])
            change = change_between(f"frontend/{path}", file["source"], mutated, mutant["mutatorName"])
            outcome = OUTCOMES[mutant["status"]]
            note = next((tests.get(test, "") for test in mutant.get("killedBy", ())), "")
            if mutant["status"] == "NoCoverage":
                note = "no test runs this line"
            reason = reason_of(change, equivalents)
            if reason:
                outcome, note = Outcome.EQUIVALENT, reason
            results.append(Result(area_of(path), change, outcome, note))
    return results


def replaced(source: str, location: Mapping[str, Mapping[str, int]], replacement: str) -> str:
    """Return the source with the part at `location`, whose lines and columns begin at 1, replaced."""
    lines = source.splitlines(keepends=True)

    def offset(position: Mapping[str, int]) -> int:
        return sum(len(line) for line in lines[: position["line"] - 1]) + position["column"] - 1

    return source[: offset(location["start"])] + replacement + source[offset(location["end"]) :]
