"""A move costs a handful of round trips to the database, begin and commit aside."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import User
from apps.bookings.change import Facts
from apps.bookings.choices import Status
from apps.bookings.machine import apply_transition
from apps.fares.models import CarType
from tests.bookings.making import make_booking, make_offer, make_rich, put_online
from tests.bookings.measures import MEASURE

pytestmark = pytest.mark.django_db


def round_trips(name: str, booking_id: int, by: User | None, facts: Facts) -> int:
    with CaptureQueriesContext(connection) as queries:
        apply_transition(name, booking_id=booking_id, by=by, facts=facts)
    return sum("SAVEPOINT" not in query["sql"] for query in queries)


@pytest.mark.parametrize(
    ("name", "status", "at_most"),
    [
        ("decline", Status.NEW, 3),
        ("accept", Status.NEW, 7),
        ("give_back", Status.ACCEPTED, 5),
        ("arrive", Status.ACCEPTED, 2),
        ("start", Status.ARRIVED, 2),
        ("reach", Status.STARTED, 5),
        ("request_payment", Status.REACHED, 5),
        ("collect_cash", Status.REACHED, 7),
        ("pay", Status.PENDING, 4),
        ("complete", Status.PAID, 4),
        ("cancel", Status.NEW, 3),
    ],
)
def test_a_move_costs_no_more_round_trips_than_this(
    name: str, status: Status, at_most: int, ada: User, ben: User, economy: CarType
) -> None:
    make_rich(ada)
    make_rich(ben)
    put_online(ben)
    booking = make_booking(ada, economy, status, driver=ben)
    if status == Status.NEW:
        make_offer(booking, ben)
    by = ada if name in ("pay", "complete", "cancel") else ben
    facts = Facts(reason="Because", rating=5, measure=MEASURE)

    assert round_trips(name, booking.pk, by, facts) <= at_most
