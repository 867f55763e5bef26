"""Every role with the area bookings sees a booking's own fare; balances need the area money."""

import pytest

from apps.accounts.choices import UserType
from apps.accounts.models import StaffRole, User
from apps.bookings.choices import Status
from apps.fares.models import CarType
from tests.bookings.api import look
from tests.bookings.builders import make_booking
from tests.personas import make_user

pytestmark = pytest.mark.django_db


def test_dispatcher_sees_the_breakdown_of_a_booking(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    role = StaffRole.objects.create(name="Desk", permissions={"bookings": "change"})
    dispatcher = make_user("Max", UserType.ADMIN, staff_role=role)
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)

    shown, of_owner = look(dispatcher, booking.pk), look(dora, booking.pk)

    assert shown["breakdown"]
    assert all(shown[field] == of_owner[field] for field in ("breakdown", "trip_cost", "driver_share"))
