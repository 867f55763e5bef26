"""Turns demo mode on and off; in demo mode, the settings page is locked."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from apps.backoffice.platform.services import switch_demo_mode
from apps.core.platform import platform_settings

MESSAGES: Final = {True: "Demo mode is on.", False: "Demo mode is off."}


class Command(BaseCommand):
    help = "Switch demo mode (AllowCriticalEditsAdmin off) on or off, or show its state."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("state", choices=["on", "off", "status"])

    def handle(self, *args: Any, state: str, **options: Any) -> None:
        if state != "status":
            switch_demo_mode(on=state == "on")
        self.stdout.write(MESSAGES[platform_settings().is_demo_mode])
