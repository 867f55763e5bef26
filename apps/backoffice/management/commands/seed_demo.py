"""Seeds default data, and demo users in a demo environment."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from apps.backoffice.demo.history import persons
from apps.backoffice.demo.history.seed import is_untouched, seed_history
from apps.backoffice.demo.seed import Seeded, seed
from apps.backoffice.scale.rows import may_disable_triggers


class Command(BaseCommand):
    help = (
        "Seed settings, car types, reasons and a promo, and with DEMO=1 demo users. "
        "Existing rows are not changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--drivers", type=int, default=0, help="number of simulated drivers")
        parser.add_argument("--riders", type=int, default=0, help="number of simulated riders")
        parser.add_argument(
            "--history", action="store_true", help="on an unused demo, add two months of trips and deliveries"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO and (options["drivers"] or options["riders"] or options["history"]):
            raise CommandError("Demo users have a published password: set DEMO=1 to add them.")
        with transaction.atomic():
            history = options["history"] and self._can_seed_history()
            seeded = seed(
                with_people=settings.DEMO,
                drivers=options["drivers"],
                riders=options["riders"],
                others=[*persons.riders(), *persons.applicants()] if history else (),
                credited=not history,
            )
            bookings = seed_history(timezone.now()) if history else 0
        if options["verbosity"]:
            self._report(seeded, bookings)

    def _can_seed_history(self) -> bool:
        if not is_untouched():
            return False
        if not may_disable_triggers():
            self.stdout.write("No history: the database user may not set session_replication_role.")
            return False
        return True

    def _report(self, seeded: Seeded, bookings: int) -> None:
        past = f", {bookings} past bookings" if bookings else ""
        self.stdout.write(
            f"New: {seeded.car_types} car types, {seeded.reasons} reasons, {seeded.promos} promos, "
            f"{seeded.people} people{past}."
        )
