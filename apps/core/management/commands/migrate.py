"""`manage.py migrate`: connects to PostgreSQL directly, and waits for locks only a moment at a time."""

from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.commands import migrate

from apps.core import postgres
from apps.core.schema_changes.lock_timeout import LockTimeoutExecutor
from apps.core.schema_changes.runtime_role import NotSeparate, grant_to

# Django has no other way to choose the executor.
migrate.MigrationExecutor = LockTimeoutExecutor  # type: ignore[attr-defined]


class Command(migrate.Command):
    """Uses DATABASE_DIRECT_URL if set, because a pooler's timeouts would abort long migrations.

    With DATABASE_OWNER_URL it migrates as that role, and creates the role of DATABASE_URL if it can and must,
    and grants it what the processes need.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.DATABASE_OWNER is None:
            with postgres.direct_connection():
                super().handle(*args, **options)
            return
        role, password = (settings.DATABASES["default"][name] for name in ("USER", "PASSWORD"))
        if not role:
            raise CommandError("DATABASE_OWNER_URL is set, but DATABASE_URL names no user.")
        with postgres.owner_connection():
            super().handle(*args, **options)
            try:
                grant_to(role, password=password)
            except NotSeparate as error:
                raise CommandError(f"DATABASE_OWNER_URL is set, but {error}.") from error
        if options["verbosity"]:
            self.stdout.write(f"Granted {role} what the processes need.")
