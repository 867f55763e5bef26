"""Stored events of renamed transitions get the new names."""

from importlib import import_module

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.models import BookingEvent
from apps.core.models import OutboxEntry
from apps.core.outbox import events
from apps.fares.models import CarType
from tests.bookings.making import make_booking

pytestmark = pytest.mark.django_db(transaction=True)

migration = import_module("apps.bookings.migrations.0031_transition_names")


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def names() -> list[str]:
    return list(BookingEvent.objects.order_by("version").values_list("name", flat=True))


def test_stored_events_are_renamed_and_restored_and_stay_append_only(ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    old = [*migration.NAMES, "accept"]
    BookingEvent.objects.bulk_create(
        BookingEvent(booking=booking, version=version, name=name, at=timezone.now())
        for version, name in enumerate(old, start=100)
    )
    before = names()
    with transaction.atomic():
        events.enqueue("bookings.refare", booking_id=booking.pk)
    events_forward, jobs_forward = migration.Migration.operations

    run(events_forward.sql)
    run(jobs_forward.sql)

    assert names() == [migration.NAMES.get(name, name) for name in before]
    assert OutboxEntry.objects.filter(name="bookings.recalculate_fare").count() == 1
    with pytest.raises(DatabaseError), transaction.atomic():
        BookingEvent.objects.update(name="other")

    run(events_forward.reverse_sql)
    run(jobs_forward.reverse_sql)
    assert names() == before
    assert OutboxEntry.objects.filter(name="bookings.refare").count() == 1
