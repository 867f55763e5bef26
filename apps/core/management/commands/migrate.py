"""`manage.py migrate`: connects to PostgreSQL directly, not through a pooler."""

from typing import Any

from django.core.management.commands import migrate

from apps.core import postgres


class Command(migrate.Command):
    """Uses DATABASE_DIRECT_URL if set, because a pooler's timeouts would abort long migrations."""

    def handle(self, *args: Any, **options: Any) -> None:
        with postgres.direct_connection():
            super().handle(*args, **options)
