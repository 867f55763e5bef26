"""Applies migrations with a time limit for locks, so that no request waits behind a waiting migration."""

import time
from typing import Any, Final

from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState
from django.db.utils import OperationalError
from psycopg.errors import LockNotAvailable

LOCK_SECONDS: Final = 2
"""Limit of a wait for a lock, because all later statements on the table queue behind it."""
ATTEMPTS: Final = 30
PAUSE_SECONDS: Final = 2.0
"""Between attempts, so that the queued requests are served."""


class LockTimeoutExecutor(MigrationExecutor):
    """Repeats an atomic migration that does not get its locks; a failed attempt changes nothing.

    Others build an index without locking or validate a constraint; they wait for old transactions by design.
    """

    def apply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> Any:
        if not migration.atomic or fake:
            return super().apply_migration(state, migration, fake, fake_initial)
        for attempt in range(1, ATTEMPTS + 1):
            self._set_lock_timeout(f"{LOCK_SECONDS}s")
            try:
                # A failed attempt has changed the state that it was given.
                return super().apply_migration(state.clone(), migration, fake, fake_initial)
            except OperationalError as error:
                if attempt == ATTEMPTS or not isinstance(error.__cause__, LockNotAvailable):
                    raise
                time.sleep(PAUSE_SECONDS)
            finally:
                self._set_lock_timeout("DEFAULT")
        raise AssertionError("the loop returns or raises")

    def _set_lock_timeout(self, value: str) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {value if value == 'DEFAULT' else repr(value)}")
