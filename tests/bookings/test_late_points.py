"""Positions that arrive with or after the end of a trip: distance driven offline is charged."""

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal as D
from threading import Timer
from time import monotonic
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import DistanceSource, Status
from apps.bookings.models import Booking, BookingEvent, TrackingPoint
from apps.bookings.services import measurement
from apps.bookings.services.measurement import finish_waiting, recompute_fare
from apps.bookings.services.payment import booking_to_pay
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput, TripMeasurement
from apps.core.errors import Conflict
from apps.core.models import OutboxEntry
from apps.fares.models import CarType
from apps.fares.promos.redemption import terms_of
from apps.geo.positions.store import PositionReport
from apps.notifications.models import InboxMessage
from apps.wallet.selectors import balance_of
from apps.wallet.trips.prepaid import hold_prepayment
from tests.bookings.api import look, press, work
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, put_online, send_positions
from tests.bookings.conftest import Snapshot
from tests.bookings.roads import Roads
from tests.fares.promos import make_promo

pytestmark = pytest.mark.django_db
METRE = 1 / 111_195
"""In degrees of latitude."""
STARTED, LOST, ENDED = 600, 300, 60
"""Seconds ago: the start, the last point before the gap, the end of the trip."""
SPEED = 10
"""Metres a second, to the north."""


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def ready(ben: User) -> User:
    """ben with money, last seen before the trip."""
    credit_wallet(ben)
    put_online(ben, seconds_ago=STARTED + 60)
    return ben


@pytest.fixture
def trip(ada: User, ready: User, economy: CarType, roads: Roads, now: datetime) -> Booking:
    """A trip whose phone went silent after five minutes, measured without routing."""
    roads.silent = True
    moment = now - timedelta(seconds=STARTED)
    trip = make_booking(
        ada, economy, Status.STARTED, driver=ready,
        accepted_at=moment, driver_arrive_time=moment, trip_start_time=moment,
    )  # fmt: skip
    send(ready, way(ready, now, STARTED, LOST))
    return trip


def point(driver: User, now: datetime, ago: float, *, speed: float = SPEED) -> PositionReport:
    metres = (STARTED - ago) * speed
    at = now - timedelta(seconds=ago)
    return PositionReport(driver_id=driver.pk, lat=PICKUP[0] + metres * METRE, lng=PICKUP[1], at=at)


def way(driver: User, now: datetime, start: int, end: int) -> list[PositionReport]:
    """A point every ten seconds from start to end."""
    return [point(driver, now, ago) for ago in range(start, end - 1, -10)]


def gap(driver: User, now: datetime) -> list[PositionReport]:
    return way(driver, now, LOST - 10, ENDED)


def send(driver: User, points: list[PositionReport]) -> None:
    send_positions(driver, points)


def ended(now: datetime, *, ago: float = ENDED, waiting: int = 24) -> dict[str, Any]:
    """What the driver's phone sends with the end of the trip."""
    at = (now - timedelta(seconds=ago)).isoformat()
    return {"at": at, "points_waiting": waiting, **({"last_point_at": at} if waiting else {})}


def reached(driver: User, trip: Booking, **body: Any) -> dict[str, Any]:
    reply = press(driver, trip.pk, "reach", **body)
    assert reply.status_code == 200, reply.json()
    booking: dict[str, Any] = reply.json()
    return booking


DRIVEN_KM = (STARTED - ENDED) * SPEED / 1000
CHARGED_WITHOUT_THE_GAP_KM = (STARTED - LOST) * SPEED / 1000


def test_points_that_arrive_before_the_end_are_charged(trip: Booking, ready: User, now: datetime) -> None:
    send(ready, gap(ready, now))

    body = reached(ready, trip, **ended(now))

    assert body["distance_km"] == pytest.approx(DRIVEN_KM, rel=0.001)
    assert body["drop"]["lat"] == pytest.approx(PICKUP[0] + DRIVEN_KM * 1000 * METRE, abs=1e-5)
    assert body["total_trip_time"] == STARTED - ENDED


