"""Adds dispatches from before the register to it; running it again adds nothing."""

from typing import Any

from django.core.management.base import BaseCommand

from apps.bookings.register.entry import fill_register


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{fill_register()} entries added.")
