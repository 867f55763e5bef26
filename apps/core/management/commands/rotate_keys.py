"""`manage.py rotate_keys`: re-encrypts stored secrets with a new SECRET_KEY, so that the old key can be
removed.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.core.security.key_rotation import encrypted_columns, rotate_column


class Command(BaseCommand):
    help = (
        "Re-encrypt stored secrets with SECRET_KEY that were encrypted with SECRET_KEY_FALLBACKS. "
        "Safe to repeat. Exits with 1 if a secret cannot be decrypted with any of the keys."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="count without changing anything")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        unreadable = 0
        verb = "to re-encrypt" if dry_run else "re-encrypted"
        for column in encrypted_columns():
            result = rotate_column(column, dry_run=dry_run)
            self.stdout.write(
                f"{column.name}: {result.rotated} {verb}, {result.current} current, "
                f"{result.unreadable} unreadable"
            )
            unreadable += result.unreadable
        if unreadable:
            raise CommandError(
                f"{unreadable} secrets cannot be decrypted with SECRET_KEY or SECRET_KEY_FALLBACKS: add the "
                "key that encrypted them and repeat."
            )
