"""Resets two-factor login of staff who lost their app and recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.models import User
from apps.accounts.services.second_factor import reset_second_factor
from apps.core import audit
from apps.core.errors import Conflict
from apps.core.models import AuditEntry


class Command(BaseCommand):
    help = "Remove a user's authenticator app. Logs the user out; at the next login they set up a new one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("login", help="The user's email or mobile number.")

    def handle(self, *args: Any, login: str, **options: Any) -> None:
        field = "email" if "@" in login else "mobile"
        user = User.objects.filter(**{field: login.lower()}).first()
        if user is None:
            raise CommandError(f"No user with the {field} {login}.")
        try:
            with audit.through(AuditEntry.Source.COMMAND_LINE):
                reset_second_factor(user=user, by=None)
        except Conflict as error:
            raise CommandError(str(error.detail)) from error
        self.stdout.write(f"Two-factor login of {user} reset.")
