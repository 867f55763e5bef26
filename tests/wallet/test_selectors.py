"""Earnings by day and month, and the wallet's history."""

from datetime import datetime, timedelta
from decimal import Decimal as D
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction

from apps.accounts.models import User
from apps.wallet.choices import EntryKind, HistoryType
from apps.wallet.journal import Draft, post
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import (
    Earnings,
    balance_of,
    earnings_of,
    history_of,
    history_type,
    platform_balance,
)
from apps.wallet.services import credit_by_admin, settle_booking

pytestmark = pytest.mark.django_db

UTC = ZoneInfo("UTC")


def trip(booking_id: int, *, rider: User, driver: User) -> datetime:
    """Settle a trip of 71.88 in cash, 62.50 of it for the driver; return its time."""
    settle_booking(
        booking_id=booking_id,
        reference=f"REF{booking_id}",
        driver_id=driver.pk,
        customer_id=rider.pk,
        trip_cost=D("71.88"),
        driver_share=D("62.50"),
        convenience_fees=D("9.38"),
        discount=D(0),
        cash=D("71.88"),
        wallet=D(0),
    )
    return JournalEntry.objects.latest("id").created_at


def test_user_without_movements_holds_nothing(ada: User) -> None:
    assert balance_of(ada.pk) == 0
    assert not history_of(ada.pk).exists()
    assert earnings_of(ada.pk, UTC) == Earnings(D(0), D(0), D(0), D(0), D(0), D(0), 0, 0)
    assert platform_balance("revenue") == 0


def test_earnings_are_shares_whatever_cash_was_collected(ada: User, ben: User) -> None:
    trip(1, rider=ada, driver=ben)
    trip(2, rider=ada, driver=ben)
    assert earnings_of(ben.pk, UTC) == Earnings(D(125), D(125), D(125), D(0), D(0), D(0), 2, 2)
    assert balance_of(ben.pk) == D("-18.76")


def test_credit_is_not_earnings(ben: User, dora: User) -> None:
    credit_by_admin(user_id=ben.pk, amount=D(5), by=dora, key="k")
    assert earnings_of(ben.pk, UTC).total == 0


def test_earnings_are_only_the_drivers_own(ada: User, ben: User, bob: User) -> None:
    trip(1, rider=ada, driver=ben)
    assert earnings_of(bob.pk, UTC).total == 0


@pytest.mark.parametrize(
    ("days_later", "is_today", "is_month"),
    [(0, True, True), (1, False, None), (31, False, False), (365, False, False), (366, False, False)],
)
def test_earnings_of_today_and_this_month(
    ada: User, ben: User, days_later: int, is_today: bool, is_month: bool | None
) -> None:
    settled = trip(1, rider=ada, driver=ben)
    seen = settled + timedelta(days=days_later)
    if is_month is None:
        is_month = seen.month == settled.month
    share = D("62.50")
    assert earnings_of(ben.pk, UTC, now=seen) == Earnings(
        today=share if is_today else D(0),
        month=share if is_month else D(0),
        total=share,
        tips_today=D(0),
        tips_month=D(0),
        tips_total=D(0),
        trips_today=int(is_today),
        trips_total=1,
    )


def test_same_day_of_another_year_is_not_today(ada: User, ben: User) -> None:
    settled = trip(1, rider=ada, driver=ben)
    for years in (1, 4):
        # 29 February exists only in leap years.
        day = min(settled.day, 28)
        seen = earnings_of(ben.pk, UTC, now=settled.replace(year=settled.year + years, day=day))
        assert (seen.today, seen.month, seen.total) == (D(0), D(0), D("62.50"))


def test_day_begins_at_the_platforms_midnight(ada: User, ben: User) -> None:
    settled = trip(1, rider=ada, driver=ben)
    for name in ("Pacific/Kiritimati", "Etc/GMT+12", "America/New_York", "Asia/Kathmandu"):
        zone = ZoneInfo(name)
        today = settled.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
        next_day = today + timedelta(days=1)
        assert earnings_of(ben.pk, zone, now=next_day - timedelta(seconds=1)).trips_today == 1
        assert earnings_of(ben.pk, zone, now=next_day).trips_today == 0


def test_movements_are_credits_debits_or_withdrawals(ada: User, ben: User, dora: User) -> None:
    credit_by_admin(user_id=ben.pk, amount=D(100), by=dora, key="k")
    trip(1, rider=ada, driver=ben)
    with transaction.atomic():
        post(
            [
                Draft(
                    key="withdrawal:1",
                    kind=EntryKind.WITHDRAWAL,
                    amounts={ben.pk: D(-40), "withdrawals_pending": D(40)},
                    reference="1700000000000",
                )
            ]
        )
    movements = [
        (history_type(posting), posting.amount, posting.balance_after, posting.entry.reference)
        for posting in history_of(ben.pk).order_by("id")
    ]
    assert movements == [
        (HistoryType.CREDIT, D(100), D(100), "AdminCredit"),
        (HistoryType.CREDIT, D("62.50"), D("162.50"), "REF1"),
        (HistoryType.DEBIT, D("-71.88"), D("90.62"), "REF1"),
        (HistoryType.WITHDRAW, D(-40), D("50.62"), "1700000000000"),
    ]
