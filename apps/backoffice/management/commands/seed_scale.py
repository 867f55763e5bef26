"""`manage.py seed_scale`: a platform of a million bookings to measure and to try screens on."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.backoffice.scale.rows import NotPermitted
from apps.backoffice.scale.seed import is_in_use, seed_scale

LEAST = 10


class Command(BaseCommand):
    help = (
        "Seed bookings of two years with their people, ledger and reports, made inside PostgreSQL; "
        "for a database of its own."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bookings", type=int, default=1_000_000)
        parser.add_argument("--riders", type=int, default=100_000)
        parser.add_argument("--drivers", type=int, default=10_000)
        parser.add_argument("--force", action="store_true", help="also where people and bookings are already")

    def handle(
        self, *args: Any, bookings: int, riders: int, drivers: int, force: bool, **options: Any
    ) -> None:
        if min(bookings, riders, drivers) < LEAST:
            raise CommandError(f"Seed {LEAST} of each at least.")
        if is_in_use() and not force:
            raise CommandError(
                "There are people and bookings here already, and made-up ones cannot be told from them "
                "afterwards: use another database, or --force."
            )
        began = time.monotonic()

        def tell(line: str) -> None:
            if options["verbosity"]:
                self.stdout.write(f"[{time.monotonic() - began:4.0f} s] {line}")

        try:
            seed_scale(bookings=bookings, riders=riders, drivers=drivers, tell=tell)
        except NotPermitted as error:
            raise CommandError(f"The database's user needs a right for this: {error}") from error
        tell("Done.")
