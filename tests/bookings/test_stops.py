"""Rides with stops: priced through them, booked with them, and shown to everyone who sees the booking."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.history.columns import columns_for
from apps.bookings.models import Booking, BookingStop
from apps.bookings.pricing.by_tariff import measured_fare
from apps.bookings.receipt.mail import render_receipt
from apps.bookings.replay.prices import reprice
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.estimates.quotes import MAX_LENGTH, read_quote
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng, Route
from tests.bookings.api import API, ENDS, book, look, press, quote, work
from tests.bookings.conftest import Snapshot
from tests.bookings.roads import Roads, driving_on
from tests.bookings.test_receipt import get_receipt, pdf_text
from tests.fares.tariffs import publish, rates
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

WOOTTON = {"lat": 50.72, "lng": -1.235, "add": "High Street, Wootton"}
RYDE = {"lat": 50.7282, "lng": -1.161, "add": "Union Street, Ryde"}


def estimate(person: User | None, car_type: CarType, *stops: dict[str, Any], **more: Any) -> Any:
    body = {**ENDS, "stops": list(stops), "car_type_id": car_type.pk, **more}
    return client_of(person).post(f"{API}/estimates/", body)


def quote_via(person: User | None, car_type: CarType, *stops: dict[str, Any]) -> str:
    reply = estimate(person, car_type, *stops)
    assert reply.status_code == 200, reply.json()
    quote_id: str = reply.json()["options"][0]["quote_id"]
    return quote_id


def book_via(person: User, car_type: CarType, *stops: dict[str, Any]) -> Booking:
    reply = book(person, quote_via(person, car_type, *stops))
    assert reply.status_code == 201, reply.json()
    return Booking.objects.get(pk=reply.json()["id"])


def test_price_and_route_go_through_the_stops_in_order(ada: User, economy: CarType) -> None:
    direct = client_of(ada).post(f"{API}/estimates/", {**ENDS, "car_type_id": economy.pk}).json()
    # 8.2 km through points, and 7.5 km between two places.
    via = estimate(ada, economy, RYDE, WOOTTON).json()
    back = estimate(ada, economy, WOOTTON, RYDE).json()
    assert (direct["route"]["distance_km"], via["route"]["distance_km"]) == (7.5, 8.2)
    assert via["route"]["polyline_points"] != back["route"]["polyline_points"]
    per_km = economy.rate_per_unit_distance
    lines = [
        {line["key"]: D(line["amount"]) for line in body["options"][0]["breakdown"]} for body in (direct, via)
    ]
    assert lines[1]["distance"] - lines[0]["distance"] == (D("0.7") * per_km).quantize(D("0.01"))


def test_booking_keeps_the_stops_of_its_signed_quote(ada: User, ready: User, economy: CarType) -> None:
    booking = book_via(ada, economy, WOOTTON, RYDE)
    assert booking.stop_count == 2
    assert booking.estimate_distance_km == D("8.2")
    stops = booking.stops.order_by("position").values_list("position", "add", "lat", "reached_at", "left_at")
    assert list(stops) == [(1, WOOTTON["add"], 50.72, None, None), (2, RYDE["add"], 50.7282, None, None)]
    shown = look(ada, booking.pk)["stops"]
    assert [stop["add"] for stop in shown] == [WOOTTON["add"], RYDE["add"]]
    assert shown[0]["reached_at"] is shown[0]["left_at"] is None


def test_driver_sees_the_stops_in_the_offer_and_on_the_trip(ada: User, ready: User, economy: CarType) -> None:
    booking = book_via(ada, economy, WOOTTON)
    work("bookings.dispatch")
    (offer,) = client_of(ready).get(f"{API}/me/tasks/").json()["offers"]
    assert [stop["add"] for stop in offer["stops"]] == [WOOTTON["add"]]
    assert press(ready, booking.pk, "accept").status_code == 200
    current = client_of(ready).get(f"{API}/me/tasks/").json()["current"]
    assert [stop["add"] for stop in current["stops"]] == [WOOTTON["add"]]


@pytest.mark.parametrize("most", [0, 1, 3])
def test_more_stops_than_the_setting_are_refused(
    ada: User, economy: CarType, most: int, snapshot: Callable[[], Snapshot]
) -> None:
    update_platform_settings(max_stops=most)
    places = [WOOTTON, RYDE, WOOTTON, RYDE]
    before = snapshot()
    reply = estimate(ada, economy, *places[: most + 1])
    assert (reply.status_code, reply.json()["code"]) == (400, "too_many_stops")
    assert "stops" in reply.json()["fields"]
    assert snapshot() == before
    assert estimate(ada, economy, *places[:most]).status_code == 200


def test_delivery_has_no_stops(ada: User, economy: CarType) -> None:
    update_platform_settings(app_category="delivery")
    CarType.objects.update(app_category="delivery")
    reply = estimate(ada, economy, WOOTTON)
    assert (reply.status_code, reply.json()["code"]) == (400, "stops_not_allowed")
    assert Booking.objects.count() == 0


@pytest.mark.parametrize(
    "stops",
    [
        "Wootton",
        [None],
        ["Wootton"],
        [{"lat": 50.72, "lng": -1.2}],
        [WOOTTON | {"lat": 91}],
        [WOOTTON | {"add": "x" * 301}],
        [WOOTTON | {"lng": "nan"}],
        [ENDS["pickup"]],
        [WOOTTON, WOOTTON | {"add": "The same place"}],
        [WOOTTON, ENDS["drop"]],
    ],
    ids=str,
)
def test_each_stop_is_a_place_unlike_the_ones_beside_it(ada: User, economy: CarType, stops: Any) -> None:
    body = {**ENDS, "stops": stops, "car_type_id": economy.pk}
    reply = client_of(ada).post(f"{API}/estimates/", body)
    assert (reply.status_code, reply.json()["code"]) == (400, "select_proper")
    assert "stops" in reply.json()["fields"]


def test_round_trip_with_a_stop_can_be_priced(ada: User, economy: CarType) -> None:
    """Pickup and drop-off may be the same place if the trip goes somewhere between."""
    assert estimate(ada, economy, RYDE, drop=ENDS["pickup"]).status_code == 200


def test_long_addresses_fit_into_a_quote(ada: User, economy: CarType) -> None:
    update_platform_settings(max_stops=5)
    text = "".join(chr(0x4E00 + (n * 7919) % 20_000) for n in range(300))
    places = [{"lat": 50.7 + n / 50, "lng": -1.2, "add": text[n:] + text[:n]} for n in range(5)]
    quote_id = quote_via(ada, economy, *places)
    assert len(quote_id) <= MAX_LENGTH
    assert [stop.add for stop in read_quote(quote_id).stops] == [place["add"] for place in places]


def test_estimates_and_bookings_without_stops_read_and_write_no_stops(
    ada: User, ready: User, economy: CarType
) -> None:
    with CaptureQueriesContext(connection) as captured:
        reply = book(ada, quote(ada, economy))
        assert reply.json()["stops"] == []
        look(ada, reply.json()["id"])
    assert not [query for query in captured.captured_queries if "bookingstop" in query["sql"]]


def test_fare_of_a_tariff_counts_the_stops(ada: User, ready: User, economy: CarType, dora: User) -> None:
    publish(
        dora,
        {"name": "Meter", "then": rates("3.00", "2.00")},
        {"name": "Stops", "then": {"kind": "extra", "per": "stop", "amount": "1.50"}},
    )
    booking = book_via(ada, economy, WOOTTON, RYDE)
    # 3 + 8.2 km at 2 + 2 stops at 1.50.
    assert booking.trip_cost == D("22.40")
    at_end = measured_fare(booking, distance_km=D(10), duration_seconds=600, track=())
    assert at_end is not None
    assert at_end.trip_cost == D(26)


def test_receipt_history_export_and_audit_name_the_stops(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    booking = book_via(ada, economy, WOOTTON, RYDE)
    Booking.objects.filter(pk=booking.pk).update(status=Status.CANCELLED, cancellation_fee=3)
    booking.refresh_from_db()
    receipt = get_receipt(ada, booking).json()
    assert [stop["add"] for stop in receipt["stops"]] == [WOOTTON["add"], RYDE["add"]]
    (row,) = client_of(ada).get(f"{API}/bookings/").json()["results"]
    assert row["stop_count"] == 2
    (column,) = [each for each in columns_for(dora, platform_settings()) if each.name == "stops"]
    text = "High Street, Wootton; Union Street, Ryde"
    assert column.value(Booking.objects.get(pk=booking.pk)) == text
    assert column.source is not None
    (copied,) = Booking.objects.annotate(copied=column.source).values_list("copied", flat=True)
    assert copied == text
    assert f"Stop\n{RYDE['add']}" in pdf_text(ada, booking)
    assert f"Stop: {RYDE['add']}" in render_receipt(booking).text


def test_staff_keep_change_and_remove_the_stops(ada: User, ready: User, economy: CarType, dora: User) -> None:
    booking = book_via(ada, economy, WOOTTON)

    def edit(**changes: Any) -> None:
        shown = press(dora, booking.pk, "edit-preview", **changes)
        assert shown.status_code == 200, shown.json()
        saved = press(
            dora, booking.pk, "edit", revision=shown.json()["revision"], quote_id=shown.json()["quote_id"]
        )
        assert saved.status_code == 200, saved.json()
        booking.refresh_from_db()

    edit(drop={"lat": 50.75, "lng": -1.3, "add": "The Parade, Cowes (north)"})
    assert list(booking.stops.values_list("add", flat=True)) == [WOOTTON["add"]]
    edit(stops=[RYDE, WOOTTON])
    assert booking.stop_count == 2
    assert [stop["add"] for stop in look(ada, booking.pk)["stops"]] == [RYDE["add"], WOOTTON["add"]]
    entry = AuditEntry.objects.filter(kind="booking").latest("pk")
    assert RYDE["add"] in entry.after["stops"]
    edit(stops=[])
    assert (booking.stop_count, BookingStop.objects.count()) == (0, 0)
    assert booking.estimate_distance_km == D("7.5")


def test_edit_refuses_a_revision_from_before_the_stops_changed(
    ada: User, ready: User, economy: CarType, dora: User, snapshot: Callable[[], Snapshot]
) -> None:
    booking = book_via(ada, economy, WOOTTON)
    shown = press(dora, booking.pk, "edit-preview", stops=[RYDE]).json()
    BookingStop.objects.filter(booking=booking).update(add="Moved")
    before = snapshot()
    reply = press(dora, booking.pk, "edit", revision=shown["revision"], quote_id=shown["quote_id"])
    assert (reply.status_code, reply.json()["code"]) == (409, "booking_changed")
    assert snapshot() == before


def test_database_refuses_a_stop_left_before_it_was_reached(ada: User, ready: User, economy: CarType) -> None:
    stop = book_via(ada, economy, WOOTTON).stops.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        BookingStop.objects.filter(pk=stop.pk).update(left_at="2026-11-27T10:00Z")
    with pytest.raises(IntegrityError), transaction.atomic():
        BookingStop.objects.create(booking_id=stop.booking_id, position=1, lat=0, lng=0, add="Twice")


# -- the driver at the stops -------------------------------------------------------------------


@pytest.fixture
def driven(ada: User, ready: User, economy: CarType) -> Booking:
    """A started trip with two stops."""
    booking = book_via(ada, economy, WOOTTON, RYDE)
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start"):
        assert press(ready, booking.pk, action).status_code == 200, action
    booking.refresh_from_db()
    return booking


def mark(driver: User, booking: Booking, action: str, stop: int, **more: Any) -> Any:
    return press(driver, booking.pk, action, stop=stop, **more)


def test_driver_reaches_and_leaves_the_stops_in_order(ready: User, ada: User, driven: Booking) -> None:
    steps = [("reach-stop", 1), ("leave-stop", 1), ("reach-stop", 2), ("leave-stop", 2)]
    for action, stop in steps:
        assert action in look(ready, driven.pk)["actions"]
        reply = mark(ready, driven, action, stop)
        assert reply.status_code == 200, reply.json()
        assert reply.json()["status"] == Status.STARTED
    shown = look(ada, driven.pk)["stops"]
    marks = [stop[name] for stop in shown for name in ("reached_at", "left_at")]
    assert marks == sorted(marks)
    assert None not in marks
    names = [(event.name, event.data) for event in driven.events.order_by("version")][-4:]
    assert names == [(action.replace("-", "_"), {"stop": stop}) for action, stop in steps]
    assert not {"reach-stop", "leave-stop"} & set(look(ready, driven.pk)["actions"])


@pytest.mark.parametrize(
    ("done", "action", "stop", "code"),
    [
        ([], "reach-stop", 2, "stop_not_next"),
        ([], "leave-stop", 1, "not_at_stop"),
        ([("reach-stop", 1)], "reach-stop", 1, "stop_not_next"),
        ([("reach-stop", 1)], "reach-stop", 2, "stop_not_next"),
        ([("reach-stop", 1)], "leave-stop", 2, "not_at_stop"),
        ([("reach-stop", 1), ("leave-stop", 1)], "leave-stop", 1, "not_at_stop"),
        ([("reach-stop", 1), ("leave-stop", 1)], "reach-stop", 1, "stop_not_next"),
        ([], "reach-stop", 3, "stop_not_next"),
    ],
)
def test_another_stop_than_the_next_is_refused(
    ready: User,
    driven: Booking,
    done: list[tuple[str, int]],
    action: str,
    stop: int,
    code: str,
    snapshot: Callable[[], Snapshot],
) -> None:
    for before, number in done:
        assert mark(ready, driven, before, number).status_code == 200
    rows = snapshot()
    reply = mark(ready, driven, action, stop)
    assert (reply.status_code, reply.json()["code"]) == (409, code)
    assert snapshot() == rows


@pytest.mark.parametrize("stop", [None, 0, -1, "first", 10**9])
def test_number_of_the_stop_is_required(
    ready: User, driven: Booking, stop: Any, snapshot: Callable[[], Snapshot]
) -> None:
    rows = snapshot()
    assert (
        press(ready, driven.pk, "reach-stop", **({} if stop is None else {"stop": stop})).status_code == 400
    )
    assert snapshot() == rows


def test_only_the_driver_marks_stops_and_only_during_the_trip(
    ada: User, ready: User, dora: User, driven: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    rows = snapshot()
    for person in (ada, dora):
        assert mark(person, driven, "reach-stop", 1).status_code == 403
    assert snapshot() == rows
    assert press(ready, driven.pk, "reach").status_code == 200
    rows = snapshot()
    assert mark(ready, driven, "reach-stop", 1).json()["code"] == "wrong_status"
    assert snapshot() == rows


def test_marks_made_offline_have_the_time_of_the_phone(ready: User, driven: Booking) -> None:
    began = timezone.now() - timedelta(minutes=30)
    Booking.objects.filter(pk=driven.pk).update(trip_start_time=began)
    DriverPosition.objects.filter(driver_id=ready.pk).update(at=began)
    reached, left = began + timedelta(minutes=10), began + timedelta(minutes=14)
    assert mark(ready, driven, "reach-stop", 1, at=reached.isoformat()).status_code == 200
    assert mark(ready, driven, "leave-stop", 1, at=left.isoformat()).status_code == 200
    stop = driven.stops.get(position=1)
    assert (stop.reached_at, stop.left_at) == (reached, left)
    # A time before the last mark counts as that mark.
    early = began + timedelta(minutes=13, seconds=58)
    assert mark(ready, driven, "reach-stop", 2, at=early.isoformat()).status_code == 200
    assert driven.stops.get(position=2).reached_at == left


def test_tariff_charges_waiting_at_stops_instead_of_drive_time(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    meter = {"name": "Meter", "then": rates("3.00", "2.00", "12.00")}
    waiting = {"kind": "waiting", "at": "stop", "free": "2 min", "amount": "0.50", "every": "1 min"}
    publish(dora, meter, {"name": "Waiting", "then": waiting})
    booking = book_via(ada, economy, WOOTTON, RYDE)
    now = timezone.now()
    for position, minutes in ((1, 5), (2, 1)):
        reached = now + timedelta(minutes=10 * position)
        left = reached + timedelta(minutes=minutes)
        booking.stops.filter(position=position).update(reached_at=reached, left_at=left)
    booking = Booking.objects.get(pk=booking.pk)
    fare = measured_fare(booking, distance_km=D(10), duration_seconds=30 * 60, track=())
    assert fare is not None
    # 24 of the 30 minutes are driven; of the waiting, 3 minutes at the first stop are charged.
    assert [(line.key, line.amount) for line in fare.breakdown] == [
        ("base_fare", D("3.00")),
        ("distance", D("20.00")),
        ("time", D("4.80")),
        ("waiting", D("1.50")),
    ]


def test_replay_gives_the_price_of_a_trip_with_waiting(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    waiting = {"kind": "waiting", "at": "stop", "amount": "0.50", "every": "1 min"}
    publish(
        dora, {"name": "Meter", "then": rates("3.00", "2.00", "12.00")}, {"name": "Waiting", "then": waiting}
    )
    booking = book_via(ada, economy, WOOTTON)
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start"):
        assert press(ready, booking.pk, action).status_code == 200, action
    began = timezone.now() - timedelta(minutes=30)
    Booking.objects.filter(pk=booking.pk).update(trip_start_time=began)
    booking.stops.update(reached_at=began + timedelta(minutes=5), left_at=began + timedelta(minutes=15))
    assert press(ready, booking.pk, "reach").status_code == 200
    driven = Booking.objects.get(pk=booking.pk)
    (line,) = [line for line in driven.breakdown if line["key"] == "waiting"]
    assert D(line["amount"]) == 5
    assert reprice(driven, None).own.trip_cost == driven.trip_cost


def test_waiting_stays_drive_time_where_the_tariff_has_no_price_for_it(
    ada: User, ready: User, economy: CarType, dora: User
) -> None:
    publish(dora, {"name": "Meter", "then": rates("3.00", "2.00", "12.00")})
    booking = book_via(ada, economy, WOOTTON)
    now = timezone.now()
    booking.stops.update(reached_at=now, left_at=now + timedelta(minutes=5))
    booking = Booking.objects.get(pk=booking.pk)
    fare = measured_fare(booking, distance_km=D(10), duration_seconds=30 * 60, track=())
    assert fare is not None
    assert fare.trip_cost == D(29)


class Recording(Roads):
    """Roads that keep the places of every route."""

    def __init__(self) -> None:
        super().__init__()
        self.routed: list[int] = []

    def route_through(self, points: Sequence[LatLng]) -> Route:
        self.routed.append(len(points))
        return super().route_through(points)


def test_arrival_time_goes_through_the_stops_ahead(ada: User, ready: User, driven: Booking) -> None:
    with driving_on(Recording()) as roads:
        assert isinstance(roads, Recording)
        assert look(ada, driven.pk)["drop_eta_seconds"] == 900
        # The car, two stops and the drop-off; then one stop less.
        assert roads.routed == [4]
        mark(ready, driven, "reach-stop", 1)
        roads.routed.clear()
        look(ada, driven.pk)
        assert roads.routed == [3]
