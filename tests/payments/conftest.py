"""A platform that offers the test gateway, and books that balance after each story."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.outbox import jobs
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.services.starting import begin_top_up

jobs.load_handlers()


@pytest.fixture(autouse=True)
def balanced_books(db: None) -> Iterator[None]:
    yield
    connection.check_constraints()
    call_command("verify_ledger")


@pytest.fixture
def offered(db: None, settings: Any) -> ProviderAccount:
    settings.PAYMENTS_TEST_PROVIDER = True
    account = ProviderAccount(provider="test", enabled=True)
    account.credentials = {}
    account.save()
    return account


@pytest.fixture
def attempt(offered: ProviderAccount, ada: User) -> Attempt:
    """Ada on her way to put 25.50 into her wallet."""
    return begin_top_up(user=ada, provider="test", amount=Decimal("25.50"))


@pytest.fixture
def api(as_user: Callable[[User | None], APIClient], ada: User) -> APIClient:
    return as_user(ada)


@pytest.fixture
def run_jobs() -> Callable[[], int]:
    """What payments requested, as the worker does it; how many jobs there were.

    A job that asks to be tried again stays for the next call.
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
