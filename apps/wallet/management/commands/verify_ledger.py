"""`manage.py verify_ledger`: is every coin accounted for?"""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.wallet.verification import all_checks, faults, one_moment, totals


class Command(BaseCommand):
    help = "Check every promise of the ledger; lists what is broken and exits with 1."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--show", type=int, default=20, help="how many places to list for each broken promise"
        )

    def handle(self, *args: Any, show: int, **options: Any) -> None:
        broken = 0
        with one_moment():
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
                self.stdout.write(f"{word} {check.promise}{more} [{time.monotonic() - started:.1f} s]")
            self._print_totals()
        if broken:
            raise CommandError(f"The ledger is wrong in {broken} places.", returncode=1)
        self.stdout.write(self.style.SUCCESS("The ledger is clean."))

    def _print_totals(self) -> None:
        self.stdout.write(f"{'account':<32}{'accounts':>10}{'postings':>12}{'amount':>22}")
        for total in totals():
            self.stdout.write(
                f"{total.name:<32}{total.accounts:>10}{total.postings:>12}{total.amount:>22,.4f}"
            )
