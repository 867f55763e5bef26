"""Default data for an empty platform, and demo people where the environment is a demo's."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.backoffice.demo.seed import seed


class Command(BaseCommand):
    help = (
        "Seed settings, car types, reasons and a promo, and with DEMO=1 people; "
        "adds what is missing, keeps the rest."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--drivers", type=int, default=0, help="simulated drivers to have")
        parser.add_argument("--riders", type=int, default=0, help="simulated riders to have")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO and (options["drivers"] or options["riders"]):
            raise CommandError(
                "Simulated people have a password that everybody knows: set DEMO=1 to add them."
            )
        seeded = seed(with_people=settings.DEMO, drivers=options["drivers"], riders=options["riders"])
        if options["verbosity"]:
            self.stdout.write(
                f"New: {seeded.car_types} car types, {seeded.reasons} reasons, {seeded.promos} promos, "
                f"{seeded.people} people."
            )
