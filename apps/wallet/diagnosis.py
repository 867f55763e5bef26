"""The ledger in `manage.py doctor`: all its invariants, as in `manage.py verify_ledger`."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from apps.core.diagnosis.registry import Check, Finding, error, ok
from apps.wallet.verification import all_checks, faults, one_snapshot

SHOWN: Final = 3


def ledger() -> Iterator[Finding]:
    broken = False
    with one_snapshot():
        for check in all_checks():
            violations = list(islice(faults(check), SHOWN))
            if violations:
                broken = True
                yield error(
                    f"violated: {check.invariant}: {'; '.join(violations)}",
                    "Run `manage.py verify_ledger` for the whole list before any money is moved.",
                )
    if not broken:
        yield ok("all invariants hold")


LEDGER: Final = Check("ledger", ledger, slow=True)
