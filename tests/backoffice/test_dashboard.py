"""Earnings cards, counts and the driver map, for admins and for fleet admins of their own drivers."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from apps.accounts.models import User
from apps.accounts.services.availability import set_driver_active
from apps.backoffice import selectors
from apps.bookings.choices import Status
from apps.bookings.models import DailyEarnings
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.timing import STALE_DRIVER
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.positions.store import PositionReport, mark_stale, record_positions
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.test_daily_earnings import ride
from tests.personas import client_of, make_driver

URL = "/api/v1/dashboard/"
DRIVERS = "/api/v1/dashboard/drivers/"
CHART = "/api/v1/dashboard/chart/"
TRIPS = "ACCEPTED,ARRIVED,STARTED,REACHED"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def earned(when: datetime, driver: User | None, fee: str, **more: Any) -> None:
    """Create a paid trip in the totals of its day in UTC."""
    DailyEarnings.objects.create(
        **{
            "day": when.date(),
            "driver": driver,
            "fleet_admin_id": driver.driver_profile.fleet_admin_id if driver else None,
            "rides": 1,
            "trip_cost": 10 + Decimal(fee),
            "driver_share": 10,
            "convenience_fees": Decimal(fee),
            "discount": 0,
            "cancellation_fees": 0,
            **more,
        }
    )


def cards(user: User) -> dict[str, str]:
    with time_machine.travel(NOON, tick=False):
        earnings: dict[str, str] = figures(user)["earnings"]
    return earnings


def figures(user: User) -> dict[str, dict[str, Any]]:
    body: dict[str, dict[str, Any]] = client_of(user).get(URL).json()
    return body


def test_earnings_are_of_today_this_month_and_in_total(dora: User, ben: User, bob: User) -> None:
    earned(NOON, ben, "1.00")
    earned(NOON, bob, "2.00")
    earned(NOON - timedelta(days=1), ben, "4.00")
    earned(NOON.replace(year=2025), ben, "8.00")
    assert cards(dora) == {"today": "3.0000", "month": "3.0000", "total": "15.0000"}


def test_same_day_of_another_year_is_not_today(dora: User, ben: User) -> None:
    earned(NOON.replace(year=2025), ben, "1.00")
    assert cards(dora)["today"] == cards(dora)["month"] == "0.0000"


def test_days_are_in_the_platforms_time_zone(dora: User, ben: User) -> None:
    # Noon UTC on 1 March is 01:00 on 2 March in Auckland.
    update_platform_settings(time_zone="Pacific/Auckland")
    earned(NOON, ben, "1.00")
    earned(NOON + timedelta(days=1), ben, "2.00")
    assert cards(dora) == {"today": "2.0000", "month": "3.0000", "total": "3.0000"}


def test_trip_counts_when_it_is_paid(dora: User, ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    assert figures(dora)["earnings"]["today"] == "0.0000"
    credit_wallet(ada)
    apply_transition("pay", booking_id=booking.pk, by=ada)
    earnings = figures(dora)["earnings"]
    assert set(earnings.values()) == {f"{booking.convenience_fees:.4f}"}
    assert figures(dora)["counts"]["completed"] == 1


def test_fleet_admin_sees_earnings_of_own_drivers_only(fay: User, dora: User, ben: User, bob: User) -> None:
    earned(NOON, ben, "1.00")
    earned(NOON, bob, "2.00")
    assert cards(fay)["total"] == "2.0000"
    assert cards(dora)["total"] == "3.0000"


def test_counts_are_of_all_for_admins_and_of_the_fleet_for_its_admin(
    dora: User, fay: User, ada: User, cleo: User, ben: User, bob: User, economy: CarType
) -> None:
    set_driver_active(driver_id=bob.pk, active=True)
    ride(ada, ben, economy)
    make_booking(ada, economy, Status.CANCELLED, driver=bob, ended_at=timezone.now())
    make_booking(ada, economy, Status.STARTED, driver=bob)
    make_booking(cleo, economy, Status.NEW)
    assert figures(dora)["counts"] == {
        "riders": 2,
        "drivers": 2,
        "active_drivers": 1,
        "trips_active": 1,
        "completed": 1,
        "cancelled": 1,
    }
    assert figures(fay)["counts"] == {
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


def test_admin_sees_every_active_driver_with_the_current_booking(
    dora: User, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    put_on_map(ben, bob)
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    first, second = shown_to(dora)
    assert first.pop("at").endswith("Z")
    assert first == {
        "id": ben.pk,
        "name": "Ben Example",
        "vehicle_number": ben.driver_profile.vehicle_number,
        "car_type": {"id": economy.pk, "name": "Economy", "icon": "economy", "image": None},
        "lat": pytest.approx(50.7 + ben.pk / 1e4),
        "lng": -1.3,
        "heading": 90.0,
        "online": True,
        "busy": True,
        "booking_id": booking.pk,
    }
    assert (second["id"], second["busy"], second["booking_id"]) == (bob.pk, False, None)


def test_marker_has_the_operators_picture(dora: User, ben: User, economy: CarType) -> None:
    CarType.objects.filter(pk=economy.pk).update(image="cars/own.webp")
    put_on_map(ben)
    (row,) = shown_to(dora)
    assert row["car_type"]["image"].endswith("/cars/own.webp")


def test_fleet_admin_sees_own_drivers_only(fay: User, ben: User, bob: User) -> None:
    put_on_map(ben, bob)
    assert [row["id"] for row in shown_to(fay)] == [bob.pk]


def test_driver_who_is_offline_unapproved_or_disabled_is_not_on_the_map(
    dora: User, ben: User, economy: CarType
) -> None:
    offline, unapproved, disabled = (make_driver(name, economy) for name in ("Off", "New", "Gone"))
    put_on_map(ben, offline, unapproved, disabled)
    set_driver_active(driver_id=offline.pk, active=False)
    User.objects.filter(pk=unapproved.pk).update(approved=False)
    User.objects.filter(pk=disabled.pk).update(is_active=False)
    assert [row["id"] for row in shown_to(dora)] == [ben.pk]


def test_driver_whose_phone_has_not_reported_has_no_position(dora: User, ben: User) -> None:
    set_driver_active(driver_id=ben.pk, active=True)
    (row,) = shown_to(dora)
    assert (row["id"], row["lat"], row["lng"], row["online"]) == (ben.pk, None, None, True)
    with time_machine.travel(timezone.now() + STALE_DRIVER, tick=False):
        (row,) = shown_to(dora)
    assert row["online"] is False


def test_busy_driver_who_reports_again_is_no_longer_silent(
    dora: User, ada: User, ben: User, economy: CarType
) -> None:
    put_on_map(ben)
    make_booking(ada, economy, Status.STARTED, driver=ben)
    later = timezone.now() + STALE_DRIVER
    with time_machine.travel(later, tick=False):
        mark_stale(-1)
        assert [row["online"] for row in shown_to(dora)] == [False]
        record_positions([PositionReport(ben.pk, 50.7, -1.3, later)])
        assert [row["online"] for row in shown_to(dora)] == [True]


def test_counters_lists_map_and_alerts_agree_in_every_state(
    dora: User, fay: User, ada: User, cleo: User, ben: User, bob: User, economy: CarType
) -> None:
    """Compare every user's counters with the lists behind them, the map and the alert."""
    new, eve = make_driver("New", economy), make_driver("Eve", economy)

    def agree() -> tuple[int, int]:
        found = []
        for user in (dora, fay):
            client = client_of(user)
            counts = client.get(URL).json()["counts"]
            on_map = client.get(DRIVERS).json()["results"]
            listed = client.get("/api/v1/drivers/", {"active": "true", "approved": "true"}).json()["results"]
            trips = client.get("/api/v1/bookings/", {"status": TRIPS}).json()["results"]
            alerts = {kind["kind"]: kind for kind in client.get(f"{URL}alerts/").json()["results"]}
            silent = {row["id"] for row in on_map if not row["online"]}
            assert counts["active_drivers"] == len(on_map)
            assert {row["id"] for row in on_map} == {row["id"] for row in listed}
            assert counts["trips_active"] == len(trips)
            assert {row["booking_id"] for row in on_map} - {None} == {row["id"] for row in trips}
            assert set(alerts.get("silent_driver", {"ids": []})["ids"]) == silent
            found.append((counts["active_drivers"], counts["trips_active"]))
        return found[0]

    assert agree() == (0, 0)
    put_on_map(ben, bob)
    assert agree() == (2, 0)
    set_driver_active(driver_id=new.pk, active=True)
    assert agree() == (3, 0)
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=bob)
    make_booking(cleo, economy, Status.NEW)
    assert agree() == (3, 1)
    for name in ("arrive", "start"):
        apply_transition(name, booking_id=booking.pk, by=bob)
        assert agree() == (3, 1)
    now = timezone.now()
    with time_machine.travel(now + STALE_DRIVER, tick=False):
        assert agree() == (3, 1)
        record_positions([PositionReport(ben.pk, 50.7, -1.3, timezone.now())])
        assert agree() == (3, 1)
    put_on_map(eve)
    User.objects.filter(pk=eve.pk).update(approved=False)
    assert agree() == (3, 1)
    User.objects.filter(pk=eve.pk).update(approved=True, is_active=False)
    assert agree() == (3, 1)
    set_driver_active(driver_id=new.pk, active=False)
    assert agree() == (2, 1)
    path = f"/api/v1/bookings/{booking.pk}"
    assert client_of(dora).post(f"{path}/force-end/", {"reason": "stuck"}).status_code == 200
    assert agree() == (2, 1)
    assert client_of(bob).post(f"{path}/collect-cash/").status_code == 200
    assert agree() == (2, 0)


