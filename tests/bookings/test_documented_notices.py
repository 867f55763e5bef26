"""Which screen a notice opens: the documents' own names, for every notice that a trip causes."""

import pytest

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import press
from tests.bookings.making import make_booking

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def notices() -> set[tuple[int, str, str]]:
    """(person, occasion, screen) of all that is to be told."""
    told = OutboxEntry.objects.filter(name="notifications.deliver").values_list("payload", flat=True)
    return {(payload["user_id"], payload["occasion"], payload["screen"]) for payload in told}


def test_each_notice_of_a_trip_opens_the_screen_that_the_documents_name(
    ada: User, ready: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(auto_dispatch=False)
    trip = make_booking(ada, economy)

    press(dora, trip.pk, "assign", driver_id=ready.pk)
    for move in ("accept", "arrive", "start", "reach", "collect-cash"):
        assert press(ready, trip.pk, move).status_code == 200
    assert press(ada, trip.pk, "complete", rating=5).status_code == 200

    assert notices() >= {
        (ready.pk, "new_request", "DriverTrips"),
        (ada.pk, "accepted", "BookedCab"),
        (ada.pk, "near", "BookingCab"),
        (ada.pk, "started", "BookingCab"),
        (ada.pk, "completed_please_pay", "BookingCab"),
        (ada.pk, "payment_done", "BookingCab"),
        (ready.pk, "payment_done", "BookingCab"),
        (ready.pk, "rating_received", "BookingCab"),
        # ready was made rich by an admin.
        (ready.pk, "wallet_updated", "wallet"),
    }


def test_the_ends_before_a_trip_open_the_booking(ada: User, ben: User, bob: User, economy: CarType) -> None:
    cancelled = make_booking(ada, economy, Status.ACCEPTED, driver=ben)
    given_back = make_booking(ada, economy, Status.ACCEPTED, driver=bob)

    assert press(ada, cancelled.pk, "cancel", reason="Changed my mind").status_code == 200
    assert press(bob, given_back.pk, "cancel", reason="Flat tyre").status_code == 200

    assert notices() == {
        (ada.pk, "cancelled", "BookingCab"),
        (ben.pk, "cancelled", "BookingCab"),
        (ada.pk, "redispatched", "BookingCab"),
    }
