"""`manage.py migrate`: connects to PostgreSQL directly, and waits for locks only a moment at a time."""

from typing import Any

from django.core.management.commands import migrate

from apps.core import postgres
from apps.core.schema_changes.lock_timeout import LockTimeoutExecutor

# Django has no other way to choose the executor.
migrate.MigrationExecutor = LockTimeoutExecutor  # type: ignore[attr-defined]


class Command(migrate.Command):
    """Uses DATABASE_DIRECT_URL if set, because a pooler's timeouts would abort long migrations."""

    def handle(self, *args: Any, **options: Any) -> None:
        with postgres.direct_connection():
            super().handle(*args, **options)
