"""The calls, the replies and the faults."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

WIDTH = 900
"""Maximal length of a fault."""


@dataclass
class Report:
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By role and class of status."""
    faults: defaultdict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    """By operation and kind; each with the request that caused it."""
    server_errors: int = 0

    def count(self, role: str, status: int) -> None:
        self.calls[role, f"{status // 100}xx"] += 1
        self.server_errors += status >= 500

    def add(self, operation: str, kind: str, what: str) -> None:
        found = self.faults[operation, kind]
        found.append(what)
        if len(found) == 1:
            print(f"✗ {operation}: {kind}\n  {what[:WIDTH]}", flush=True)

    def print(self) -> None:
        for (operation, kind), found in sorted(self.faults.items()):
            print(f"✗ {operation}: {kind} ({len(found)} times)")
        statuses = sorted({status for _role, status in self.calls})
        print("\n" + "calls".ljust(12) + "".join(status.rjust(8) for status in statuses) + "all".rjust(8))
        for role in dict.fromkeys(role for role, _status in self.calls):
            row = [self.calls[role, status] for status in statuses]
            print(role.ljust(12) + "".join(str(number).rjust(8) for number in (*row, sum(row))))
        misses = sum(len(found) for found in self.faults.values())
        print(
            f"\n{self.calls.total()} calls, {self.server_errors} server errors, {misses} misses of the schema"
        )
