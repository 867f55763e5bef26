"""`manage.py check_health relay`: checks that a process without HTTP is running on this machine."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.core.monitoring.health import PROCESSES, STALE_SECONDS, health_of


class Command(BaseCommand):
    help = "Exit with 0 if a process of this kind is running, with 1 if none is or one hangs."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("process", choices=PROCESSES)
        parser.add_argument(
            "--within",
            type=float,
            default=STALE_SECONDS,
            metavar="SECONDS",
            help="maximum age of the heartbeat",
        )

    def handle(self, *args: Any, process: str, within: float, **options: Any) -> None:
        health = health_of(process, within_seconds=within)
        if health.hanging:
            raise CommandError(f"{process}: no heartbeat for {within:.0f} s.")
        if not health.working:
            raise CommandError(f"{process}: not running.")
        self.stdout.write(f"{process}: ok")
