"""Earnings cards, counts and the live map of drivers, for admins and, of their own, fleet admins."""

import itertools
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from apps.accounts.models import User
from apps.accounts.services.availability import mark_driver_busy, set_driver_active
from apps.backoffice import selectors
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.positions import PositionReport, record_positions
from tests.personas import client_of, make_driver

URL = "/api/v1/dashboard/"
DRIVERS = "/api/v1/dashboard/drivers/"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
_references = itertools.count(100_000)

pytestmark = pytest.mark.django_db


def make_booking(customer: User, driver: User | None, **fields: Any) -> Booking:
    fee = Decimal(fields.pop("fee", "1.50"))
    fields.setdefault("status", Status.PAID)
    if fields["status"] in (Status.PAID, Status.COMPLETE):
        fields.setdefault("cash_payment_amount", 10 + fee)
    return Booking.objects.create(
        reference=str(next(_references)),
        customer=customer,
        driver=driver,
        fleet_admin_id=driver.driver_profile.fleet_admin_id if driver else None,
        **{
            "trip_date": NOON,
            "customer_name": customer.full_name,
            "car_type_name": "Economy",
            "car_type_icon": "economy",
            "pickup_lat": 50.7,
            "pickup_lng": -1.3,
            "pickup_add": "Newport",
            "drop_lat": 50.73,
            "drop_lng": -1.16,
            "drop_add": "Ryde",
            "estimate": 10 + fee,
            "estimate_distance_km": 11,
            "estimate_duration_seconds": 900,
            "trip_cost": 10 + fee,
            "convenience_fees": fee,
            "driver_share": 10,
            **fields,
        },
    )


def cards(user: User) -> dict[str, str]:
    with time_machine.travel(NOON, tick=False):
        body = client_of(user).get(URL).json()
    earnings: dict[str, str] = body["earnings"]
    return earnings


def test_earnings_are_of_today_of_this_month_and_of_all_time(dora: User, ada: User, ben: User) -> None:
    make_booking(ada, ben, fee="1.00")
    make_booking(ada, ben, fee="2.00", status=Status.COMPLETE, trip_date=NOON - timedelta(hours=11))
    make_booking(ada, ben, fee="4.00", trip_date=NOON - timedelta(days=1))
    make_booking(ada, ben, fee="8.00", trip_date=NOON.replace(year=2025))
    assert cards(dora) == {"today": "3.0000", "month": "3.0000", "total": "15.0000"}
    make_booking(ada, ben, fee="16.00", trip_date=NOON + timedelta(days=1))
    assert cards(dora) == {"today": "3.0000", "month": "3.0000", "total": "31.0000"}


def test_same_day_of_another_year_is_not_today(dora: User, ada: User, ben: User) -> None:
    make_booking(ada, ben, trip_date=NOON.replace(year=2025))
    assert cards(dora)["today"] == cards(dora)["month"] == "0.0000"


def test_days_are_those_of_the_platforms_time_zone(dora: User, ada: User, ben: User) -> None:
    # 13:30 UTC on the 1st is 00:30 on the 2nd in Auckland, where noon UTC is 01:00 on the 2nd.
    update_platform_settings(time_zone="Pacific/Auckland")
    make_booking(ada, ben, fee="1.00", trip_date=datetime(2026, 3, 1, 11, 30, tzinfo=UTC))
    make_booking(ada, ben, fee="2.00", trip_date=datetime(2026, 3, 1, 10, 30, tzinfo=UTC))
    assert cards(dora) == {"today": "1.0000", "month": "3.0000", "total": "3.0000"}


@pytest.mark.parametrize(
    "status", [status for status in Status if status not in (Status.PAID, Status.COMPLETE)]
)
def test_only_paid_and_complete_trips_earn(dora: User, ada: User, ben: User, status: Status) -> None:
    driver = None if status in (Status.NEW, Status.PAYMENT_PENDING) else ben
    make_booking(ada, driver, status=status)
    assert cards(dora)["total"] == "0.0000"


def test_trips_without_a_fee_earn_nothing(dora: User, ada: User, ben: User) -> None:
    make_booking(ada, ben, fee="0")
    assert cards(dora)["total"] == "0.0000"


