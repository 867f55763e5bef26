"""The ledger in tests: transactional tests empty every table at the end, which the ledger refuses."""

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

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
