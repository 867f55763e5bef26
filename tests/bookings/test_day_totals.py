"""Closed days are summed once; reports read the same before and after, also after late changes."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.day_totals import Period, close_days, figures, sums_by_period, sums_of
from apps.bookings.models import DailyEarnings, DayTotals
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.builders import make_booking
from tests.bookings.test_daily_earnings import ride, settle_at

pytestmark = pytest.mark.django_db

TODAY = date(2026, 3, 20)
ALL = Period(since=date(2020, 1, 1), until=date(2100, 1, 1), group="day")


def earned(day: date, driver: User, fleet: User | None = None, **more: Any) -> None:
    sums = {"trip_cost": 12, "driver_share": 10, "convenience_fees": 2, "discount": 1, "cancellation_fees": 3}
    DailyEarnings.objects.create(day=day, driver=driver, fleet_admin=fleet, **({"rides": 1} | sums | more))


@pytest.fixture
def history(ada: User, ben: User, bob: User, fay: User, economy: CarType) -> None:
    for number in range(5):
        earned(date(2026, 1, 1) + timedelta(days=20 * number), ben)
        earned(date(2026, 1, 1) + timedelta(days=20 * number), bob, fay)
    now = timezone.now()
    make_booking(ada, economy, Status.CANCELLED, driver=bob, ended_at=now)
    make_booking(ada, economy, Status.CANCELLED, ended_at=now - timedelta(days=4))
    make_booking(ada, economy, Status.CANCELLED, driver=bob, ended_at=now - timedelta(days=4))


def everything(fleet: int | None) -> Any:
    return (
        sums_of(ALL, fleet=fleet),
        sums_by_period(ALL, fleet=fleet),
        figures(today=TODAY, month=TODAY.replace(day=1), fleet=fleet),
    )


def test_reports_are_the_same_after_closing_days(history: None, fay: User) -> None:
    for fleet in (None, fay.pk):
        assert everything(fleet)[0]["cancelled"] == (3 if fleet is None else 2)
    before = [everything(fleet) for fleet in (None, fay.pk)]
    assert close_days() > 0
    assert DayTotals.objects.exists()
    assert [everything(fleet) for fleet in (None, fay.pk)] == before


def test_today_is_never_closed(ada: User, ben: User, economy: CarType) -> None:
    ride(ada, ben, economy)
    assert close_days() == 0
    ride(ada, ben, economy)
    assert sums_of(ALL, fleet=None)["rides"] == 2


def test_days_are_closed_once(history: None) -> None:
    assert close_days() > 0
    assert close_days() == 0


def test_settlement_on_a_closed_day_reopens_it(history: None, ben: User) -> None:
    close_days()
    rides = sums_of(ALL, fleet=None)["rides"]
    late = date(2026, 1, 22)
    earned(late, ben, rides=7)
    assert sums_of(ALL, fleet=None)["rides"] == rides + 7
    assert not DayTotals.objects.filter(day__gte=late).exists()
    assert DayTotals.objects.exists()
    close_days()
    DailyEarnings.objects.filter(day=late).update(rides=1)
    assert sums_of(ALL, fleet=None)["rides"] == rides + 1
    DailyEarnings.objects.filter(day=late).delete()
    assert sums_of(ALL, fleet=None)["rides"] == rides


def test_changing_the_time_zone_reopens_all_days(ada: User, ben: User, economy: CarType) -> None:
    booking = ride(ada, ben, economy)
    settle_at(booking, timezone.now() - timedelta(days=5))
    call_command("rebuild_earnings")
    assert DayTotals.objects.exists()
    before = list(DayTotals.objects.values_list("day", flat=True))
    update_platform_settings(time_zone="Pacific/Kiritimati")
    after = sums_of(ALL, fleet=None)
    assert (after["rides"], after["trip_cost"]) == (1, booking.trip_cost)
    assert len(before) == 1