def test_fleet_admin_sees_earnings_of_the_own_drivers_alone(
    fay: User, dora: User, ada: User, ben: User, bob: User
) -> None:
    make_booking(ada, ben, fee="1.00")
    make_booking(ada, bob, fee="2.00")
    assert cards(fay)["total"] == "2.0000"
    assert cards(dora)["total"] == "3.0000"


def test_counts_are_of_everything_for_admins_and_of_the_fleet_for_its_admin(
    dora: User, fay: User, ada: User, cleo: User, ben: User, bob: User
) -> None:
    set_driver_active(driver_id=bob.pk, active=True)
    make_booking(ada, ben)
    make_booking(ada, bob, status=Status.CANCELLED)
    make_booking(ada, bob, status=Status.STARTED)
    make_booking(cleo, None, status=Status.NEW)
    assert client_of(dora).get(URL).json()["counts"] == {
        "riders": 2,
        "drivers": 2,
        "active_drivers": 1,
        "trips_active": 3,
        "completed": 1,
        "cancelled": 1,
    }
    assert client_of(fay).get(URL).json()["counts"] == {
        "riders": 1,
        "drivers": 1,
        "active_drivers": 1,
        "trips_active": 1,
        "completed": 0,
        "cancelled": 1,
    }


def put_on_map(*drivers: User) -> None:
    for driver in drivers:
        set_driver_active(driver_id=driver.pk, active=True)
    record_positions(
        PositionReport(driver.pk, 50.7 + driver.pk / 1e4, -1.3, timezone.now(), heading=90.0)
        for driver in drivers
    )


def shown_to(user: User) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = client_of(user).get(DRIVERS).json()["results"]
    return results


def test_admin_sees_every_active_driver_and_what_they_are_on(
    dora: User, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    put_on_map(ben, bob)
    mark_driver_busy(driver_id=ben.pk)
    booking = make_booking(ada, ben, status=Status.STARTED)
    first, second = shown_to(dora)
    assert first.pop("at").endswith("Z")
    assert first == {
        "id": ben.pk,
        "name": "Ben Example",
        "vehicle_number": ben.driver_profile.vehicle_number,
        "car_type": {"id": economy.pk, "name": "Economy", "icon": "economy"},
        "lat": pytest.approx(50.7 + ben.pk / 1e4),
        "lng": -1.3,
        "heading": 90.0,
        "online": True,
        "busy": True,
        "booking_id": booking.pk,
    }
    assert (second["id"], second["busy"], second["booking_id"]) == (bob.pk, False, None)


def test_fleet_admin_sees_the_own_drivers_alone(fay: User, ben: User, bob: User) -> None:
    put_on_map(ben, bob)
    assert [row["id"] for row in shown_to(fay)] == [bob.pk]


def test_driver_who_is_offline_unapproved_disabled_or_never_seen_is_not_on_the_map(
    dora: User, ben: User, economy: CarType
) -> None:
    offline, unapproved, disabled = (make_driver(name, economy) for name in ("Off", "New", "Gone"))
    put_on_map(ben, offline, unapproved, disabled)
    set_driver_active(driver_id=offline.pk, active=False)
    User.objects.filter(pk=unapproved.pk).update(approved=False)
    User.objects.filter(pk=disabled.pk).update(is_active=False)
    set_driver_active(driver_id=make_driver("Unseen", economy).pk, active=True)
    assert [row["id"] for row in shown_to(dora)] == [ben.pk]


def test_map_costs_one_query_however_many_drivers_there_are(
    economy: CarType, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    put_on_map(*(make_driver(f"D{number}", economy) for number in range(5)))
    with django_assert_num_queries(1):
        assert len(list(selectors.drivers_on_map(fleet_admin_id=None))) == 5


@pytest.mark.parametrize("path", [URL, DRIVERS])
def test_riders_and_drivers_and_visitors_are_kept_out(ada: User, ben: User, path: str) -> None:
    for user in (ada, ben):
        response = client_of(user).get(path)
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    response = client_of(None).get(path)
    assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")
