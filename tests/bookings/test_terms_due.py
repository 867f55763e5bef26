"""New terms: due before the next booking, never during a trip."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import TermsVersion, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import OutboxEntry
from apps.fares.models import CarType
from tests.bookings.api import book, quote
from tests.bookings.builders import make_booking
from tests.bookings.roads import Roads
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def terms(db: None) -> TermsVersion:
    return TermsVersion.objects.create(
        document="terms", label="2026-11", texts={"en": "Be kind."}, published_at=timezone.now()
    )


def is_due(person: User) -> bool:
    return bool(client_of(person).get("/api/v1/me/").json()["terms_due"])


def test_rider_agrees_before_booking(
    roads: Roads, ada: User, ready: User, economy: CarType, terms: TermsVersion
) -> None:
    quoted = quote(ada, economy)
    jobs = OutboxEntry.objects.count()
    refused = book(ada, quoted)
    assert (refused.status_code, refused.json()["code"]) == (409, "terms_due")
    assert (Booking.objects.count(), OutboxEntry.objects.count()) == (0, jobs)
    client_of(ada).post("/api/v1/me/consents/", {"versions": [terms.pk]}, format="json")
    assert book(ada, quoted).status_code == 201


def test_admin_books_for_a_rider_who_has_not_agreed(
    roads: Roads, ada: User, dora: User, ready: User, economy: CarType, terms: TermsVersion
) -> None:
    assert book(dora, quote(dora, economy), customer_id=ada.pk).status_code == 201


@pytest.mark.parametrize(
    ("status", "due"),
    [
        (Status.NEW, False),
        (Status.ACCEPTED, False),
        (Status.STARTED, False),
        (Status.REACHED, False),
        (Status.PENDING, True),
        (Status.COMPLETE, True),
        (Status.CANCELLED, True),
    ],
)
def test_nothing_is_due_during_a_riders_trip(
    ada: User, ben: User, economy: CarType, terms: TermsVersion, status: Status, due: bool
) -> None:
    make_booking(ada, economy, status, driver=None if status == Status.NEW else ben)
    assert is_due(ada) is due
    assert bool(client_of(ada).get("/api/v1/me/consents/").json()["due"]) is due


def test_nothing_is_due_during_a_drivers_trip(
    ada: User, ben: User, economy: CarType, terms: TermsVersion
) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    assert not is_due(ben)
    Booking.objects.filter(pk=booking.pk).update(status=Status.PENDING)
    assert is_due(ben)


def test_a_trip_of_next_week_does_not_count(ada: User, economy: CarType, terms: TermsVersion) -> None:
    booking = make_booking(ada, economy, Status.NEW)
    Booking.objects.filter(pk=booking.pk).update(trip_date=timezone.now() + timedelta(days=7))
    assert is_due(ada)