def test_late_points_recalculate_the_fare_and_move_the_drop(
    trip: Booking, ready: User, ada: User, now: datetime
) -> None:
    before = reached(ready, trip, **ended(now))
    assert before["distance_km"] == pytest.approx(CHARGED_WITHOUT_THE_GAP_KM, rel=0.001)

    send(ready, gap(ready, now))
    work("bookings.recalculate_fare")

    after = look(ada, trip.pk)
    assert after["distance_km"] == pytest.approx(DRIVEN_KM, rel=0.001)
    assert float(after["trip_cost"]) > float(before["trip_cost"])
    assert after["drop"]["lat"] == pytest.approx(PICKUP[0] + DRIVEN_KM * 1000 * METRE, abs=1e-5)
    assert (after["status"], after["total_trip_time"]) == ("REACHED", before["total_trip_time"])


def test_late_points_are_charged_by_road_when_routing_works(
    trip: Booking, ready: User, ada: User, roads: Roads, now: datetime
) -> None:
    reached(ready, trip, **ended(now))
    send(ready, gap(ready, now))
    roads.silent = False
    work("bookings.recalculate_fare")
    body = look(ada, trip.pk)
    assert (body["distance_km"], body["distance_source"]) == (float(roads.driven_km), "multi_waypoint")


def test_late_points_count_until_the_rider_pays(trip: Booking, ready: User, ada: User, now: datetime) -> None:
    reached(ready, trip, **ended(now))
    press(ready, trip.pk, "request-payment")

    send(ready, gap(ready, now))
    work("bookings.recalculate_fare")

    body = look(ada, trip.pk)
    assert (body["status"], body["distance_km"]) == ("PENDING", pytest.approx(DRIVEN_KM, rel=0.001))


def test_late_points_count_while_a_difference_is_due(
    trip: Booking, ready: User, ada: User, now: datetime
) -> None:
    # Partly prepaid from the wallet.
    credit_wallet(ada, D(10))
    hold_prepayment(booking_id=trip.pk, reference=trip.reference, customer_id=ada.pk, wallet=D(10))
    Booking.objects.filter(pk=trip.pk).update(
        prepaid=True, prepaid_amount=10, used_wallet_money=10, payment_mode="wallet"
    )
    assert reached(ready, trip, **ended(now))["status"] == "PENDING"

    send(ready, gap(ready, now))
    work("bookings.recalculate_fare")

    body = look(ada, trip.pk)
    assert (body["status"], body["distance_km"]) == ("PENDING", pytest.approx(DRIVEN_KM, rel=0.001))


@pytest.fixture
def paid_ahead(trip: Booking, ada: User) -> Booking:
    """A trip prepaid from ada's wallet without the gap's distance; the wallet holds 500 more."""
    credit_wallet(ada, D(500) + trip.payable_amount)
    hold_prepayment(
        booking_id=trip.pk, reference=trip.reference, customer_id=ada.pk, wallet=trip.payable_amount
    )
    Booking.objects.filter(pk=trip.pk).update(
        prepaid=True,
        prepaid_amount=trip.payable_amount,
        used_wallet_money=trip.payable_amount,
        payment_mode="wallet",
    )
    trip.refresh_from_db()
    return trip


def paid_notices(rider: User) -> int:
    notices = InboxMessage.objects.filter(user_id=rider.pk)
    return notices.filter(occasion="payment_done").count()


def test_prepaid_ride_is_settled_when_late_points_arrive(
    paid_ahead: Booking, ready: User, ada: User, now: datetime
) -> None:
    held = balance_of(ready.pk)
    body = reached(ready, paid_ahead, **ended(now))
    assert body["status"] == "PENDING"
    assert "pay" not in look(ada, paid_ahead.pk)["actions"]
    assert (balance_of(ada.pk), balance_of(ready.pk), paid_notices(ada)) == (D(500), held, 0)
    assert not DriverProfile.objects.get(pk=ready.pk).busy

    send(ready, gap(ready, now))
    work("bookings.recalculate_fare")

    after = look(ada, paid_ahead.pk)
    assert (after["status"], after["distance_km"]) == ("PAID", pytest.approx(DRIVEN_KM, rel=0.001))
    paid_ahead.refresh_from_db()
    assert paid_ahead.customer_paid == paid_ahead.payable_amount
    assert balance_of(ada.pk) == 500 + paid_ahead.prepaid_amount - paid_ahead.payable_amount
    assert balance_of(ready.pk) == held + paid_ahead.driver_share
    assert paid_notices(ada) == 1
    call_command("verify_ledger", verbosity=0)


