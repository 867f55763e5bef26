"""Each number of a report equals the sum of the bookings drill_down it, in every grouping."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal as D
from typing import Any, Final

import pytest
from django.core.management import call_command

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import credit_wallet
from tests.bookings.deliveries import make_prepaid
from tests.bookings.promos import give_slabs
from tests.bookings.test_cancellation_fee import accepted, cancel
from tests.bookings.test_daily_earnings import ride, settle_at
from tests.personas import client_of

pytestmark = pytest.mark.django_db

YEARS: Final = {"from": "2025-01-01", "to": "2026-12-31"}
PAID: Final = {"status": "PAID,COMPLETE"}
COLUMNS: Final[dict[str, dict[str, str]]] = {
    "rides": PAID,
    "gross": {},
    "trip_cost": PAID,
    "driver_share": PAID,
    "cancellation_fees": {"status": "CANCELLED"},
    "convenience_fees": PAID,
    "discount": PAID,
    "profit": PAID,
}


@pytest.fixture
def story(ada: User, ben: User, bob: User, dora: User, economy: CarType) -> None:
    """Trips, a discount, late cancellations and a refund around midnight in Kathmandu (UTC+5:45)."""
    update_platform_settings(time_zone="Asia/Kathmandu")
    credit_wallet(ada, D(100_000))
    give_slabs(economy)
    moments = iter(
        datetime.fromisoformat(moment).replace(tzinfo=UTC)
        for moment in (
            # Midnight in Kathmandu is 18:15 UTC.
            "2025-12-31T18:14:59",
            "2025-12-31T18:15:00",
            "2026-01-04T18:15:00",
            "2026-01-31T18:14:59",
            "2026-02-01T03:00:00",
            "2026-02-28T18:15:00",
        )
    )
    for driver in (ben, bob, ben):
        trip = ride(ada, driver, economy, discount=D("1.25"))
        settle_at(trip, next(moments))
        late = accepted(ada, driver, economy, seconds=300)
        cancel(ada, late)
        settle_at(late, next(moments))
    refunded = make_prepaid(ada, economy, Status.ACCEPTED, driver=ben)
    apply_transition("cancel", booking_id=refunded.pk, by=dora, inputs=TransitionInput(reason="A mistake"))
    complete = ride(ada, bob, economy)
    apply_transition("complete", booking_id=complete.pk, by=ada, inputs=TransitionInput(rating=5))
    call_command("rebuild_earnings")


def drill_down(person: User, row: dict[str, Any], **query: Any) -> Iterator[dict[str, Any]]:
    """Return the bookings drill_down a number, from all pages."""
    cursor = ""
    while True:
        window = {"settled_from": row["since"], "settled_to": row["until"], "fields": "all"}
        reply = client_of(person).get(f"{API}/bookings/", window | query | {"page_size": 2, "cursor": cursor})
        assert reply.status_code == 200, reply.json()
        yield from reply.json()["results"]
        cursor = reply.json()["next"]
        if not cursor:
            return


def summed(column: str, bookings: Iterator[dict[str, Any]]) -> D:
    def amount(booking: dict[str, Any]) -> D:
        trip = D(booking["trip_cost"]) if booking["status"] != "CANCELLED" else D(0)
        match column:
            case "rides":
                return D(1)
            case "gross":
                return trip + D(booking["cancellation_fee"])
            case "cancellation_fees":
                return D(booking["cancellation_fee"])
            case "profit":
                return D(booking["convenience_fees"]) - D(booking["discount"])
            case name:
                return D(booking[name])

    return sum((amount(booking) for booking in bookings), D(0))


@pytest.mark.parametrize("group", ["day", "week", "month", "year"])
def test_every_number_of_the_report_is_the_sum_of_its_bookings(group: str, story: None, dora: User) -> None:
    body = client_of(dora).get(f"{API}/reports/earnings/", YEARS | {"group": group}).json()
    assert len(body["results"]) > 1
    total = body["totals"] | {"since": YEARS["from"], "until": YEARS["to"]}
    for row in (*body["results"], total):
        for column, query in COLUMNS.items():
            found = summed(column, drill_down(dora, row, **query))
            assert found == D(str(row[column])), (row, column)


@pytest.mark.parametrize("name", ["dora", "fay"])
@pytest.mark.parametrize("group", ["day", "month"])
def test_every_number_of_a_driver_is_the_sum_of_the_drivers_bookings(
    name: str, group: str, story: None, request: pytest.FixtureRequest
) -> None:
    person: User = request.getfixturevalue(name)
    rows = (
        client_of(person).get(f"{API}/reports/driver-earnings/", YEARS | {"group": group}).json()["results"]
    )
    assert rows
    for row in rows:
        query = PAID | {"driver": row["driver"]["id"]}
        for column in ("rides", "driver_share"):
            assert summed(column, drill_down(person, row, **query)) == D(str(row[column])), row


def test_settlement_time_is_set_by_the_database(ada: User, ben: User, economy: CarType) -> None:
    trip = ride(ada, ben, economy)
    kept = Booking.objects.get(pk=trip.pk)
    assert kept.settled_at is not None
    apply_transition("complete", booking_id=trip.pk, by=ada, inputs=TransitionInput(rating=5))
    assert Booking.objects.get(pk=trip.pk).settled_at == kept.settled_at


def test_unsettled_booking_is_behind_no_number(dora: User, ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = make_prepaid(ada, economy, Status.ACCEPTED, driver=ben)
    apply_transition("cancel", booking_id=booking.pk, by=dora, inputs=TransitionInput(reason="A mistake"))
    assert list(drill_down(dora, {"since": "2000-01-01", "until": "2100-01-01"})) == []
