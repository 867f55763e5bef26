"""A mutant, what became of it, and the counts of an area."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    INVALID = "invalid"
    """The tests could not start or were interrupted: not counted."""


@dataclass(frozen=True)
class Change:
    """One small change of a file. `before` and `after` are the changed lines without their indentation."""

    file: str
    line: int
    before: str
    after: str
    name: str
    """The operator that made the change."""


@dataclass(frozen=True)
class Result:
    area: str
    change: Change
    outcome: Outcome
    note: str = ""
    """The test that failed, or the reason why the change is equivalent."""
    seconds: float = 0


@dataclass
class Tally:
    killed: int = 0
    timed_out: int = 0
    survived: int = 0
    equivalent: int = 0
    invalid: int = 0

    @property
    def counted(self) -> int:
        return self.killed + self.timed_out + self.survived

    @property
    def percent(self) -> float:
        """The part that tests noticed, without equivalent and invalid mutants; 0 when there are no others."""
        return 100 * (self.killed + self.timed_out) / self.counted if self.counted else 0


def tally(results: Iterable[Result]) -> Tally:
    counts = Tally()
    for result in results:
        field = result.outcome.name.lower()
        setattr(counts, field, getattr(counts, field) + 1)
    return counts
