"""Work inside a transaction that an error rolls back as a whole."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import SavedAddress, User
from apps.core.transactions import atomic, undone_as_a_whole


def save(user: User) -> None:
    SavedAddress.objects.create(user=user, lat=0, lng=0, description="home")


def save_and_fail(user: User) -> None:
    with atomic():
        save(user)
        raise ZeroDivisionError


@pytest.mark.django_db(transaction=True)
def test_block_is_a_transaction_of_its_own(ada: User) -> None:
    with pytest.raises(ZeroDivisionError):
        save_and_fail(ada)
    assert not SavedAddress.objects.exists()
    with atomic():
        save(ada)
    assert SavedAddress.objects.count() == 1


def test_block_inside_another_transaction_can_fail_alone(ada: User) -> None:
    with transaction.atomic():
        save(ada)
        with pytest.raises(ZeroDivisionError):
            save_and_fail(ada)
    assert SavedAddress.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_error_inside_a_whole_rolls_back_everything_and_ends_its_queries(ada: User) -> None:
    with transaction.atomic(), undone_as_a_whole():
        save(ada)
        with pytest.raises(ZeroDivisionError):
            save_and_fail(ada)
        with pytest.raises(transaction.TransactionManagementError):
            save(ada)
    assert not SavedAddress.objects.exists()
    # Afterwards, blocks are separate again.
    with transaction.atomic():
        save(ada)
        with pytest.raises(ZeroDivisionError):
            save_and_fail(ada)
    assert SavedAddress.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_whole_needs_no_savepoint(ada: User) -> None:
    with CaptureQueriesContext(connection) as queries, transaction.atomic(), undone_as_a_whole(), atomic():
        save(ada)
    assert [query["sql"].partition(" ")[0] for query in queries] == ["BEGIN", "INSERT", "COMMIT"]
