"""The Django admin shows bookings read-only."""

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.fares.models import CarType
from tests.bookings.builders import make_booking, make_offer
from tests.django_admin import enter_django_admin
from tests.personas import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(dora: User, client: Client) -> Client:
    User.objects.filter(pk=dora.pk).update(is_superuser=True)
    dora.refresh_from_db()
    return enter_django_admin(client, dora)


def test_django_admin_lists_and_searches_bookings(
    staff: Client, ada: User, ben: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ben)
    make_booking(make_user("Zoe"), economy)

    page = staff.get("/django-admin/bookings/booking/", {"q": booking.reference, "status": "ACCEPTED"})

    assert page.status_code == 200
    assert "Ada Example" in page.content.decode()
    assert "Zoe Example" not in page.content.decode()


def test_django_admin_cannot_change_bookings(staff: Client, ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ben)
    address = f"/django-admin/bookings/booking/{booking.pk}/change/"

    page = staff.get(address)
    assert page.status_code == 200
    assert 'name="status"' not in page.content.decode()
    assert staff.post(address, {"status": "COMPLETE", "trip_cost": "0"}).status_code == 403
    assert staff.get("/django-admin/bookings/booking/add/").status_code == 403

    booking.refresh_from_db()
    assert (booking.status, booking.trip_cost) == (Status.NEW, booking.estimate)
