"""Daily earnings follow each settlement, by the platform's calendar, and equal the ledger."""

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal as D
from io import StringIO
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, DailyEarnings
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.bookings.verification import CHECKS, DAILY_EARNINGS
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.wallet.verification import faults
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.deliveries import COST, FEE, SHARE, make_prepaid
from tests.bookings.measurements import MEASUREMENT
from tests.bookings.promos import give_slabs
from tests.bookings.test_cancellation_fee import accepted, cancel
from tests.wallet.test_verify_ledger import guards_off

pytestmark = pytest.mark.django_db

SUMS = ("rides", "trip_cost", "driver_share", "convenience_fees", "discount", "cancellation_fees")


@pytest.fixture(autouse=True)
def equal_books(db: None) -> Iterator[None]:
    """Fail if the earnings differ from the ledger at the end of a test."""
    yield
    connection.check_constraints()
    assert [line for check in CHECKS for line in faults(check)] == []


def earnings(driver: User) -> list[tuple[date, tuple[Any, ...]]]:
    rows = DailyEarnings.objects.filter(driver=driver).order_by("day", "id")
    return [(row.day, tuple(getattr(row, name) for name in SUMS)) for row in rows]


def ride(rider: User, driver: User, car_type: CarType, **fields: object) -> Booking:
    """Insert a trip and settle it in cash."""
    booking = make_booking(rider, car_type, Status.REACHED, driver=driver, **fields)
    return apply_transition("collect_cash", booking_id=booking.pk, by=driver)


def today(zone: str = "UTC") -> date:
    return timezone.now().astimezone(ZoneInfo(zone)).date()


def settle_at(booking: Booking, moment: datetime) -> None:
    """Move the booking's entries to `moment`; rebuild the report afterwards."""
    with guards_off() as execute:
        execute(
            "UPDATE wallet_posting SET created_at = %s WHERE entry_id IN"
            " (SELECT id FROM wallet_journalentry WHERE booking_id = %s)",
            [moment, booking.pk],
        )
        execute("UPDATE wallet_journalentry SET created_at = %s WHERE booking_id = %s", [moment, booking.pk])


def test_settled_trip_is_on_its_drivers_day(ada: User, ben: User, economy: CarType) -> None:
    first, second = ride(ada, ben, economy), ride(ada, ben, economy)
    sums = (2, *(getattr(first, name) + getattr(second, name) for name in SUMS[1:5]), D(0))
    assert earnings(ben) == [(today(), sums)]
    assert DailyEarnings.objects.get().vehicle_number == second.vehicle_number


