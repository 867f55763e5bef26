"""Reminders of expiring documents: 30, 7 and 1 days before, and after expiry."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection

from apps.accounts.models import DriverDocument, User
from apps.backoffice.people.reminders import remind_of_documents
from apps.core.platform import platform_settings
from apps.notifications.models import InboxMessage

pytestmark = pytest.mark.django_db

LAST_DAY = date(2027, 6, 30)


def days_before(days: int) -> datetime:
    return datetime.combine(LAST_DAY, datetime.min.time(), UTC) + timedelta(hours=12) - timedelta(days=days)


def document(driver: User, **fields: object) -> DriverDocument:
    defaults = {"kind": "license", "expires_on": LAST_DAY, "state": "accepted"}
    return DriverDocument.objects.create(driver=driver, **{**defaults, **fields})


def notices(driver: User) -> list[str]:
    messages = InboxMessage.objects.filter(user_id=driver.pk)
    return [message.occasion for message in messages.order_by("pk")]


def test_driver_is_reminded_30_7_and_1_days_before_and_after_expiry_once_each(ben: User) -> None:
    document(ben)
    reminded_on = []
    for days in range(40, -5, -1):
        with time_machine.travel(days_before(days), tick=False):
            # It runs every hour.
            if remind_of_documents() + remind_of_documents():
                reminded_on.append(days)
    assert reminded_on == [30, 7, 1, -1]
    assert notices(ben) == ["document_expires"] * 3 + ["document_expired"]


def test_document_added_late_gets_only_the_next_reminder(ben: User) -> None:
    with time_machine.travel(days_before(5), tick=False):
        document(ben)
        assert remind_of_documents() == 1
    with time_machine.travel(days_before(2), tick=False):
        assert remind_of_documents() == 0
    with time_machine.travel(days_before(1), tick=False):
        assert remind_of_documents() == 1


def test_new_expiry_date_has_its_own_reminders(ben: User) -> None:
    insurance = document(ben)
    with time_machine.travel(days_before(1), tick=False):
        assert remind_of_documents() == 1
        insurance.refresh_from_db()
        insurance.expires_on = LAST_DAY + timedelta(days=300)
        insurance.save()
        assert remind_of_documents() == 0
    with time_machine.travel(days_before(1) + timedelta(days=300), tick=False):
        assert remind_of_documents() == 1


def test_no_reminder_of_documents_that_are_not_required(ben: User, bob: User) -> None:
    document(ben, kind="other")
    document(ben, kind="insurance")
    document(ben, kind="insurance", expires_on=LAST_DAY + timedelta(days=300))
    document(bob)
    bob.approved = False
    bob.save()
    with time_machine.travel(days_before(1), tick=False):
        assert remind_of_documents() == 0


def test_failed_reminder_does_not_stop_the_others(ben: User, bob: User) -> None:
    first, second = sorted((ben, bob), key=lambda driver: driver.pk)
    document(first)
    document(second)
    refuse_reminders_of(first)
    with time_machine.travel(days_before(1), tick=False):
        assert remind_of_documents() == 1
    assert (notices(first), notices(second)) == ([], ["document_expires"])


def test_driver_reminded_of_expiry_is_not_queried_again(ben: User, django_assert_num_queries: Any) -> None:
    document(ben)
    document(ben, kind="insurance", expires_on=None, previous_expires_on=LAST_DAY, state="pending")
    with time_machine.travel(days_before(-3), tick=False):
        assert remind_of_documents() == 2
        platform_settings()
        with django_assert_num_queries(1):
            assert remind_of_documents() == 0


def refuse_reminders_of(driver: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(
            "ALTER TABLE accounts_driverdocument ADD CONSTRAINT never"
            f" CHECK (driver_id <> {driver.pk} OR reminded_days IS NULL)"
        )
