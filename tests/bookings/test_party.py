"""The party of a ride, from the estimate to the car: passengers, luggage, and who has room for them."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.pricing.by_tariff import measured_fare
from apps.bookings.receipt.mail import render_receipt
from apps.bookings.services.dispatching import dispatch_booking, dispatch_waiting
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.fleet.models import Vehicle
from tests.bookings.api import API, ENDS, book, look, press
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.fares.tariffs import publish, rates
from tests.fleet.builders import give, make_vehicle
from tests.personas import client_of, make_driver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

SIX: dict[str, Any] = {"passengers": 6, "luggage": 5}
METER = {"name": "Meter", "then": rates("3.00", "2.00", "12.00")}
MORE = {
    "name": "More passengers",
    "then": {"kind": "extra", "per": "passenger", "amount": "0.50", "free": 1},
}
BAGS = {"name": "Luggage", "then": {"kind": "extra", "per": "luggage", "amount": "0.20"}}
LARGE = {
    "name": "Large party",
    "when": {"passengers_from": 5},
    "then": {"kind": "extra", "amount": "5.00"},
}


@pytest.fixture
def van(economy: CarType) -> CarType:
    """A car type for eight passengers with eight bags."""
    fields = {name: getattr(economy, name) for name in ("icon", "base_fare", "min_fare", "convenience_fees")}
    CarType.objects.filter(pk=economy.pk).update(seats=3, luggage=2)
    return CarType.objects.create(name="Van", seats=8, luggage=8, position=1, **fields)


@pytest.fixture
def vera(van: CarType) -> User:
    """An online driver of a van whose vehicle has room for seven passengers with six bags."""
    driver = make_driver("Vera", van)
    credit_wallet(driver)
    put_online(driver)
    return driver


@pytest.fixture
def bus(vera: User, van: CarType, dora: User) -> Vehicle:
    vehicle = make_vehicle(van, seats=7, luggage=6)
    give(dora, vehicle, vera)
    put_online(vera)
    return vehicle


def options(person: User | None, **party: int) -> dict[str, dict[str, Any]]:
    reply = client_of(person).post(f"{API}/estimates/", {**ENDS, **party})
    assert reply.status_code == 200, reply.json()
    return {option["car_type"]["name"]: option for option in reply.json()["options"]}


def booked(reply: Any) -> Booking:
    assert reply.status_code == 201, reply.json()
    return Booking.objects.get(pk=reply.json()["id"])


def edit(by: User, booking: Booking, **changes: Any) -> Any:
    shown = press(by, booking.pk, "edit-preview", **changes)
    assert shown.status_code == 200, shown.json()
    preview = shown.json()
    return press(by, booking.pk, "edit", revision=preview["revision"], quote_id=preview["quote_id"])


# -- the estimate ------------------------------------------------------------------------------


def test_car_types_without_room_are_marked_with_the_reason(ada: User, van: CarType) -> None:
    def reasons(**party: int) -> dict[str, Any]:
        return {name: option["unavailable"] for name, option in options(ada, **party).items()}

    assert reasons() == {"Economy": None, "Van": None}
    assert reasons(passengers=3, luggage=2) == {"Economy": None, "Van": None}
    assert reasons(passengers=4) == {"Economy": "too_many_passengers", "Van": None}
    assert reasons(luggage=3) == {"Economy": "too_much_luggage", "Van": None}
    assert reasons(passengers=9) == {"Economy": "too_many_passengers", "Van": "too_many_passengers"}
    assert (options(ada)["Van"]["car_type"]["seats"], options(ada)["Van"]["car_type"]["luggage"]) == (8, 8)


def test_car_type_without_a_recorded_limit_takes_every_party(ada: User, economy: CarType) -> None:
    assert options(ada, passengers=9, luggage=9)["Economy"]["unavailable"] is None


@pytest.mark.parametrize("party", [{"passengers": 0}, {"passengers": 101}, {"luggage": -1}, {"luggage": "x"}])
def test_impossible_party_is_refused(ada: User, economy: CarType, party: dict[str, Any]) -> None:
    reply = client_of(ada).post(f"{API}/estimates/", {**ENDS, **party})
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")
    assert list(reply.json()["fields"]) == list(party)


def test_estimate_counts_only_drivers_with_room(ada: User, vera: User, bus: Vehicle) -> None:
    assert options(ada, **SIX)["Van"]["drivers_nearby"] == 1
    assert options(ada, passengers=8)["Van"]["drivers_nearby"] == 0
    assert options(ada, luggage=7)["Van"]["drivers_nearby"] == 0
    update_platform_settings(negative_balance=True)
    assert options(ada, **SIX)["Van"]["drivers_nearby"] == 1
    assert options(ada, passengers=8)["Van"]["drivers_nearby"] == 0


def test_vehicle_without_recorded_room_is_counted(ada: User, vera: User, bus: Vehicle) -> None:
    Vehicle.objects.update(seats=None, luggage=None)
    assert options(ada, passengers=8, luggage=8)["Van"]["drivers_nearby"] == 1


def test_delivery_has_no_party(ada: User, dora: User, ready: User, economy: CarType) -> None:
    update_platform_settings(app_category="delivery")
    CarType.objects.filter(pk=economy.pk).update(seats=1)
    option = options(ada, **SIX)["Economy"]
    assert option["unavailable"] is None


# -- the booking -------------------------------------------------------------------------------


def test_party_is_booked_as_quoted_and_shown_to_rider_driver_and_staff(
    ada: User, dora: User, vera: User, bus: Vehicle
) -> None:
    reply = book(ada, options(ada, **SIX)["Van"]["quote_id"])
    booking = booked(reply)
    assert (booking.passengers, booking.luggage) == (6, 5)
    dispatch_booking(booking_id=booking.pk)

    tasks = client_of(vera).get(f"{API}/me/tasks/").json()
    (offer,) = tasks["offers"]
    (row,) = client_of(dora).get(f"{API}/bookings/?page_size=1").json()["results"]
    (job,) = client_of(dora).get(f"{API}/desk/board/").json()["jobs"]
    for shown in (reply.json(), look(dora, booking.pk), offer, row, job):
        assert (shown["passengers"], shown["luggage"]) == (6, 5)
    press(vera, booking.pk, "accept")
    current = client_of(vera).get(f"{API}/me/tasks/").json()["current"]
    assert (current["passengers"], current["luggage"]) == (6, 5)


def test_booking_without_a_party_has_one_passenger(ada: User, ready: User, economy: CarType) -> None:
    body = book(ada, options(ada)["Economy"]["quote_id"]).json()
    assert (body["passengers"], body["luggage"]) == (1, 0)


@pytest.mark.parametrize(("party", "field"), [({"passengers": 4}, "passengers"), ({"luggage": 3}, "luggage")])
def test_too_small_car_type_is_refused_and_changes_nothing(
    ada: User,
    ready: User,
    van: CarType,
    snapshot: Callable[[], Snapshot],
    party: dict[str, int],
    field: str,
) -> None:
    quote_id = options(ada, **party)["Economy"]["quote_id"]
    before = snapshot()

    reply = book(ada, quote_id)

    assert (reply.status_code, reply.json()["code"]) == (400, "car_type_too_small")
    assert list(reply.json()["fields"]) == [field]
    assert snapshot() == before


def test_car_type_made_smaller_since_the_quote_is_refused(
    ada: User, vera: User, van: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    quote_id = options(ada, **SIX)["Van"]["quote_id"]
    CarType.objects.filter(pk=van.pk).update(seats=5)
    before = snapshot()
    assert book(ada, quote_id).json()["code"] == "car_type_too_small"
    assert snapshot() == before


def test_booking_needs_a_driver_with_room(
    ada: User, vera: User, bus: Vehicle, snapshot: Callable[[], Snapshot]
) -> None:
    quote_id = options(ada, passengers=8)["Van"]["quote_id"]
    before = snapshot()
    assert book(ada, quote_id).json()["code"] == "no_driver_found_alert_messege"
    assert snapshot() == before


# -- dispatch ----------------------------------------------------------------------------------


@pytest.fixture
def trip(ada: User, van: CarType) -> Booking:
    until = timezone.now() + timedelta(minutes=10)
    return make_booking(ada, van, search_until=until, dispatch_after=timezone.now(), **SIX)


@pytest.fixture
def small(trip: Booking, van: CarType, dora: User) -> User:
    """A driver nearer than vera, in a vehicle of the car type with four seats."""
    driver = make_driver("Sam", van)
    credit_wallet(driver)
    give(dora, make_vehicle(van, seats=4), driver)
    put_online(driver, at=(PICKUP[0] + 0.0001, PICKUP[1]))
    return driver


@pytest.mark.parametrize("policy", ["broadcast", "waves", "batch", "soon_free"])
def test_only_drivers_with_room_get_offers(
    trip: Booking, vera: User, bus: Vehicle, small: User, policy: str
) -> None:
    update_platform_settings(dispatch_policy=policy)
    if policy in ("batch", "soon_free"):
        dispatch_waiting(booking_ids=[trip.pk])
    else:
        dispatch_booking(booking_id=trip.pk)
    assert list(Offer.objects.filter(booking=trip).values_list("driver_id", flat=True)) == [vera.pk]


def test_offer_is_refused_in_a_smaller_vehicle(
    dora: User, trip: Booking, vera: User, bus: Vehicle, van: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    make_offer(trip, vera)
    give(dora, make_vehicle(van, seats=4), vera)
    put_online(vera)
    before = snapshot()

    reply = press(vera, trip.pk, "accept")

    assert (reply.status_code, reply.json()["code"]) == (409, "vehicle_too_small")
    assert snapshot() == before


def test_staff_cannot_assign_or_plan_a_driver_without_room(
    dora: User, trip: Booking, vera: User, bus: Vehicle, small: User, snapshot: Callable[[], Snapshot]
) -> None:
    update_platform_settings(auto_dispatch=False)
    at = timezone.now() + timedelta(hours=5)
    Booking.objects.filter(pk=trip.pk).update(book_later=True, trip_date=at)
    before = snapshot()
    for action in ("assign", "plan"):
        reply = press(dora, trip.pk, action, driver_id=small.pk)
        assert (reply.status_code, reply.json()["code"]) == (409, "vehicle_too_small")
    assert snapshot() == before
    rows = client_of(dora).get(f"{API}/bookings/{trip.pk}/drivers/").json()["results"]
    found = {row["id"]: (row["assignable"], row["plannable"]) for row in rows}
    assert found == {small.pk: (False, False), vera.pk: (True, True)}
    assert press(dora, trip.pk, "plan", driver_id=vera.pk).status_code == 200
    assert press(dora, trip.pk, "assign", driver_id=vera.pk).status_code == 200


def test_driver_sees_scheduled_trips_that_fit_the_vehicle(
    ada: User, vera: User, bus: Vehicle, van: CarType
) -> None:
    at = timezone.now() + timedelta(hours=5)
    fitting = make_booking(ada, van, book_later=True, trip_date=at, **SIX)
    make_booking(ada, van, book_later=True, trip_date=at, passengers=8)
    rows = client_of(vera).get(f"{API}/me/scheduled/").json()["results"]
    assert [(row["id"], row["passengers"], row["luggage"]) for row in rows] == [(fitting.pk, 6, 5)]
    Vehicle.objects.update(seats=None)
    assert len(client_of(vera).get(f"{API}/me/scheduled/").json()["results"]) == 2


# -- edits by staff ----------------------------------------------------------------------------


def test_edited_party_gets_a_new_price_and_is_recorded(ada: User, dora: User, economy: CarType) -> None:
    publish(dora, METER, MORE, BAGS)
    booking = booked(book(dora, options(dora)["Economy"]["quote_id"], customer_id=ada.pk, **later()))
    cost = booking.trip_cost

    reply = edit(dora, booking, passengers=3, luggage=2)

    assert reply.status_code == 200, reply.json()
    booking.refresh_from_db()
    assert (booking.passengers, booking.luggage) == (3, 2)
    # Two more passengers at 0.50 and two pieces at 0.20.
    assert booking.trip_cost - cost == D("1.40")
    entry = AuditEntry.objects.latest("id")
    assert (entry.before["passengers"], entry.after["passengers"]) == (1, 3)
    assert (entry.before["luggage"], entry.after["luggage"]) == (0, 2)
    event = BookingEvent.objects.filter(booking=booking).latest("id")
    assert (event.data["passengers"], event.data["luggage"]) == (3, 2)
    assert press(dora, booking.pk, "edit-preview", passengers=3).json()["code"] == "booking_unchanged"


def test_edit_to_a_party_without_room_is_refused(
    ada: User, dora: User, van: CarType, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    economy.refresh_from_db()
    booking = make_booking(ada, economy)
    before = snapshot()
    reply = press(dora, booking.pk, "edit-preview", passengers=4)
    assert (reply.status_code, reply.json()["code"]) == (400, "car_type_too_small")
    assert "passengers" in reply.json()["fields"]
    assert snapshot() == before
    assert edit(dora, booking, passengers=4, car_type_id=van.pk).status_code == 200


def test_driver_without_room_for_the_edited_party_is_released(
    ada: User, dora: User, vera: User, bus: Vehicle, van: CarType
) -> None:
    booking = make_booking(ada, van, Status.ACCEPTED, driver=vera)
    shown = press(dora, booking.pk, "edit-preview", passengers=7).json()
    assert shown["driver_released"] is False
    shown = press(dora, booking.pk, "edit-preview", passengers=8).json()
    assert shown["driver_released"] is True
    assert (
        press(dora, booking.pk, "edit", revision=shown["revision"], quote_id=shown["quote_id"]).status_code
        == 200
    )
    booking.refresh_from_db()
    assert (booking.status, booking.driver_id) == (Status.NEW, None)
    assert Offer.objects.get(booking=booking).state == OfferState.WITHDRAWN


def test_second_edit_learns_that_the_party_changed(ada: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    seen = look(dora, booking.pk)
    mine = press(dora, booking.pk, "edit-preview", passengers=2).json()
    assert edit(dora, booking, luggage=1).status_code == 200
    reply = press(
        dora,
        booking.pk,
        "edit",
        revision=mine["revision"],
        quote_id=mine["quote_id"],
        version=seen["version"],
    )
    assert (reply.status_code, reply.json()["code"]) == (409, "booking_changed")
    assert list(reply.json()["fields"]) == ["luggage"]


# -- the fare ----------------------------------------------------------------------------------


def later() -> dict[str, Any]:
    return {"trip_date": (timezone.now() + timedelta(hours=5)).replace(microsecond=0).isoformat()}


def test_tariff_rules_on_the_party_apply_from_the_estimate_to_the_receipt(
    ada: User, dora: User, vera: User, bus: Vehicle
) -> None:
    publish(dora, METER, MORE, BAGS, LARGE)
    # 21 for the way; five more passengers at 0.50, five pieces at 0.20, and 5 for the large party.
    option = options(ada, **SIX)["Van"]
    assert D(option["trip_cost"]) == D("29.50")
    assert D(options(ada)["Van"]["trip_cost"]) == D(21)

    booking = booked(book(ada, option["quote_id"]))
    assert booking.trip_cost == D("29.50")
    explained = [line["explanation"] for line in look(ada, booking.pk)["breakdown"]]
    assert "More passengers: 5 at 0.50 each" in explained
    assert "Luggage: 5 at 0.20 each" in explained
    fare = measured_fare(booking, distance_km=D("7.5"), duration_seconds=900, track=())
    assert fare is not None
    assert fare.trip_cost == D("29.50")

    Booking.objects.filter(pk=booking.pk).update(
        status=Status.PAID, driver=vera, cash_payment_amount=booking.trip_cost
    )
    html = render_receipt(Booking.objects.get(pk=booking.pk)).html
    assert "More passengers: 5 at 0.50 each" in html


def test_street_trip_has_one_passenger(vera: User) -> None:
    update_platform_settings(street_trips=True)
    reply = client_of(vera).post(f"{API}/me/street-trips/", {})
    assert reply.status_code == 201, reply.json()
    assert (reply.json()["passengers"], reply.json()["luggage"]) == (1, 0)
