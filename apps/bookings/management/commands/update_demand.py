"""Counts the requests of past weeks by area and hour, as the hourly job does."""

from typing import Any

from django.core.management.base import BaseCommand

from apps.bookings.demand.past import update_past_demand


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{update_past_demand()} rows written.")