def test_prepaid_ride_waits_ten_minutes_for_missing_points(
    paid_ahead: Booking, ready: User, ada: User, now: datetime
) -> None:
    reached(ready, paid_ahead, **ended(now))
    work("bookings.points_arrived")
    entry = OutboxEntry.objects.get(name="bookings.points_arrived")
    assert (entry.done_at, look(ada, paid_ahead.pk)["status"]) == (None, "PENDING")
    with time_machine.travel(now + timedelta(minutes=9), tick=True):
        assert not finish_waiting(booking_id=paid_ahead.pk)

    with time_machine.travel(now + timedelta(minutes=11), tick=True):
        work("bookings.points_arrived")

    body = look(ada, paid_ahead.pk)
    assert body["status"] == "PAID"
    assert body["distance_km"] == pytest.approx(CHARGED_WITHOUT_THE_GAP_KM, rel=0.001)
    call_command("verify_ledger", verbosity=0)


def test_prepaid_ride_cannot_be_paid_while_points_are_missing(
    trip: Booking, ready: User, ada: User, now: datetime
) -> None:
    credit_wallet(ada, D(500))
    hold_prepayment(booking_id=trip.pk, reference=trip.reference, customer_id=ada.pk, wallet=D(5))
    Booking.objects.filter(pk=trip.pk).update(prepaid=True, prepaid_amount=5, used_wallet_money=5)
    reached(ready, trip, **ended(now))
    before = (balance_of(ada.pk), balance_of(ready.pk))
    assert D(look(ada, trip.pk)["amount_due"]) > 0
    for person, action, body in ((ada, "pay", {"method": "wallet"}), (ready, "collect-cash", {})):
        reply = press(person, trip.pk, action, **body)
        assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
        assert action not in look(person, trip.pk)["actions"]
    with pytest.raises(Conflict, match="isn't known yet"):
        booking_to_pay(booking_id=trip.pk, by=ada)
    assert look(ada, trip.pk)["status"] == "PENDING"
    assert (balance_of(ada.pk), balance_of(ready.pk)) == before


def test_promo_stays_until_all_points_have_arrived(
    paid_ahead: Booking, ready: User, ada: User, now: datetime
) -> None:
    # More than the fare of three kilometres, less than that of five.
    promo = make_promo(min_order=35)
    terms = terms_of(promo).as_json()
    Booking.objects.filter(pk=paid_ahead.pk).update(promo=promo, promo_details=terms)
    reached(ready, paid_ahead, **ended(now))
    paid_ahead.refresh_from_db()
    assert paid_ahead.promo_id == promo.pk
    assert paid_ahead.discount == 0

    send(ready, gap(ready, now))
    work("bookings.recalculate_fare")

    paid_ahead.refresh_from_db()
    assert (paid_ahead.status, paid_ahead.promo_id) == ("PAID", promo.pk)
    assert paid_ahead.discount > 0


