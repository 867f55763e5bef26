"""`manage.py seed_scale`: a platform with a million bookings for benchmarks and testing screens."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.backoffice.scale.rows import NotPermitted
from apps.backoffice.scale.seed import is_in_use, seed_scale

MIN_ROWS = 10


class Command(BaseCommand):
    help = (
        "Seed two years of bookings with users, ledger and reports, generated in PostgreSQL. "
        "Use a separate database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bookings", type=int, default=1_000_000)
        parser.add_argument("--riders", type=int, default=100_000)
        parser.add_argument("--drivers", type=int, default=10_000)
        parser.add_argument("--force", action="store_true", help="also on a platform with users and bookings")

    def handle(
        self, *args: Any, bookings: int, riders: int, drivers: int, force: bool, **options: Any
    ) -> None:
        if min(bookings, riders, drivers) < MIN_ROWS:
            raise CommandError(f"Seed at least {MIN_ROWS} of each.")
        if is_in_use() and not force:
            raise CommandError(
                "This database has users and bookings, and seeded ones cannot be removed "
                "separately: use another database, or --force."
            )
        began = time.monotonic()

        def report(line: str) -> None:
            if options["verbosity"]:
                self.stdout.write(f"[{time.monotonic() - began:4.0f} s] {line}")

        try:
            seed_scale(bookings=bookings, riders=riders, drivers=drivers, report=report)
        except NotPermitted as error:
            raise CommandError(f"The database user lacks a privilege: {error}") from error
        report("Done.")
