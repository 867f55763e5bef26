"""Complete trips through the API, with fares calculated by hand and the ledger checked."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import DriverProfile, SavedAddress, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent, TrackingPoint
from apps.bookings.services.trip import force_end
from apps.core.errors import BadInput
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.positions.store import PositionReport
from apps.notifications.models import InboxMessage
from apps.wallet.choices import CASH_WITH_DRIVERS, REVENUE, TRIPS
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import API, book, look, press, quote, work
from tests.bookings.builders import DROP, PICKUP, credit_wallet, make_booking, send_positions
from tests.bookings.conftest import Snapshot
from tests.bookings.roads import Roads
from tests.personas import client_of
from tests.published import published_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

HALF_HOUR = 1800
Clock = time_machine.Traveller


@pytest.fixture
def clock() -> Iterator[Clock]:
    """A frozen clock that tests move, starting in step with the database's."""
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        yield clock


def drive_to_drop(driver: User, *, seconds: int, clock: Clock) -> None:
    """Drive from the pickup to the drop, with a point each tenth of the way."""
    began = timezone.now()
    for tenth in range(11):
        clock.move_to(began + timedelta(seconds=seconds * tenth / 10))
        lat = PICKUP[0] + (DROP[0] - PICKUP[0]) * tenth / 10
        lng = PICKUP[1] + (DROP[1] - PICKUP[1]) * tenth / 10
        report = PositionReport(driver_id=driver.pk, lat=lat, lng=lng, at=timezone.now())
        assert send_positions(driver, [report]) is not None


def under_way(rider: User, driver: User, economy: CarType, clock: Clock) -> int:
    """Book, accept and start a trip; return the booking's id."""
    booking_id: int = book(rider, quote(rider, economy)).json()["id"]
    work("bookings.dispatch")
    assert press(driver, booking_id, "accept").status_code == 200
    clock.shift(60)
    here = PositionReport(driver_id=driver.pk, lat=PICKUP[0], lng=PICKUP[1], at=timezone.now())
    send_positions(driver, [here])
    assert look(rider, booking_id)["status"] == "ARRIVED"
    clock.shift(60)
    assert press(driver, booking_id, "start").status_code == 200
    return booking_id


def driven(rider: User, driver: User, economy: CarType, clock: Clock) -> int:
    """Drive to the drop in half an hour."""
    booking_id = under_way(rider, driver, economy, clock)
    drive_to_drop(driver, seconds=HALF_HOUR - 10, clock=clock)
    clock.shift(10)
    return booking_id


def reached(rider: User, driver: User, economy: CarType, clock: Clock) -> int:
    """Drive to the drop and end the trip."""
    booking_id = driven(rider, driver, economy, clock)
    assert press(driver, booking_id, "reach").status_code == 200
    return booking_id


# DrivenRoute 8.2 km in half an hour: 10 + 8.2 x 5 + 0.5 x 5 = 53.50, the fee 15 % of it, 8.025, is 8.03.
TRIP_COST, SHARE, FEE = Decimal("61.53"), Decimal("53.50"), Decimal("8.03")


def test_cash_trip_from_booking_to_rating(ada: User, ready: User, economy: CarType, clock: Clock) -> None:
    booking_id = reached(ada, ready, economy, clock)

    body = look(ready, booking_id)
    assert (body["status"], body["trip_cost"], body["driver_share"]) == ("REACHED", "61.5300", "53.5000")
    assert (body["convenience_fees"], body["estimate"]) == ("8.0300", "56.0600")
    assert (body["distance_km"], body["distance_source"]) == (8.2, "multi_waypoint")
    assert body["total_trip_time"] == HALF_HOUR
    assert [line["amount"] for line in body["breakdown"]] == ["10.0000", "41.0000", "2.5000", "8.0300"]
    assert (body["drop"]["lat"], body["drop"]["lng"]) == DROP
    assert body["actions"] == ["collect-cash", "request-payment", "rate-rider"]
    (address,) = SavedAddress.objects.filter(user=ada)
    assert (address.lat, address.lng, address.count) == (*DROP, 1)

    assert press(ready, booking_id, "collect-cash").json()["status"] == "PAID"

    assert balance_of(ready.pk) == 1000 + SHARE - TRIP_COST
    assert platform_balance(REVENUE) == FEE
    assert platform_balance(TRIPS) == platform_balance(CASH_WITH_DRIVERS) == 0
    entries = JournalEntry.objects.filter(booking_id=booking_id)
    assert {entry.key for entry in entries} == {
        f"booking:{booking_id}:{fact}" for fact in ("cash_payment", "driver_share", "cash")
    }
    assert {entry.reference for entry in entries} == {body["reference"]}
    assert all(sum(posting.amount for posting in entry.postings.all()) == 0 for entry in entries)
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    paid = look(ada, booking_id)
    assert (paid["customer_paid"], paid["cash_payment_amount"]) == ("61.5300", "61.5300")
    assert (paid["payment_mode"], paid["actions"]) == ("cash", ["complete"])

    done = press(ada, booking_id, "complete", rating=4, feedback="A smooth ride").json()

    assert (done["status"], done["rating"], done["feedback"]) == ("COMPLETE", 4, "A smooth ride")
    assert DriverProfile.objects.get(pk=ready.pk).rating == Decimal("4.0")
    notified = InboxMessage.objects.filter(data__booking_id=booking_id)
    assert {(entry.user_id, entry.occasion) for entry in notified} == {
        (ready.pk, "new_request"),
        (ada.pk, "accepted"),
        (ada.pk, "near"),
        (ada.pk, "started"),
        (ada.pk, "completed_please_pay"),
        (ada.pk, "payment_done"),
        (ready.pk, "payment_done"),
        (ready.pk, "rating_received"),
        # The points of the drive are three minutes apart.
        (ready.pk, "signal_back"),
    }


