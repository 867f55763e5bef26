"""`manage.py verify_ledger`: checks the invariants of the ledger."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.wallet.verification import all_checks, faults, one_snapshot, totals


class Command(BaseCommand):
    help = "Check all invariants of the ledger; lists violations and exits with 1 if there are any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--show", type=int, default=20, help="how many violations of each invariant to list"
        )

    def handle(self, *args: Any, show: int, **options: Any) -> None:
        broken = 0
        with one_snapshot():
            for check in all_checks():
                started = time.monotonic()
                count = 0
                for line in faults(check):
                    count += 1
                    if count <= show:
                        self.stdout.write(f"       {line}")
                broken += count
                word = self.style.SUCCESS("ok    ") if not count else self.style.ERROR("BROKEN")
                more = f" ({count} places)" if count else ""
                self.stdout.write(f"{word} {check.invariant}{more} [{time.monotonic() - started:.1f} s]")
            self._print_totals()
        if broken:
            raise CommandError(f"The ledger is wrong in {broken} places.", returncode=1)
        self.stdout.write(self.style.SUCCESS("The ledger is consistent."))

    def _print_totals(self) -> None:
        self.stdout.write(f"{'account':<32}{'accounts':>10}{'postings':>12}{'amount':>22}")
        for total in totals():
            self.stdout.write(
                f"{total.name:<32}{total.accounts:>10}{total.postings:>12}{total.amount:>22,.4f}"
            )
