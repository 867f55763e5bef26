from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from apps.bookings.state_machine.diagram import lifecycle_page


class Command(BaseCommand):
    help = "Generates docs/lifecycle.md from the transition table of bookings."

    def handle(self, *args: Any, **options: Any) -> None:
        path = settings.BASE_DIR / "docs/lifecycle.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(lifecycle_page(), encoding="utf-8")
        self.stdout.write(f"written: {path.relative_to(settings.BASE_DIR)}")