def test_measurement_of_some_points_settles_nothing(
    paid_ahead: Booking, ready: User, ada: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached(ready, paid_ahead, **ended(now))
    points = gap(ready, now)
    send(ready, points[:-5])
    some = measurement._trace(Booking.objects.get(pk=paid_ahead.pk))
    send(ready, points[-5:])
    # The first batch's job read its points before the second batch was stored.
    with monkeypatch.context() as patch:
        patch.setattr(measurement, "_trace", lambda booking: some)
        recompute_fare(booking_id=paid_ahead.pk)
    assert look(ada, paid_ahead.pk)["status"] == "PENDING"
    work("bookings.recalculate_fare")
    body = look(ada, paid_ahead.pk)
    assert (body["status"], body["distance_km"]) == ("PAID", pytest.approx(DRIVEN_KM, rel=0.001))


def test_stationary_car_at_the_end_completes_the_wait(
    paid_ahead: Booking, ready: User, ada: User, now: datetime, roads: Roads
) -> None:
    roads.silent = False
    reached(ready, paid_ahead, **ended(now, waiting=1))
    still = point(ready, now, LOST)
    at = now - timedelta(seconds=ENDED)
    send(ready, [PositionReport(driver_id=ready.pk, lat=still.lat, lng=still.lng, at=at)])
    assert owed_fares() == 0
    work("bookings.points_arrived")
    assert look(ada, paid_ahead.pk)["status"] == "PAID"


def test_prepaid_ride_with_all_points_is_settled_at_once(
    paid_ahead: Booking, ready: User, now: datetime
) -> None:
    send(ready, gap(ready, now))
    assert reached(ready, paid_ahead, **ended(now))["status"] == "PAID"


def test_no_points_are_added_after_the_announced_ones(trip: Booking, ready: User, now: datetime) -> None:
    send(ready, gap(ready, now))
    reached(ready, trip, **ended(now))
    before = points_of(trip)
    between = point(ready, now, 105)
    send(
        ready, [PositionReport(driver_id=ready.pk, lat=between.lat, lng=between.lng + 0.0002, at=between.at)]
    )
    assert (points_of(trip), owed_fares()) == (before, 0)
    assert BookingEvent.objects.get(booking=trip, name="reach").data["points_waiting"] == 0


def test_rider_is_notified_when_late_points_raise_the_fare(
    trip: Booking, ready: User, ada: User, now: datetime
) -> None:
    def requests() -> list[D]:
        notices = InboxMessage.objects.filter(user_id=ada.pk)
        rows = notices.filter(occasion="completed_please_pay").order_by("pk")
        return [D(row.data["amount"]) for row in rows]

    reached(ready, trip, **ended(now))
    first = requests()

    send(ready, gap(ready, now))
    work("bookings.recalculate_fare")

    assert requests() == [*first, D(look(ada, trip.pk)["payable_amount"])]
    assert requests()[-1] > first[0]


def test_measurement_of_fewer_points_than_stored_is_refused(
    trip: Booking, ready: User, now: datetime, snapshot: Callable[[], Snapshot]
) -> None:
    reached(ready, trip, **ended(now))
    fewer = trip.tracking_points.filter(status__in=(Status.STARTED, Status.REACHED)).count()
    send(ready, gap(ready, now))
    before = snapshot()

    short = TripMeasurement(distance_km=D("0.314"), distance_source=DistanceSource.DRIVE_TIME, points=fewer)
    with pytest.raises(Conflict) as refusal:
        apply_transition(
            "recalculate_fare", booking_id=trip.pk, by=None, inputs=TransitionInput(measurement=short)
        )

    assert refusal.value.code == "fare_is_final"
    assert snapshot() == before


def test_late_points_are_added_to_their_trip_during_the_next(
    trip: Booking, ready: User, ada: User, cleo: User, economy: CarType, now: datetime
) -> None:
    reached(ready, trip, **ended(now))
    press(ready, trip.pk, "request-payment")
    following = make_booking(
        cleo, economy, Status.ACCEPTED, driver=ready,
        accepted_at=now, driver_arrive_time=None, trip_start_time=None,
    )  # fmt: skip

    send(ready, gap(ready, now))
    work("bookings.recalculate_fare")

    assert look(ada, trip.pk)["distance_km"] == pytest.approx(DRIVEN_KM, rel=0.001)
    assert not TrackingPoint.objects.filter(booking=following).exists()


def test_late_points_count_after_an_admin_ended_the_trip(
    trip: Booking, ready: User, dora: User, ada: User, now: datetime
) -> None:
    press(dora, trip.pk, "force-end", reason="The phone is silent")

    send(ready, gap(ready, now))
    work("bookings.recalculate_fare")

    assert look(ada, trip.pk)["distance_km"] == pytest.approx(DRIVEN_KM, rel=0.001)


def points_of(trip: Booking) -> list[tuple[datetime, float]]:
    return list(TrackingPoint.objects.filter(booking=trip).order_by("at").values_list("at", "lat"))


def owed_fares() -> int:
    return OutboxEntry.objects.filter(name="bookings.recalculate_fare", key__contains=":late:").count()


def test_paid_trip_gets_no_points(
    trip: Booking, ready: User, now: datetime, snapshot: Callable[[], Snapshot]
) -> None:
    reached(ready, trip, **ended(now))
    press(ready, trip.pk, "collect-cash")
    work("bookings.recalculate_fare")
    before = snapshot()

    send(ready, gap(ready, now))
    work("bookings.recalculate_fare")

    after = snapshot()
    assert {name: after[name] for name in after if name != "DriverPosition"} == {
        name: before[name] for name in before if name != "DriverPosition"
    }


def forged_too_fast(driver: User, now: datetime) -> list[PositionReport]:
    return [point(driver, now, ago, speed=100) for ago in range(LOST - 10, ENDED, -10)]


def forged_after_the_end(driver: User, now: datetime) -> list[PositionReport]:
    return way(driver, now, ENDED - 10, 10)


def forged_before_the_start(driver: User, now: datetime) -> list[PositionReport]:
    return [point(driver, now, STARTED + ago) for ago in (300, 200, 100)]


@pytest.mark.parametrize("forged", [forged_too_fast, forged_after_the_end, forged_before_the_start])
def test_points_outside_the_trip_are_not_added(
    forged: Callable[[User, datetime], list[PositionReport]], trip: Booking, ready: User, now: datetime
) -> None:
    reached(ready, trip, **ended(now))
    before = points_of(trip)

    send(ready, forged(ready, now))

    assert points_of(trip) == before
    assert owed_fares() == 0


def test_unannounced_points_are_not_added(trip: Booking, ready: User, now: datetime) -> None:
    reached(ready, trip, **ended(now, waiting=0))
    before = points_of(trip)

    send(ready, gap(ready, now))

    assert (points_of(trip), owed_fares()) == (before, 0)


def test_points_of_another_driver_are_not_added(trip: Booking, ready: User, bob: User, now: datetime) -> None:
    reached(ready, trip, **ended(now))
    before = points_of(trip)

    send(bob, gap(bob, now))

    assert (points_of(trip), owed_fares()) == (before, 0)


def test_late_batch_sent_twice_is_added_once(trip: Booking, ready: User, ada: User, now: datetime) -> None:
    reached(ready, trip, **ended(now))
    for _ in range(2):
        send(ready, gap(ready, now))
        work("bookings.recalculate_fare")
    assert look(ada, trip.pk)["distance_km"] == pytest.approx(DRIVEN_KM, rel=0.001)
    assert BookingEvent.objects.filter(booking=trip, name="recalculate_fare").count() == 1


# -- the time of the end -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "ago",
    [-3600, STARTED + 600, LOST + 120],
    ids=["in the future", "before the start", "before the last point"],
)
def test_impossible_end_time_is_replaced_by_now(ago: int, trip: Booking, ready: User, now: datetime) -> None:
    reached(ready, trip, **ended(now, ago=ago, waiting=0))

    trip.refresh_from_db()
    assert trip.trip_end_time is not None
    assert abs(trip.trip_end_time - timezone.now()) < timedelta(seconds=20)


