"""Every story ends with books that balance."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection


@pytest.fixture
def balanced_books(db: None) -> Iterator[None]:
    yield
    connection.check_constraints()
    call_command("verify_ledger")