def test_trip_paid_from_the_wallet(
    ada: User, ready: User, economy: CarType, clock: Clock, snapshot: Callable[[], Snapshot]
) -> None:
    booking_id = reached(ada, ready, economy, clock)

    pending = press(ready, booking_id, "request-payment").json()

    assert (pending["status"], pending["actions"]) == ("PENDING", ["collect-cash", "rate-rider"])
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    before = snapshot()
    poor = press(ada, booking_id, "pay", method="wallet")
    assert (poor.status_code, poor.json()["code"]) == (409, "low_balance")
    assert snapshot() == before

    credit_wallet(ada, Decimal(100))
    paid = press(ada, booking_id, "pay", method="wallet").json()

    assert (paid["status"], paid["used_wallet_money"], paid["payment_mode"]) == ("PAID", "61.5300", "wallet")
    assert balance_of(ada.pk) == 100 - TRIP_COST
    assert balance_of(ready.pk) == 1000 + SHARE
    assert platform_balance(REVENUE) == FEE
    assert press(ada, booking_id, "pay", method="wallet").json()["code"] == "wrong_status"
    assert balance_of(ada.pk) == 100 - TRIP_COST
    done = press(ada, booking_id, "complete").json()
    assert (done["status"], done["rating"]) == ("COMPLETE", None)
    assert DriverProfile.objects.get(pk=ready.pk).rating is None


def test_rates_at_the_time_of_booking_apply(ada: User, ready: User, economy: CarType, clock: Clock) -> None:
    booking_id = driven(ada, ready, economy, clock)
    CarType.objects.filter(pk=economy.pk).update(base_fare=99, convenience_fees=50)
    update_platform_settings(convert_to_mile=True, decimal=0)

    assert press(ready, booking_id, "reach").json()["trip_cost"] == "61.5300"


def test_fare_without_routing_is_provisional_until_recalculated(
    ada: User, ready: User, economy: CarType, clock: Clock, roads: Roads
) -> None:
    booking_id = driven(ada, ready, economy, clock)
    roads.silent = True

    body = press(ready, booking_id, "reach").json()

    # Great circle 6.595 km: 10 + 32.975 + 2.5 = 45.475, rounded to 45.48; 15 % of it is 6.82.
    assert (body["distance_km"], body["distance_source"]) == (6.595, "great_circle")
    assert body["trip_cost"] == "52.3000"
    work("bookings.recalculate_fare")
    assert look(ada, booking_id)["distance_source"] == "great_circle"

    roads.silent = False
    work("bookings.recalculate_fare")

    body = look(ada, booking_id)
    assert (body["distance_source"], body["trip_cost"]) == ("multi_waypoint", "61.5300")
    assert (body["status"], body["total_trip_time"]) == ("REACHED", HALF_HOUR)


def test_paid_fare_is_not_recalculated(
    ada: User, ready: User, economy: CarType, clock: Clock, roads: Roads
) -> None:
    booking_id = driven(ada, ready, economy, clock)
    roads.silent = True
    provisional = press(ready, booking_id, "reach").json()["trip_cost"]
    press(ready, booking_id, "collect-cash")
    roads.silent = False

    work("bookings.recalculate_fare")

    assert look(ada, booking_id)["trip_cost"] == provisional


def test_admin_ends_a_stuck_trip(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    before = snapshot()
    assert press(dora, booking.pk, "force-end", reason=" ").status_code == 400
    assert snapshot() == before

    body = press(dora, booking.pk, "force-end", reason="The phone broke").json()

    assert (body["status"], body["distance_km"]) == ("REACHED", 0.0)
    event = BookingEvent.objects.get(booking=booking, name="force_end")
    assert (event.actor, event.role, event.data["reason"]) == (dora, "admin", "The phone broke")


def test_force_end_needs_a_reason(
    ada: User, ben: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    before = snapshot()
    with pytest.raises(BadInput) as refused:
        force_end(booking_id=booking.pk, reason=" ", by=dora)
    assert refused.value.code == "no_cancel_reason"
    assert snapshot() == before


def test_replayed_events_lead_to_the_current_state(
    ada: User, ready: User, economy: CarType, clock: Clock
) -> None:
    booking_id = reached(ada, ready, economy, clock)
    press(ready, booking_id, "collect-cash")
    booking = Booking.objects.get(pk=booking_id)

    status = ""
    for number, event in enumerate(BookingEvent.objects.filter(booking=booking).order_by("version"), start=1):
        assert (event.version, event.from_status) == (number, status)
        status = event.to_status
    assert (status, number) == (booking.status, booking.version)

    for topic in (f"booking:{booking_id}", f"user:{ada.pk}"):
        events = [event for event in published_events(topic=topic) if event.name.startswith("booking.")]
        assert [event.data["version"] for event in events] == list(range(1, booking.version + 1))
        assert events[-1].data["status"] == booking.status
    history = client_of(ada).get(f"{API}/bookings/{booking_id}/events/").json()["results"]
    assert [line["name"] for line in history] == [
        "create",
        "dispatch",
        "accept",
        "arrive",
        "start",
        "reach",
        "collect_cash",
    ]
    assert history[1]["data"] == {}
    assert history[3]["actor"] is None


def test_points_from_accept_to_reach_are_stored(
    ada: User, ready: User, economy: CarType, clock: Clock
) -> None:
    booking_id = reached(ada, ready, economy, clock)

    points = TrackingPoint.objects.filter(booking_id=booking_id).order_by("at")

    assert points[0].status == Status.ACCEPTED
    assert [point.status for point in points].count(Status.STARTED) == 11
    assert points.last().status == Status.REACHED  # type: ignore[union-attr]
