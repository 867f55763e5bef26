"""Fixtures for payments: the test gateway, and a ledger check after each test."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.outbox import jobs
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.services.starting import begin_top_up

jobs.load_handlers()


@pytest.fixture(autouse=True)
def _balanced_books(balanced_books: None) -> None:
    pass


@pytest.fixture
def offered(db: None, settings: Any) -> ProviderAccount:
    settings.PAYMENTS_TEST_PROVIDER = True
    account = ProviderAccount(provider="test", enabled=True)
    account.credentials = {}
    account.save()
    return account


@pytest.fixture
def attempt(offered: ProviderAccount, ada: User) -> Attempt:
    """Ada's started top-up of 25.50."""
    return begin_top_up(user=ada, provider="test", amount=Decimal("25.50"))


@pytest.fixture
def api(as_user: Callable[[User | None], APIClient], ada: User) -> APIClient:
    return as_user(ada)


@pytest.fixture
def run_jobs() -> Callable[[], int]:
    """Return a function that runs the due payment jobs and returns their number.

    A job that raises Retry remains for the next call.
    """

    def run() -> int:
        due = list(OutboxEntry.objects.filter(name__startswith="payments.", done_at__isnull=True))
        for entry in due:
            try:
                jobs.run(entry.name, event_id=entry.pk, kwargs=entry.payload)
            except jobs.Retry:
                continue
            OutboxEntry.objects.filter(pk=entry.pk).update(done_at=entry.created_at)
        return len(due)

    return run
