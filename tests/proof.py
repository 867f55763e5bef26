"""A proof: a test with a size and a seed, which prints its figures (`make prove`).

The suites run it with the size that the test names; `make prove` sets PROOF_SIZE and PROOF_SEED.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Proof:
    """The size and the seed of a run, and the figures that it prints."""

    node: pytest.Item
    seed: int
    given: int | None

    def size(self, ordinary: int) -> int:
        """Return the size of this run: `ordinary` in the suites."""
        return self.given or ordinary

    def show(self, **figures: Any) -> None:
        """Print figures at the end of the run, also of a run on several cores."""
        self.node.user_properties.extend(figures.items())


@pytest.fixture
def proof(request: pytest.FixtureRequest) -> Proof:
    """Return the size and seed of this run."""
    size = os.environ.get("PROOF_SIZE")
    proof = Proof(request.node, int(os.environ.get("PROOF_SEED", "1")), int(size) if size else None)
    proof.show(seed=proof.seed)
    return proof


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for reports in terminalreporter.stats.values():
        for report in reports:
            figures: Mapping[str, Any] = dict(getattr(report, "user_properties", ()))
            if figures and report.when == "call":
                terminalreporter.section(f"figures of {report.nodeid.rpartition('::')[2]}", sep="-")
                for name, value in figures.items():
                    shown = f"{value:,}" if isinstance(value, int) and name != "seed" else value
                    terminalreporter.write_line(f"  {name.replace('_', ' ')}: {shown}")
