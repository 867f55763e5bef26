"""`manage.py migrate`: Django's own, past a pooler."""

from typing import Any

from django.core.management.commands import migrate

from apps.core import postgres


class Command(migrate.Command):
    """Migrates by DATABASE_DIRECT_URL where there is one: a pooler's time limits end long migrations."""

    def handle(self, *args: Any, **options: Any) -> None:
        with postgres.direct_connection():
            super().handle(*args, **options)