def test_trip_started_offline_is_measured_from_its_start(
    ada: User, ready: User, economy: CarType, roads: Roads, now: datetime
) -> None:
    roads.silent = True
    moment = now - timedelta(seconds=STARTED + 60)
    booking = make_booking(
        ada, economy, Status.ARRIVED, driver=ready, accepted_at=moment, driver_arrive_time=moment
    )
    # Seen at the pickup; the start and the drive arrive together later.
    send(ready, [point(ready, now, STARTED + 30, speed=0)])
    at = (now - timedelta(seconds=STARTED)).isoformat()
    assert press(ready, booking.pk, "start", at=at).status_code == 200
    send(ready, way(ready, now, STARTED, ENDED))

    body = reached(ready, booking, **ended(now, waiting=0))

    assert body["distance_km"] == pytest.approx(DRIVEN_KM, rel=0.001)
    assert body["total_trip_time"] == STARTED - ENDED


@pytest.mark.django_db(transaction=True)
def test_reach_waits_for_announced_points(trip: Booking, ready: User, now: datetime) -> None:
    def arrive_late() -> None:
        send(ready, gap(ready, now))
        connection.close()

    batch = Timer(0.5, arrive_late)
    batch.start()
    body = reached(ready, trip, **ended(now))
    batch.join()

    assert body["distance_km"] == pytest.approx(DRIVEN_KM, rel=0.001)
    assert body["distance_source"] == DistanceSource.GREAT_CIRCLE


def test_reach_waits_at_most_two_seconds(trip: Booking, ready: User, now: datetime) -> None:
    began = monotonic()
    body = reached(ready, trip, **ended(now))
    assert 2 <= monotonic() - began < 10
    assert body["status"] == "REACHED"
