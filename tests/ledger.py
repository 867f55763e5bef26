"""The ledger in tests: transactional tests empty every table at the end, which the ledger refuses."""

from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from apps.wallet.verification import all_checks

ALLOW_TRUNCATE = """
ALTER TABLE wallet_posting DISABLE TRIGGER wallet_posting_no_truncate;
ALTER TABLE wallet_journalentry DISABLE TRIGGER wallet_entry_no_truncate;
GRANT TRUNCATE ON wallet_posting, wallet_journalentry TO CURRENT_USER;
"""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test database, whose ledger may be emptied; every other trigger works as in production."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(ALLOW_TRUNCATE)


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
