"""`manage.py check_migrations`: refuses migrations that lock large tables or break the running release."""

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db.migrations.loader import MigrationLoader

from apps.core.schema_changes.rules import violations


class Command(BaseCommand):
    help = "Check Hansom's migrations against the rules of docs/operations.md. Needs no database."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def handle(self, *args: Any, **options: Any) -> None:
        own = [config.label for config in apps.get_app_configs() if config.name.startswith("apps.")]
        found = list(violations(MigrationLoader(None), own))
        for line in found:
            self.stderr.write(line)
        if found:
            raise CommandError(f"Migrations against the rules: {len(found)}.", returncode=1)
