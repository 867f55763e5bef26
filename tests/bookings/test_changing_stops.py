"""Riders and staff change the stops of a ride, before and during the trip, at the price that was shown."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import ROUND_HALF_UP
from decimal import Decimal as D
from threading import Barrier
from typing import Any

import polyline
import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, BookingStop, Offer
from apps.bookings.verification import CHECKS
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.estimates.quotes import QUOTE_LIFETIME
from apps.fares.models import CarType
from apps.geo.port import LatLng, Leg, Route
from apps.notifications.models import InboxMessage
from apps.wallet.choices import TRIPS
from apps.wallet.corrections import debit_by_admin
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.verification import all_checks, faults
from tests.bookings.api import API, book, look, press, quote, work
from tests.bookings.builders import credit_wallet, make_booking, move
from tests.bookings.conftest import Snapshot
from tests.bookings.deliveries import make_delivery, pay
from tests.bookings.roads import Roads, driving_on
from tests.bookings.test_stops import quote_via
from tests.fares.promos import make_promo
from tests.fares.tariffs import publish, rates
from tests.personas import client_of
from tests.published import topics_of

pytestmark = [pytest.mark.django_db]

WOOTTON = {"lat": 50.72, "lng": -1.235, "add": "High Street, Wootton"}
RYDE = {"lat": 50.7282, "lng": -1.161, "add": "Union Street, Ryde"}
SHANKLIN = {"lat": 50.6319, "lng": -1.1742, "add": "Old Village, Shanklin"}
CHANGEABLE = (Status.NEW, Status.ACCEPTED, Status.ARRIVED, Status.STARTED)
DIRECT, LEG = D("7.5"), D("4")
"""The way without stops, and each part of a way with stops, in kilometres."""


class Legs(Roads):
    """Roads on which every part between two places takes 4 km and 10 minutes."""

    def __init__(self) -> None:
        super().__init__()
        self.routed: list[list[LatLng]] = []

    def route_through(self, points: Sequence[LatLng]) -> Route:
        self._answer()
        self.routed.append(list(points))
        parts = len(points) - 1
        return Route(LEG * parts, 600 * parts, polyline.encode(list(points)))

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        self._answer()
        return Leg(LEG, 600)


@pytest.fixture(autouse=True)
def legs() -> Iterator[Legs]:
    legs = Legs()
    with driving_on(legs):
        yield legs


@pytest.fixture(autouse=True)
def clean_books(db: None) -> Iterator[None]:
    yield
    connection.check_constraints()
    assert [line for check in (*all_checks(), *CHECKS) for line in faults(check)] == []


def economy_fare(km: D, minutes: int) -> D:
    """Base 10, 5 a km, 5 an hour, and 15 percent of that, each rounded to the cent."""
    cent = D("0.01")
    parts = [
        D(10),
        (km * 5).quantize(cent, ROUND_HALF_UP),
        (D(minutes) * 5 / 60).quantize(cent, ROUND_HALF_UP),
    ]
    share = sum(parts, D(0))
    return share + (share * 15 / 100).quantize(cent, ROUND_HALF_UP)


def ride(rider: User, car_type: CarType, *stops: dict[str, Any], **fields: Any) -> Booking:
    quote_id = quote_via(rider, car_type, *stops) if stops else quote(rider, car_type)
    reply = book(rider, quote_id, **fields)
    assert reply.status_code == 201, reply.json()
    return Booking.objects.get(pk=reply.json()["id"])


def drive(driver: User, booking: Booking, *actions: str) -> None:
    work("bookings.dispatch")
    for action in actions:
        reply = press(driver, booking.pk, action)
        assert reply.status_code == 200, (action, reply.json())
    booking.refresh_from_db()


def preview(by: User, booking: Booking, *stops: dict[str, Any]) -> Any:
    return press(by, booking.pk, "stops-preview", stops=list(stops))


def shown(by: User, booking: Booking, *stops: dict[str, Any]) -> dict[str, Any]:
    reply = preview(by, booking, *stops)
    assert reply.status_code == 200, reply.json()
    body: dict[str, Any] = reply.json()
    return body


def confirm(by: User, booking: Booking, seen: dict[str, Any]) -> Any:
    reply = press(by, booking.pk, "change-stops", quote_id=seen["quote_id"])
    booking.refresh_from_db()
    booking.__dict__.pop("read_stops", None)
    return reply


def change(by: User, booking: Booking, *stops: dict[str, Any]) -> dict[str, Any]:
    seen = shown(by, booking, *stops)
    reply = confirm(by, booking, seen)
    assert reply.status_code == 200, reply.json()
    return seen


def adds_of(booking: Booking) -> list[str]:
    return list(booking.stops.order_by("position").values_list("add", flat=True))


def occasions(user: User) -> list[str]:
    rows = InboxMessage.objects.filter(user_id=user.pk).exclude(occasion="wallet_updated")
    return list(rows.order_by("pk").values_list("occasion", flat=True))


# -- which bookings, and who -------------------------------------------------------------------


@pytest.mark.parametrize("status", list(Status))
def test_stops_change_before_and_during_the_trip(
    status: Status, ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, status, driver=ben)
    before = snapshot()
    reply = preview(ada, booking, WOOTTON)
    assert snapshot() == before
    offered = ["change-stops" in look(person, booking.pk)["actions"] for person in (ada, dora)]
    if status not in CHANGEABLE:
        assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
        refused = confirm(ada, booking, {"quote_id": "x"})
        assert (refused.status_code, refused.json()["code"]) == (409, "wrong_status")
        assert (offered, snapshot()) == ([False, False], before)
        Booking.objects.filter(pk=booking.pk).delete()
        return
    assert offered == [True, True]
    changed = confirm(ada, booking, reply.json())
    assert (changed.status_code, changed.json()["status"]) == (200, status)
    assert (adds_of(booking), booking.stop_count) == ([WOOTTON["add"]], 1)


@pytest.mark.parametrize("status", CHANGEABLE)
def test_only_the_rider_and_admins_change_stops(
    status: Status, ada: User, bob: User, cleo: User, fay: User, economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:  # fmt: skip
    booking = make_booking(ada, economy, status, driver=bob)
    seen = shown(ada, booking, WOOTTON)
    before = snapshot()
    for person in (bob, cleo, fay):
        expected = (403, 404)
        assert preview(person, booking, WOOTTON).status_code in expected
        assert confirm(person, booking, seen).status_code in expected
    assert snapshot() == before


def test_quote_belongs_to_its_user_and_its_booking(
    ada: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    one, other = make_booking(ada, economy), make_booking(ada, economy)
    seen = shown(ada, one, WOOTTON)
    before = snapshot()
    forged = {"quote_id": seen["quote_id"][:-2] + "xx"}
    for person, booking, quoted in ((dora, one, seen), (ada, other, seen), (ada, one, forged)):
        reply = confirm(person, booking, quoted)
        assert (reply.status_code, reply.json()["code"]) == (400, "quote_invalid")
    assert snapshot() == before


# -- the price ---------------------------------------------------------------------------------


def test_price_is_shown_before_and_applied_as_shown(ada: User, ready: User, economy: CarType) -> None:
    booking = ride(ada, economy)
    assert booking.trip_cost == economy_fare(DIRECT, 15)
    seen = change(ada, booking, WOOTTON, RYDE)
    after = economy_fare(3 * LEG, 30)
    assert D(seen["previous_payable_amount"]) == economy_fare(DIRECT, 15)
    assert (D(seen["payable_amount"]), booking.trip_cost, booking.estimate) == (after, after, after)
    assert D(seen["difference"]) == after - economy_fare(DIRECT, 15)
    assert booking.trip_cost == booking.driver_share + booking.convenience_fees
    assert sum(D(line["amount"]) for line in booking.breakdown) == after
    assert (booking.estimate_distance_km, booking.estimate_duration_seconds) == (3 * LEG, 1800)
    assert len(polyline.decode(booking.route_polyline)) == 4
    # Fewer stops cost less, and without any the price is as before.
    assert D(change(ada, booking, RYDE)["difference"]) == economy_fare(2 * LEG, 20) - after
    change(ada, booking)
    assert (booking.trip_cost, booking.stop_count) == (economy_fare(DIRECT, 15), 0)


def test_terms_agreed_at_booking_price_the_stops(ada: User, ready: User, economy: CarType) -> None:
    booking = ride(ada, economy)
    CarType.objects.update(rate_per_unit_distance=50, base_fare=99)
    change(ada, booking, WOOTTON)
    assert booking.trip_cost == economy_fare(2 * LEG, 20)


def test_fixed_price_of_a_tariff_gives_way_to_the_meter_and_returns(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    publish(
        dora,
        {"name": "Fixed", "then": {"kind": "fixed", "amount": "20", "stops": "not_included"}},
        {"name": "Meter", "then": rates("3.00", "2.00", "6.00")},
        {"name": "Stops", "then": {"kind": "extra", "per": "stop", "amount": "1.50"}},
    )
    booking = ride(ada, economy)
    assert booking.trip_cost == D(20)
    change(ada, booking, WOOTTON, RYDE)
    # 3 + 12 km at 2 + half an hour at 6 + 2 stops at 1.50.
    assert booking.trip_cost == D(3) + D(24) + D(3) + D(3)
    change(ada, booking)
    assert booking.trip_cost == D(20)


def test_final_fare_is_measured_with_the_changed_stops(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    publish(
        dora,
        {"name": "Meter", "then": rates("3.00", "2.00")},
        {"name": "Stops", "then": {"kind": "extra", "per": "stop", "amount": "1.50"}},
    )
    booking = ride(ada, economy)
    drive(ready, booking, "accept", "arrive", "start")
    change(ada, booking, WOOTTON, RYDE)
    assert press(ready, booking.pk, "reach").status_code == 200
    booking.refresh_from_db()
    (line,) = [line for line in booking.breakdown if line["key"].startswith("extra")]
    assert D(line["amount"]) == D(3)
    assert press(ready, booking.pk, "collect-cash").status_code == 200


def test_waiting_at_stops_so_far_is_in_the_price(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    waiting = {"kind": "waiting", "at": "stop", "amount": "0.50", "every": "1 min"}
    publish(dora, {"name": "Meter", "then": rates("3.00", "2.00", "6.00")}, {"name": "Wait", "then": waiting})
    booking = ride(ada, economy, WOOTTON)
    drive(ready, booking, "accept", "arrive", "start")
    now = timezone.now()
    BookingStop.objects.update(reached_at=now, left_at=now + timedelta(minutes=6))
    change(ada, booking, WOOTTON, RYDE)
    # 3 + 4 parts of 4 km at 2 + 40 minutes at 6 an hour + 6 minutes of waiting at 0.50.
    assert booking.trip_cost == D(3) + D(32) + D(4) + D(3)


def test_surge_factor_agreed_at_booking_stays(ada: User, ready: User, economy: CarType) -> None:
    booking = ride(ada, economy)
    terms = booking.rates | {"surge": {"record": 1, "factor": "2", "zone": "", "waiting": 1, "free": 0}}
    Booking.objects.filter(pk=booking.pk).update(rates=terms)
    change(ada, booking, WOOTTON)
    assert [line["key"] for line in booking.breakdown if line["key"] == "surge"]


def test_promo_is_calculated_for_the_new_price(ada: User, ready: User, economy: CarType) -> None:
    make_promo(promo_name="TEN", promo_discount_type="percentage", promo_discount_value=10, min_order=60)
    booking = ride(ada, economy, WOOTTON, RYDE, promo_name="TEN")
    assert booking.discount == (booking.trip_cost / 10).quantize(D("0.01"), ROUND_HALF_UP)
    seen = shown(ada, booking)
    assert (seen["promo_falls_away"], D(seen["discount"])) == (True, D(0))
    assert confirm(ada, booking, seen).status_code == 200
    assert (booking.discount, booking.payable_amount) == (D(0), economy_fare(DIRECT, 15))
    change(ada, booking, WOOTTON, RYDE)
    assert booking.discount > 0


# -- refusals ----------------------------------------------------------------------------------


@pytest.fixture
def driven(ada: User, ready: User, economy: CarType) -> Booking:
    """A started trip that has reached the first of two stops."""
    booking = ride(ada, economy, WOOTTON, RYDE)
    drive(ready, booking, "accept", "arrive", "start")
    assert press(ready, booking.pk, "reach-stop", stop=1).status_code == 200
    return booking


@pytest.mark.parametrize(
    ("stops", "status", "code"),
    [
        ([WOOTTON, RYDE], 409, "booking_unchanged"),
        ([RYDE], 409, "stop_reached"),
        ([], 409, "stop_reached"),
        ([RYDE, WOOTTON], 409, "stop_reached"),
        ([WOOTTON | {"add": "Another name"}, RYDE], 409, "stop_reached"),
        ([SHANKLIN, WOOTTON, RYDE], 409, "stop_reached"),
        ([WOOTTON, RYDE, SHANKLIN, RYDE], 400, "too_many_stops"),
        ([WOOTTON, RYDE, RYDE], 400, "select_proper"),
        ("Wootton", 400, "select_proper"),
        ([WOOTTON, {"lat": 50.7, "lng": -1.2}], 400, "select_proper"),
    ],
)
def test_impossible_stops_are_refused(
    stops: Any, status: int, code: str, ada: User, driven: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    reply = press(ada, driven.pk, "stops-preview", stops=stops)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert snapshot() == before


def test_stop_reached_after_the_preview_is_refused_if_it_changes(
    ada: User, ready: User, driven: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    without, more = shown(ada, driven, WOOTTON), shown(ada, driven, WOOTTON, RYDE, SHANKLIN)
    for action, stop in (("leave-stop", 1), ("reach-stop", 2)):
        assert press(ready, driven.pk, action, stop=stop).status_code == 200
    before = snapshot()
    reply = confirm(ada, driven, without)
    assert (reply.status_code, reply.json()["code"]) == (409, "stop_reached")
    assert snapshot() == before
    # The reached stops keep their marks.
    marks = list(driven.stops.order_by("position").values_list("reached_at", "left_at"))
    assert confirm(ada, driven, more).status_code == 200
    kept = list(driven.stops.order_by("position").values_list("reached_at", "left_at"))
    assert kept == [*marks, (None, None)]


def test_change_in_the_meantime_is_refused(
    ada: User, dora: User, driven: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    mine = shown(ada, driven, WOOTTON, SHANKLIN)
    change(dora, driven, WOOTTON)
    before = snapshot()
    reply = confirm(ada, driven, mine)
    assert (reply.status_code, reply.json()["code"]) == (409, "booking_changed")
    assert snapshot() == before


def test_expired_price_is_refused(ada: User, driven: Booking, snapshot: Callable[[], Snapshot]) -> None:
    mine = shown(ada, driven, WOOTTON)
    before = snapshot()
    with time_machine.travel(timezone.now() + QUOTE_LIFETIME, tick=False):
        reply = confirm(ada, driven, mine)
    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before


def test_acceptance_between_preview_and_confirmation_changes_nothing_for_the_rider(
    ada: User, ready: User, economy: CarType
) -> None:
    booking = ride(ada, economy)
    seen = shown(ada, booking, WOOTTON)
    drive(ready, booking, "accept")
    assert confirm(ada, booking, seen).json()["status"] == Status.ACCEPTED


def test_delivery_has_no_stops_to_change(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    update_platform_settings(app_category="delivery")
    CarType.objects.update(app_category="delivery")
    booking = make_delivery(ada, economy, Status.NEW)
    before = snapshot()
    reply = preview(ada, booking, WOOTTON)
    assert (reply.status_code, reply.json()["code"]) == (400, "stops_not_allowed")
    assert "change-stops" not in look(ada, booking.pk)["actions"]
    assert snapshot() == before
    Booking.objects.filter(pk=booking.pk).delete()


def test_stops_can_only_be_removed_once_the_platform_offers_none(
    ada: User, ready: User, economy: CarType
) -> None:
    booking = ride(ada, economy, WOOTTON)
    update_platform_settings(max_stops=0)
    assert preview(ada, booking, RYDE).json()["code"] == "too_many_stops"
    assert "change-stops" in look(ada, booking.pk)["actions"]
    change(ada, booking)
    assert "change-stops" not in look(ada, booking.pk)["actions"]


def test_place_without_a_road_is_refused(
    ada: User, driven: Booking, legs: Legs, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    legs.silent = True
    reply = preview(ada, driven, WOOTTON)
    assert (reply.status_code, reply.json()["code"]) == (503, "maps_unavailable")
    assert snapshot() == before


def test_demo_mode_refuses_changes_by_staff_only(
    ada: User, dora: User, driven: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    seen = shown(dora, driven, WOOTTON)
    before = snapshot()
    reply = confirm(dora, driven, seen)
    assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
    assert snapshot() == before
    change(ada, driven, WOOTTON)


# -- the driver and the others -----------------------------------------------------------------


def test_driver_goes_to_the_new_stop_and_is_notified(
    ada: User, ready: User, dora: User, driven: Booking, legs: Legs
) -> None:
    move(ready, (50.7, -1.25))
    legs.routed.clear()
    change(ada, driven, WOOTTON, SHANKLIN)
    # The whole way: pickup, the stop behind the car, the car, the stop ahead, drop-off.
    at = [round(point.lat, 4) for point in legs.routed[0]]
    assert at[1:4] == [WOOTTON["lat"], 50.7, SHANKLIN["lat"]]
    current = client_of(ready).get(f"{API}/me/tasks/").json()["current"]
    assert [stop["add"] for stop in current["stops"]] == [WOOTTON["add"], SHANKLIN["add"]]
    assert {f"tasks:{ready.pk}", f"booking:{driven.pk}"} <= topics_of("booking.stops_changed")
    assert occasions(ready)[-1] == "booking_changed"
    assert "booking_changed" not in occasions(ada)
    assert not AuditEntry.objects.filter(kind="booking", action="change_stops").exists()
    assert press(ready, driven.pk, "leave-stop", stop=1).status_code == 200
    assert press(ready, driven.pk, "reach-stop", stop=2).status_code == 200


def test_change_by_staff_is_audited_and_notifies_the_rider(
    ada: User, ready: User, dora: User, driven: Booking
) -> None:
    change(dora, driven, WOOTTON)
    entry = AuditEntry.objects.filter(kind="booking").latest("pk")
    assert (entry.action, entry.actor_id) == ("change_stops", dora.pk)
    assert RYDE["add"] in entry.before["stops"]
    assert RYDE["add"] not in entry.after["stops"]
    assert occasions(ada)[-1] == occasions(ready)[-1] == "booking_changed"
    event = driven.events.latest("version")
    assert (event.name, event.data["trip_cost"]) == ("change_stops", f"{driven.trip_cost:.2f}")


def test_mark_of_a_stop_that_was_replaced_is_refused(
    ada: User, ready: User, driven: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    assert press(ready, driven.pk, "leave-stop", stop=1).status_code == 200
    first, seen = (stop["id"] for stop in look(ready, driven.pk)["stops"])
    change(ada, driven, WOOTTON, SHANKLIN)
    before = snapshot()
    reply = press(ready, driven.pk, "reach-stop", stop=2, stop_id=seen)
    assert (reply.status_code, reply.json()["code"]) == (409, "stop_not_next")
    assert snapshot() == before
    kept, current = (stop["id"] for stop in look(ready, driven.pk)["stops"])
    assert kept == first
    assert press(ready, driven.pk, "reach-stop", stop=2, stop_id=current).status_code == 200


def test_open_offers_are_made_again_with_the_new_price(ada: User, ready: User, economy: CarType) -> None:
    booking = ride(ada, economy)
    work("bookings.dispatch")
    change(ada, booking, WOOTTON)
    assert Offer.objects.get().state == OfferState.WITHDRAWN
    work("bookings.dispatch")
    (offer,) = client_of(ready).get(f"{API}/me/tasks/").json()["offers"]
    assert [stop["add"] for stop in offer["stops"]] == [WOOTTON["add"]]
    assert press(ready, booking.pk, "accept").status_code == 200


def test_scheduled_trip_stays_scheduled(ada: User, ready: User, economy: CarType) -> None:
    booking = ride(ada, economy)
    later = timezone.now() + timedelta(days=2)
    Booking.objects.filter(pk=booking.pk).update(book_later=True, trip_date=later)
    change(ada, booking, WOOTTON)
    assert (booking.book_later, booking.trip_date) == (True, later)
    assert booking.dispatch_after == booking.release_at


# -- prepaid -----------------------------------------------------------------------------------


@pytest.fixture
def held(ada: User, ready: User, economy: CarType) -> Booking:
    """A started ride that ada paid from her wallet."""
    update_platform_settings(prepaid=True)
    booking = ride(ada, economy, WOOTTON)
    credit_wallet(ada, booking.payable_amount)
    assert pay(ada, booking.pk).json()["status"] == "NEW"
    drive(ready, booking, "accept", "arrive", "start")
    return booking


def through(parts: int) -> D:
    """The price of a started trip whose way has so many parts, one of them to the car."""
    return economy_fare(LEG * parts, 10 * parts)


def test_higher_price_is_charged_to_the_wallet(ada: User, held: Booking) -> None:
    paid = held.customer_paid
    credit_wallet(ada, D(500))
    seen = change(ada, held, WOOTTON, RYDE)
    more = through(4) - paid
    assert (D(seen["charged"]), D(seen["left_to_pay"]), D(seen["refunded"])) == (more, D(0), D(0))
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (500 - more, through(4))
    assert (held.prepaid_amount, held.amount_due) == (through(4), D(0))


def test_difference_beyond_the_wallet_is_due_at_the_end(ada: User, ready: User, held: Booking) -> None:
    paid = held.customer_paid
    credit_wallet(ada, D(1))
    seen = change(ada, held, WOOTTON, RYDE, SHANKLIN)
    assert (D(seen["charged"]), D(seen["left_to_pay"])) == (D(0), through(5) - paid)
    assert (balance_of(ada.pk), platform_balance(TRIPS), held.prepaid_amount) == (D(1), paid, paid)
    Booking.objects.filter(pk=held.pk).update(trip_start_time=timezone.now() - timedelta(hours=20))
    assert press(ready, held.pk, "reach").status_code == 200
    assert look(ada, held.pk)["status"] == "PENDING"
    credit_wallet(ada, D(500))
    assert pay(ada, held.pk).json()["status"] == "PAID"


def test_lower_price_is_refunded_to_the_wallet(ada: User, economy: CarType, ready: User) -> None:
    update_platform_settings(prepaid=True)
    booking = ride(ada, economy, WOOTTON, RYDE)
    paid = booking.payable_amount
    credit_wallet(ada, paid)
    pay(ada, booking.pk)
    seen = change(ada, booking, RYDE)
    price = economy_fare(2 * LEG, 20)
    assert D(seen["refunded"]) == paid - price
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (paid - price, price)
    assert press(ada, booking.pk, "cancel", reason="Changed my mind").status_code == 200
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (paid, D(0))


def test_change_is_refused_if_the_wallet_changed_since_the_preview(
    ada: User, dora: User, held: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    credit_wallet(ada, D(500))
    seen = shown(ada, held, WOOTTON, RYDE)
    debit_by_admin(user_id=ada.pk, amount=D(499), note="Used", by=dora, key="used")
    before = snapshot()
    reply = confirm(ada, held, seen)
    assert (reply.status_code, reply.json()["code"]) == (409, "amount_changed")
    assert snapshot() == before


# -- races -------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_removal_and_arrival_at_the_same_moment_do_not_mix(ada: User, ready: User, economy: CarType) -> None:
    rider, driver = client_of(ada), client_of(ready)
    for _ in range(4):
        booking = ride(ada, economy, WOOTTON)
        drive(ready, booking, "accept", "arrive", "start")
        seen = shown(ada, booking)
        calls: tuple[Any, ...] = (
            (rider, "change-stops", {"quote_id": seen["quote_id"]}),
            (driver, "reach-stop", {"stop": 1}),
        )
        barrier = Barrier(2)

        def post_together(call: Any, booking: Booking = booking, barrier: Barrier = barrier) -> Any:
            client, action, data = call
            connection.ensure_connection()
            try:
                barrier.wait(30)
                reply = client.post(f"{API}/bookings/{booking.pk}/{action}/", data)
                return reply.status_code, reply.json().get("code", "")
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as pool:
            changed, reached = pool.map(post_together, calls)
        booking.refresh_from_db()
        if changed[0] == 200:
            assert reached == (409, "stop_not_next")
            assert (booking.stop_count, booking.stops.count()) == (0, 0)
        else:
            assert (changed, reached[0]) == ((409, "stop_reached"), 200)
            assert booking.stops.get().reached_at is not None
        assert press(ready, booking.pk, "reach").status_code == 200
        assert press(ready, booking.pk, "collect-cash").status_code == 200
