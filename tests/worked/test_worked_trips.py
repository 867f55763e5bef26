"""Runs the worked trips: see the package's docstring for their format."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from tests.bookings.conftest import Snapshot, roads, snapshot
from tests.bookings.roads import Roads
from tests.worked.cancelled import CANCELLED
from tests.worked.delivery import CANCELLED_AFTER_PAYMENT, DELIVERED, WITH_PROMOS
from tests.worked.prepaid import PREPAID_RIDES
from tests.worked.promos import PROMOS
from tests.worked.runner import TripRunner
from tests.worked.table import Trip
from tests.worked.taxi import RIDES, UNITS

__all__ = ["roads", "snapshot"]
pytestmark = pytest.mark.django_db

TABLE = [
    *RIDES,
    *UNITS,
    *PROMOS,
    *CANCELLED,
    *DELIVERED,
    *WITH_PROMOS,
    *CANCELLED_AFTER_PAYMENT,
    *PREPAID_RIDES,
]


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        yield clock


@pytest.mark.parametrize("trip", TABLE, ids=str)
def test_worked_trip(
    trip: Trip, clock: time_machine.Traveller, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    runner = TripRunner(trip, clock, roads, snapshot)
    runner.run()
    runner.compare()


def test_table_has_enough_trips_and_each_once() -> None:
    assert len({trip.name for trip in TABLE}) == len(TABLE) >= 75
