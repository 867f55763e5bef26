"""The number of users of each role is maintained by the database and always correct."""

import pytest
from django.db import connection, transaction
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.selectors import headcount
from tests.personas import make_user

pytestmark = pytest.mark.django_db


def counted() -> dict[str, int]:
    people = User.objects.filter(deleted_at__isnull=True)
    return {kind: people.filter(user_type=kind).count() for kind in UserType.values}


def test_inserted_users_are_counted() -> None:
    make_user("Ada", UserType.RIDER)
    make_user("Ben", UserType.DRIVER)
    User.objects.bulk_create(
        User(email=f"p{number}@example.com", user_type=kind, deleted_at=timezone.now() if gone else None)
        for number, (kind, gone) in enumerate(
            [
                (UserType.RIDER, False),
                (UserType.RIDER, True),
                (UserType.ADMIN, False),
                (UserType.DRIVER, True),
            ]
        )
    )
    assert headcount() == counted()
    assert headcount()[UserType.RIDER] == 2


def test_deleted_users_are_not_counted() -> None:
    people = [make_user(name, UserType.RIDER) for name in ("Ada", "Cleo", "Dora", "Edith")]
    User.objects.filter(pk=people[0].pk).update(deleted_at=timezone.now())
    people[1].delete()
    people[2].user_type = UserType.ADMIN
    people[2].save()
    assert headcount() == counted()
    assert headcount()[UserType.RIDER] == 1
    User.objects.filter(pk=people[0].pk).update(deleted_at=None)
    assert headcount()[UserType.RIDER] == 2


def test_other_updates_do_not_change_the_count() -> None:
    ada = make_user("Ada", UserType.RIDER)
    with transaction.atomic():
        ada.first_name = "Zoë"
        ada.save()
        User.objects.update(language="ar")
    assert headcount() == counted()


def test_count_can_be_rebuilt() -> None:
    make_user("Ada", UserType.RIDER)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_headcount SET people = 7")
        cursor.execute("SELECT accounts_recount()")
    assert headcount() == counted()
