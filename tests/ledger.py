"""The database in tests: transactional tests empty every table at the end, which the ledger refuses."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase
from pytest_django.plugin import DjangoDbBlocker

from apps.wallet.verification import all_checks

ALLOW_TRUNCATE = """
ALTER TABLE wallet_posting DISABLE TRIGGER wallet_posting_no_truncate;
ALTER TABLE wallet_journalentry DISABLE TRIGGER wallet_entry_no_truncate;
GRANT TRUNCATE ON wallet_posting, wallet_journalentry TO CURRENT_USER;
"""

# Most of the tables are empty. These two have the same rows in every test, which a flush would write again.
EMPTY_TABLES = """
DO $$
DECLARE
    name text;
    is_filled boolean;
BEGIN
    PERFORM set_config('session_replication_role', 'replica', true);
    FOR name IN
        SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
        AND tablename NOT IN ('django_migrations', 'django_content_type', 'auth_permission')
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO is_filled;
        IF is_filled THEN
            EXECUTE format('DELETE FROM %I', name);
        END IF;
    END LOOP;
END $$
"""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test database, whose ledger may be emptied; every other trigger works as in production."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(ALLOW_TRUNCATE)


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_quickly() -> Iterator[None]:
    """Delete the rows of a transactional test without triggers; truncating all tables takes half a second."""
    flush = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def empty_tables(self: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SHOW is_superuser")
            # Others may not disable the triggers, as with a DATABASE_URL of another server.
            is_superuser = cursor.fetchone() == ("on",)
            if is_superuser:
                cursor.execute(EMPTY_TABLES)
        if not is_superuser:
            flush(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_tables)
        yield


@pytest.fixture
def balanced_books(db: None) -> Iterator[None]:
    """Fail a test that leaves the ledger wrong; the checks of verify_ledger in one statement."""
    yield
    connection.check_constraints()
    assert ledger_faults() == []


def ledger_faults() -> list[tuple[str, str]]:
    """Return the invariants that do not hold, each with a violation."""
    checks = all_checks()
    each = " UNION ALL ".join(f"(SELECT {at}, f.* FROM ({check.sql}) f)" for at, check in enumerate(checks))
    with connection.cursor() as cursor:
        cursor.execute(each)
        return [(checks[at].invariant, line) for at, line in cursor.fetchall()]
