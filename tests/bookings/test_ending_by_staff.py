"""Staff can end a booking from every status without the help of other users."""

from typing import Final

import pytest

from apps.accounts.models import User
from apps.bookings.choices import ENDED, Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.diagram import exits_from
from apps.bookings.state_machine.machine import actions_for
from apps.bookings.state_machine.transitions import Actor
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.personas import client_of

pytestmark = pytest.mark.django_db

LEADING: Final = ("cancel", "record-payment", "force-end", "unassign")
"""Staff actions that end a booking, the most direct first."""
UNDER_WAY: Final = tuple(status for status in Status if status not in (*ENDED, Status.PAID))

CASES: Final = [
    *((status, False) for status in UNDER_WAY),
    # A parcel is photographed at the pickup.
    *((status, True) for status in (Status.ARRIVED, Status.STARTED, Status.REACHED, Status.PENDING)),
]


@pytest.mark.parametrize("status", UNDER_WAY)
def test_every_status_has_a_way_out_for_staff(status: Status) -> None:
    assert exits_from(status, Actor.ADMIN)


@pytest.mark.parametrize("category", ["taxi", "delivery"])
@pytest.mark.parametrize(("status", "picked_up"), CASES)
def test_staff_end_a_booking_from_every_status(
    status: Status,
    picked_up: bool,
    category: str,
    ada: User,
    ben: User,
    dora: User,
    economy: CarType,
    roads: object,
) -> None:
    update_platform_settings(app_category=category)
    photo = "bookings/1/pickup_image/parcel.jpg" if picked_up else ""
    booking = make_booking(
        ada, economy, status, driver=ben, app_category=category, pickup_image=photo, otp="12345"
    )
    desk = client_of(dora)

    for _ in UNDER_WAY:
        booking = Booking.objects.get(pk=booking.pk)
        if booking.status in (Status.PAID, *ENDED):
            break
        offered = actions_for(dora, booking, platform_settings())
        action = next(action for action in LEADING if action in offered)
        reply = desk.post(f"{API}/bookings/{booking.pk}/{action}/", {"reason": "The phone broke."})
        assert reply.status_code == 200, (booking.status, action, reply.json())

    # Paid trips are completed by housekeeping.
    assert booking.status in (Status.PAID, Status.CANCELLED)
