"""`manage.py rebuild_earnings`: rebuilds the daily earnings from the ledger."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection


class Command(BaseCommand):
    help = "Rebuild the daily earnings of the reports from the ledger; settlements wait until it is done."

    def handle(self, *args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT bookings_rebuild_earnings()")
            (rows,) = cursor.fetchone()
        self.stdout.write(f"{rows} rows, one for each driver and day.")
