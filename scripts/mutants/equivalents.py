"""The mutants that are known to do the same as the code, each with its reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from scripts.mutants.mutant import Change

EQUIVALENTS = Path(__file__).with_name("equivalents.toml")


@dataclass(frozen=True)
class Equivalent:
    file: str
    before: str
    after: str
    reason: str


def read_equivalents(path: Path = EQUIVALENTS) -> list[Equivalent]:
    return [Equivalent(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["equivalent"]]


def reason_of(change: Change, equivalents: Iterable[Equivalent]) -> str:
    """Return why the change is equivalent; empty when it is not."""
    for known in equivalents:
        if (known.file, known.before.strip(), known.after.strip()) == (
            change.file,
            change.before,
            change.after,
        ):
            return known.reason
    return ""


def outdated(equivalents: Iterable[Equivalent], root: Path) -> list[Equivalent]:
    """Return those whose lines are no longer in their files."""
    return [known for known in equivalents if not _holds(root / known.file, known.before)]


def _holds(file: Path, before: str) -> bool:
    if not file.is_file():
        return False
    lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    return "\n".join(line.strip() for line in before.strip().splitlines()) in "\n".join(lines)
