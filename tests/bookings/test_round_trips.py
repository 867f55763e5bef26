"""The number of database queries of each transition, without begin and commit."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.fares.models import CarType
from tests.bookings.api import look
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.bookings.deliveries import make_delivery, make_prepaid
from tests.bookings.measurements import MEASUREMENT

pytestmark = pytest.mark.django_db


def round_trips(name: str, booking_id: int, by: User | None, inputs: TransitionInput) -> int:
    with CaptureQueriesContext(connection) as queries:
        apply_transition(name, booking_id=booking_id, by=by, inputs=inputs)
    return sum("SAVEPOINT" not in query["sql"] for query in queries)


@pytest.mark.parametrize(
    ("name", "status", "at_most"),
    [
        ("decline", Status.NEW, 3),
        # One of them reads the driver's documents and vehicle after the lock.
        ("accept", Status.NEW, 5),
        ("driver_cancel", Status.ACCEPTED, 2),
        ("arrive", Status.ACCEPTED, 2),
        ("start", Status.ARRIVED, 2),
        ("reach", Status.STARTED, 3),
        ("request_payment", Status.REACHED, 2),
        # One of them reads the fees owed for earlier bookings, which cash pays too.
        ("collect_cash", Status.REACHED, 5),
        ("pay", Status.PENDING, 4),
        ("complete", Status.PAID, 3),
        ("rate_rider", Status.PAID, 3),
        ("cancel", Status.NEW, 3),
    ],
)
def test_transition_query_count(
    name: str, status: Status, at_most: int, ada: User, ben: User, economy: CarType
) -> None:
    credit_wallet(ada)
    credit_wallet(ben)
    put_online(ben)
    booking = make_booking(ada, economy, status, driver=ben)
    if status == Status.NEW:
        make_offer(booking, ben)
    by = ada if name in ("pay", "complete", "cancel") else ben
    inputs = TransitionInput(reason="Because", rating=5, measurement=MEASUREMENT)

    assert round_trips(name, booking.pk, by, inputs) <= at_most


def test_prepay_query_count(ada: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = make_delivery(ada, economy, Status.PAYMENT_PENDING)
    assert round_trips("prepay", booking.pk, ada, TransitionInput()) <= 4


def test_reach_with_settlement_query_count(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada)
    put_online(ben)
    booking = make_prepaid(ada, economy, Status.STARTED, driver=ben)
    assert round_trips("reach", booking.pk, ben, TransitionInput(measurement=MEASUREMENT)) <= 9


def test_photo_query_count(ada: User, ben: User, economy: CarType) -> None:
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben)
    assert round_trips("photograph_pickup", booking.pk, ben, TransitionInput(image="bookings/1/x.jpg")) <= 2


def test_booking_detail_reads_the_owed_fees_once(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.REACHED, driver=ben)
    with CaptureQueriesContext(connection) as queries:
        look(ben, booking.pk)
    assert sum('FROM "wallet_owedfee"' in query["sql"] for query in queries) == 1
