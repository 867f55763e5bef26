"""Details of users and places that a booking copies and keeps when they change."""

from collections.abc import Iterator
from decimal import Decimal

import pytest

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent
from apps.fares.models import CarType
from apps.geo.port import LatLng, NoSuchPlace, Place, PlaceSuggestion
from apps.geo.providers.maps import using_maps
from tests.bookings.api import book, look, press, quote
from tests.bookings.builders import DROP, credit_wallet, make_booking, make_offer, move, put_online
from tests.bookings.roads import Roads

pytestmark = pytest.mark.django_db

RYDE = (50.7326, -1.1596)


class Names:
    """A place service with one address for everything."""

    def autocomplete(
        self,
        text: str,
        *,
        near: LatLng | None = None,
        country: str | None = None,
        session: str | None = None,
        limit: int = 8,
    ) -> list[PlaceSuggestion]:
        return []

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        raise NoSuchPlace(place_id)

    def reverse(self, at: LatLng) -> Place:
        return Place(None, "Union Street, Ryde", at)


@pytest.fixture(autouse=True)
def _maps() -> Iterator[None]:
    with using_maps(routing=Roads(), places=Names()):
        yield


def test_booking_copies_rider_and_car_type(ada: User, ready: User, economy: CarType) -> None:
    User.objects.filter(pk=ada.pk).update(profile_image="profiles/ada.webp")
    ada.refresh_from_db()
    CarType.objects.filter(pk=economy.pk).update(image="car-types/economy.webp")
    name, mobile = ada.full_name, ada.mobile

    booking_id = book(ada, quote(ada, economy)).json()["id"]
    User.objects.filter(pk=ada.pk).update(first_name="Changed", mobile="+44000000", profile_image="")
    CarType.objects.filter(pk=economy.pk).update(name="Cheap", image="", icon="van")

    body = look(ada, booking_id)
    image = "/media/profiles/ada.webp"
    assert body["customer"] == {"id": ada.pk, "name": name, "contact": mobile, "image": image}
    car = {"id": economy.pk, "name": "Economy", "image": "/media/car-types/economy.webp", "icon": "economy"}
    assert body["car_type"] == car
    assert Booking.objects.get(pk=booking_id).customer_email == ada.email


def test_accepting_copies_the_driver(ada: User, bob: User, fay: User, economy: CarType) -> None:
    credit_wallet(bob)
    put_online(bob)
    DriverProfile.objects.filter(pk=bob.pk).update(rating=Decimal("4.7"))
    User.objects.filter(pk=bob.pk).update(profile_image="profiles/bob.webp")
    booking = make_booking(ada, economy)
    make_offer(booking, bob)
    plate = bob.driver_profile.vehicle_number

    assert press(bob, booking.pk, "accept").status_code == 200
    DriverProfile.objects.filter(pk=bob.pk).update(vehicle_number="NEW 1", rating=1, fleet_admin=None)

    driver = look(ada, booking.pk)["driver"]
    del driver["position"]
    assert driver == {
        "id": bob.pk,
        "name": bob.full_name,
        "contact": bob.mobile,
        "image": "/media/profiles/bob.webp",
        "vehicle_number": plate,
        "vehicle_make": "Toyota",
        "vehicle_model": "Prius",
        "rating": "4.7",
    }
    booking.refresh_from_db()
    assert (booking.fleet_admin, booking.driver_rating) == (fay, Decimal("4.7"))
    assert DriverProfile.objects.get(pk=bob.pk).busy


def test_reaching_sets_the_drop_to_the_drivers_position(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    move(ben, RYDE)

    assert press(ben, booking.pk, "reach").status_code == 200

    drop = look(ada, booking.pk)["drop"]
    assert drop == {"lat": RYDE[0], "lng": RYDE[1], "add": "Union Street, Ryde"}
    (address,) = ada.saved_addresses.all()
    assert (address.description, address.lat, address.lng) == ("Union Street, Ryde", *RYDE)
    planned = BookingEvent.objects.get(booking=booking, name="reach").data["planned_drop"]
    assert planned == {"lat": DROP[0], "lng": DROP[1], "add": "The Parade, Cowes"}