def test_only_settlements_count(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    apply_transition("reach", booking_id=booking.pk, by=ben, inputs=TransitionInput(measurement=MEASUREMENT))
    apply_transition("request_payment", booking_id=booking.pk, by=ben)
    assert earnings(ben) == []
    credit_wallet(ada)
    apply_transition("pay", booking_id=booking.pk, by=ada)
    once = earnings(ben)
    apply_transition("complete", booking_id=booking.pk, by=ada, inputs=TransitionInput(rating=5))
    assert earnings(ben) == once
    assert once[0][1][0] == 1


def test_discount_is_stored_beside_the_full_cost(ada: User, ben: User, economy: CarType) -> None:
    booking = ride(ada, ben, economy, discount=D("7.25"))
    ((_, (rides, cost, _, _, discount, _)),) = earnings(ben)
    assert (rides, cost, discount) == (1, booking.trip_cost, D("7.25"))


def test_prepaid_delivery_counts_when_reached(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = make_prepaid(ada, economy, Status.STARTED, driver=ben)
    assert earnings(ben) == []
    apply_transition("reach", booking_id=booking.pk, by=ben, inputs=TransitionInput(measurement=MEASUREMENT))
    assert earnings(ben) == [(today(), (1, COST, SHARE, FEE, 0, 0))]


def test_refund_is_not_counted(ada: User, ben: User, dora: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = make_prepaid(ada, economy, Status.ACCEPTED, driver=ben)
    apply_transition("cancel", booking_id=booking.pk, by=dora, inputs=TransitionInput(reason="A mistake"))
    assert not DailyEarnings.objects.exists()


def test_cancellation_fee_counts_as_paid(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada, D("14.99"))
    give_slabs(economy)
    ride(ada, ben, economy)
    before = earnings(ben)[0][1]
    cancel(ada, accepted(ada, ben, economy, seconds=241))
    assert earnings(ben) == [(today(), (*before[:5], D("14.99")))]


def test_free_trip_counts_as_a_ride(ada: User, ben: User, economy: CarType) -> None:
    ride(ada, ben, economy, trip_cost=0, driver_share=0, convenience_fees=0)
    assert earnings(ben) == [(today(), (1, 0, 0, 0, 0, 0))]
    before = list(DailyEarnings.objects.values(*SUMS, "day", "driver_id"))
    call_command("rebuild_earnings")
    assert list(DailyEarnings.objects.values(*SUMS, "day", "driver_id")) == before


def test_each_driver_and_fleet_has_its_own_row(
    ada: User, ben: User, bob: User, fay: User, economy: CarType
) -> None:
    for driver in (ben, bob, bob):
        ride(ada, driver, economy)
    bob.driver_profile.fleet_admin = None
    bob.driver_profile.save()
    ride(ada, bob, economy)
    rows = DailyEarnings.objects.values_list("driver_id", "fleet_admin_id", "rides")
    assert set(rows) == {(ben.pk, None, 1), (bob.pk, fay.pk, 2), (bob.pk, None, 1)}


def test_rolled_back_settlement_counts_nothing(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    with pytest.raises(Exception, match="wallet balance is too low"):
        apply_transition("pay", booking_id=booking.pk, by=ada)
    assert not DailyEarnings.objects.exists()


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu"])
def test_day_is_in_the_platforms_time_zone(zone: str, ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(time_zone=zone)
    ride(ada, ben, economy)
    assert [day for day, _ in earnings(ben)] == [today(zone)]


def test_changing_the_time_zone_rebuilds_all_days(ada: User, ben: User, economy: CarType) -> None:
    # The two are 26 hours apart, so never on the same day.
    update_platform_settings(time_zone="Pacific/Kiritimati")
    ride(ada, ben, economy)
    east = earnings(ben)
    update_platform_settings(time_zone="Etc/GMT+12")
    ride(ada, ben, economy)
    west = earnings(ben)
    assert [day for day, _ in west] == [today("Etc/GMT+12")]
    assert west[0][1] == tuple(2 * amount for amount in east[0][1])


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("UTC", "2026-02-28T23:59:59.999999+00:00", date(2026, 2, 28)),
        ("UTC", "2026-03-01T00:00:00+00:00", date(2026, 3, 1)),
        ("America/New_York", "2026-03-01T04:59:59+00:00", date(2026, 2, 28)),
        ("America/New_York", "2026-03-01T05:00:00+00:00", date(2026, 3, 1)),
        # Clocks go forward on 8 March: midnight is at 04:00 UTC from then on.
        ("America/New_York", "2026-03-09T03:59:59+00:00", date(2026, 3, 8)),
        ("America/New_York", "2026-03-09T04:00:00+00:00", date(2026, 3, 9)),
        ("Asia/Kathmandu", "2025-12-31T18:15:00+00:00", date(2026, 1, 1)),
    ],
)
def test_days_end_at_the_platforms_midnight(
    zone: str, moment: str, day: date, ada: User, ben: User, economy: CarType
) -> None:
    booking = ride(ada, ben, economy)
    settle_at(booking, datetime.fromisoformat(moment))
    update_platform_settings(time_zone=zone)
    call_command("rebuild_earnings")
    assert [row_day for row_day, _ in earnings(ben)] == [day]


def test_rebuilding_changes_nothing(ada: User, ben: User, bob: User, economy: CarType) -> None:
    credit_wallet(ada)
    give_slabs(economy)
    for driver in (ben, bob):
        ride(ada, driver, economy, discount=D("1.23"))
        cancel(ada, accepted(ada, driver, economy, seconds=300))
    fields = ("day", "driver_id", "fleet_admin_id", "vehicle_number", *SUMS)
    before = list(DailyEarnings.objects.order_by("driver_id").values(*fields))
    out = StringIO()
    call_command("rebuild_earnings", stdout=out)
    assert list(DailyEarnings.objects.order_by("driver_id").values(*fields)) == before
    assert out.getvalue().startswith("2 rows")


@pytest.mark.parametrize("name", SUMS)
def test_verify_ledger_names_every_difference(name: str, ada: User, ben: User, economy: CarType) -> None:
    ride(ada, ben, economy)
    row = DailyEarnings.objects.get()
    was = getattr(row, name)
    DailyEarnings.objects.update(**{name: was + 1})
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_ledger", stdout=out, no_color=True)
    assert f"BROKEN {DAILY_EARNINGS.invariant} (1 places)" in out.getvalue()
    assert f"{row.day}, driver {ben.pk}: {name} is" in out.getvalue()
    call_command("rebuild_earnings")
    assert getattr(DailyEarnings.objects.get(), name) == was


def test_missing_or_extra_day_is_found(ada: User, ben: User, economy: CarType) -> None:
    ride(ada, ben, economy)
    DailyEarnings.objects.update(day=date(2020, 1, 1))
    lines = list(faults(DAILY_EARNINGS))
    # Rides, cost, share and fee, on both days.
    assert len(lines) == 8
    assert f"2020-01-01, driver {ben.pk}: rides is 0 in the ledger and 1 in the report" in lines
    DailyEarnings.objects.all().delete()
    assert len(list(faults(DAILY_EARNINGS))) == 4
    call_command("rebuild_earnings")


def test_disabled_trigger_is_found(ada: User, ben: User, economy: CarType) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE bookings_booking DISABLE TRIGGER bookings_booking_earns")
        out = StringIO()
        with pytest.raises(CommandError):
            call_command("verify_ledger", stdout=out, no_color=True)
        cursor.execute("ALTER TABLE bookings_booking ENABLE TRIGGER bookings_booking_earns")
    assert "trigger bookings_booking_earns is off" in out.getvalue()
