"""Each notification of a trip opens the screen that the documents name."""

import pytest

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import press
from tests.bookings.builders import make_booking

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def notices() -> set[tuple[int, str, str]]:
    """Return (user, occasion, screen) of every notification."""
    return set(InboxMessage.objects.values_list("user_id", "occasion", "screen"))


def test_each_notification_opens_the_specified_screen(
    ada: User, ready: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(auto_dispatch=False)
    trip = make_booking(ada, economy)

    press(dora, trip.pk, "assign", driver_id=ready.pk)
    for action in ("accept", "arrive", "start", "reach", "collect-cash"):
        assert press(ready, trip.pk, action).status_code == 200
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
        # From the fixture's credit.
        (ready.pk, "wallet_updated", "wallet"),
    }


def test_cancellations_before_a_trip_open_the_booking(
    ada: User, ben: User, bob: User, economy: CarType
) -> None:
    cancelled = make_booking(ada, economy, Status.ACCEPTED, driver=ben)
    driver_cancelled = make_booking(ada, economy, Status.ACCEPTED, driver=bob)

    assert press(ada, cancelled.pk, "cancel", reason="Changed my mind").status_code == 200
    assert press(bob, driver_cancelled.pk, "cancel", reason="Flat tyre").status_code == 200

    assert notices() == {
        (ada.pk, "cancelled", "BookingCab"),
        (ben.pk, "cancelled", "BookingCab"),
        (ada.pk, "redispatched", "BookingCab"),
    }