def test_map_takes_one_query_for_any_number_of_drivers(
    economy: CarType, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    put_on_map(*(make_driver(f"D{number}", economy) for number in range(5)))
    with django_assert_num_queries(1):
        assert len(list(selectors.drivers_on_map(fleet_admin_id=None, now=timezone.now()))) == 5


def test_chart_has_every_day_including_empty_ones(dora: User, fay: User, ben: User, bob: User) -> None:
    earned(NOON - timedelta(days=2), ben, "1.00")
    earned(NOON, bob, "2.00")
    with time_machine.travel(NOON, tick=False):
        rows = client_of(dora).get(CHART).json()["results"]
        fleets = client_of(fay).get(CHART).json()["results"]
    assert len(rows) == 30
    assert [(row["since"], row["convenience_fees"], row["rides"]) for row in rows[-3:]] == [
        ("2026-02-27", "1.0000", 1),
        ("2026-02-28", "0.0000", 0),
        ("2026-03-01", "2.0000", 1),
    ]
    assert [row["convenience_fees"] for row in fleets[-3:]] == ["0.0000", "0.0000", "2.0000"]


def test_chart_by_month_counts_only_the_requested_days(dora: User, ben: User) -> None:
    for day in (1, 15):
        earned(datetime(2026, 1, day, tzinfo=UTC), ben, "1.00")
    query = {"from": "2026-01-10", "to": "2026-02-05", "group": "month"}
    rows = client_of(dora).get(CHART, query).json()["results"]
    assert [(row["since"], row["until"], row["rides"]) for row in rows] == [
        ("2026-01-10", "2026-01-31", 1),
        ("2026-02-01", "2026-02-05", 0),
    ]


def test_chart_of_too_many_days_is_refused(dora: User) -> None:
    reply = client_of(dora).get(CHART, {"from": "2000-01-01", "to": "2026-01-01", "group": "day"})
    assert (reply.status_code, list(reply.json()["fields"])) == (400, ["from"])
    reply = client_of(dora).get(CHART, {"from": "2000-01-01", "to": "2026-01-01", "group": "year"})
    assert len(reply.json()["results"]) == 27


@pytest.mark.parametrize("path", [URL, DRIVERS, CHART, f"{URL}alerts/"])
def test_riders_drivers_and_visitors_are_refused(ada: User, ben: User, path: str) -> None:
    for user in (ada, ben):
        response = client_of(user).get(path)
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    response = client_of(None).get(path)
    assert (response.status_code, response.json()["code"]) == (401, "not_logged_in")
