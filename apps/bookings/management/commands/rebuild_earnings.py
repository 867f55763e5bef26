"""`manage.py rebuild_earnings`: the daily earnings, from the ledger."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection


class Command(BaseCommand):
    help = "Make the daily earnings of the reports anew from the ledger; settlements wait meanwhile."

    def handle(self, *args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT bookings_rebuild_earnings()")
            (rows,) = cursor.fetchone()
        self.stdout.write(f"{rows} rows, one for each driver and day.")
