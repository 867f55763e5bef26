"""Tips after a paid trip: all for the driver, once, within a week."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal as D
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, DailyEarnings
from apps.bookings.verification import CHECKS
from apps.core.platform import update_platform_settings
from apps.exports.registry import export_kind
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from apps.wallet.choices import EntryKind, ReferralState
from apps.wallet.models import JournalEntry, ReferralBonus
from apps.wallet.selectors import balance_of, earnings_of, platform_balance
from apps.wallet.verification import all_checks, faults
from tests.bookings.api import press
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.personas import client_of, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


@pytest.fixture(autouse=True)
def clean_books(db: None) -> Iterator[None]:
    yield
    connection.check_constraints()
    assert [line for check in (*all_checks(), *CHECKS) for line in faults(check)] == []


@pytest.fixture(autouse=True)
def tips_on(db: None) -> None:
    update_platform_settings(tips=True)


@pytest.fixture
def paid(ada: User, ben: User, economy: CarType) -> Booking:
    """A trip of 56.06 paid in cash; ada has 100 in the wallet."""
    credit_wallet(ben)
    credit_wallet(ada, D(100))
    booking = make_booking(ada, economy, Status.REACHED, driver=ben)
    assert press(ben, booking.pk, "collect-cash").status_code == 200
    booking.refresh_from_db()
    return booking


def read(user: User, booking: Booking) -> Any:
    return client_of(user).get(f"/api/v1/bookings/{booking.pk}/").json()


def test_driver_gets_the_whole_tip(ada: User, ben: User, paid: Booking) -> None:
    held, revenue = balance_of(ben.pk), platform_balance("revenue")

    reply = press(ada, paid.pk, "tip", amount="5")

    assert reply.status_code == 200, reply.json()
    body = reply.json()
    assert (body["tip_amount"], body["tip_choices"]) == ("5.0000", [])
    assert "tip" not in body["actions"]
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(95), held + 5)
    assert platform_balance("revenue") == revenue
    entry = JournalEntry.objects.get(kind=EntryKind.TIP)
    assert (entry.key, entry.booking_id) == (f"booking:{paid.pk}:tip", paid.pk)
    assert sum(posting.amount for posting in entry.postings.all()) == 0
    notified = InboxMessage.objects.get(occasion="tip_received")
    assert (notified.user_id, D(notified.data["amount"])) == (ben.pk, D(5))


def test_percentages_are_of_the_fare_before_the_discount(ada: User, ben: User, paid: Booking) -> None:
    choices = read(ada, paid)["tip_choices"]
    assert choices == [
        {"percent": "10.0000", "amount": "5.6100"},
        {"percent": "15.0000", "amount": "8.4100"},
        {"percent": "20.0000", "amount": "11.2100"},
    ]

    assert press(ada, paid.pk, "tip", percent="15").json()["tip_amount"] == "8.4100"

    assert balance_of(ada.pk) == D("91.59")


def test_suggested_amounts_are_set_by_the_operator(ada: User, ben: User, paid: Booking) -> None:
    update_platform_settings(tip_kind="amount", tip_suggestions=["1", "2.5", "5"])

    assert read(ada, paid)["tip_choices"] == [
        {"percent": None, "amount": amount} for amount in ("1.0000", "2.5000", "5.0000")
    ]
    assert read(ben, paid)["tip_choices"] == []


def test_rated_trip_can_be_tipped(ada: User, paid: Booking) -> None:
    assert press(ada, paid.pk, "complete", rating=5).status_code == 200

    assert "tip" in read(ada, paid)["actions"]
    assert press(ada, paid.pk, "tip", amount="1").status_code == 200


def test_reports_earnings_and_files_list_tips_separately(
    ada: User, ben: User, dora: User, fay: User, paid: Booking
) -> None:
    today = str(timezone.now().date())
    query = {"from": today, "to": today, "group": "day"}
    before = client_of(dora).get("/api/v1/reports/earnings/", query).json()["totals"]
    earned = earnings_of(ben.pk, ZoneInfo("UTC"))

    assert press(ada, paid.pk, "tip", amount="5").status_code == 200

    after = client_of(dora).get("/api/v1/reports/earnings/", query).json()
    assert after["totals"] == before | {"tips": "5.0000"}
    assert after["results"][0]["tips"] == "5.0000"
    for ordering in ("-period", "-driver_share"):
        report = client_of(dora).get(
            "/api/v1/reports/driver-earnings/", query | {"group": "month", "ordering": ordering}
        )
        (row,) = report.json()["results"]
        assert (row["tips"], D(row["driver_share"])) == ("5.0000", earned.total)
    now = earnings_of(ben.pk, ZoneInfo("UTC"))
    assert (now.today, now.month, now.total) == (earned.today, earned.month, earned.total)
    assert (now.tips_today, now.tips_month, now.tips_total) == (D(5), D(5), D(5))
    # Rebuilding from the ledger gives the same, with the day closed or not.
    (day,) = DailyEarnings.objects.values("tips", "rides", "driver_share")
    with connection.cursor() as cursor:
        cursor.execute("SELECT bookings_rebuild_earnings()")
    assert DailyEarnings.objects.values("tips", "rides", "driver_share").get() == day
    for user, kind in ((dora, "earnings"), (dora, "driver_earnings"), (dora, "bookings"), (ada, "bookings")):
        table = export_kind(kind).table(user, {})
        (line,) = table.rows()
        column = next(column for column in table.columns if column.name in ("tips", "tip_amount"))
        assert column.value(line) == D(5)


def test_day_with_only_tips_is_in_the_reports(ada: User, ben: User, dora: User, paid: Booking) -> None:
    assert press(ada, paid.pk, "tip", amount="5").status_code == 200
    # As if the trip had been paid on another day.
    yesterday = timezone.now().date() - timedelta(days=1)
    row = DailyEarnings.objects.get()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE bookings_dailyearnings SET rides = 0, trip_cost = 0, driver_share = 0,"
            " convenience_fees = 0 WHERE id = %s",
            [row.pk],
        )
    query = {"from": str(yesterday), "to": str(row.day), "group": "day"}

    report = client_of(dora).get("/api/v1/reports/earnings/", query).json()
    drivers = client_of(dora).get("/api/v1/reports/driver-earnings/", query).json()

    assert [line["tips"] for line in report["results"]] == ["5.0000"]
    assert [line["tips"] for line in drivers["results"]] == ["5.0000"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT bookings_rebuild_earnings()")


def test_receipt_and_pdf_show_the_tip(ada: User, ben: User, paid: Booking) -> None:
    assert press(ada, paid.pk, "tip", amount="5").status_code == 200

    for reader in (ada, ben):
        receipt = client_of(reader).get(f"/api/v1/bookings/{paid.pk}/receipt/").json()
        assert (receipt["tip_amount"], receipt["trip_cost"]) == ("5.0000", "56.0600")
    pdf = client_of(ada).get(f"/api/v1/bookings/{paid.pk}/receipt/", {"format": "pdf"})
    assert pdf.status_code == 200


def test_refund_leaves_the_tip_with_the_driver(ada: User, ben: User, dora: User, paid: Booking) -> None:
    assert press(ada, paid.pk, "tip", amount="5").status_code == 200
    held = balance_of(ben.pk)

    too_much = press(dora, paid.pk, "refund", amount="61.06", reason="Detour")
    all_of_it = press(dora, paid.pk, "refund", amount="56.06", reason="Detour")

    assert (too_much.status_code, too_much.json()["code"]) == (409, "refund_too_much")
    assert all_of_it.status_code == 200
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D("151.06"), held)


def too_late(booking: Booking) -> None:
    Booking.objects.filter(pk=booking.pk).update(settled_at=timezone.now() - timedelta(days=7, seconds=1))


def turn_off(_booking: Booking) -> None:
    update_platform_settings(tips=False)


def delete_the_driver(booking: Booking) -> None:
    User.objects.filter(trips=booking).update(deleted_at=timezone.now())


def nothing(_booking: Booking) -> None:
    pass


@pytest.mark.parametrize(
    ("prepare", "body", "code"),
    [
        (turn_off, {"amount": "5"}, "tips_off"),
        (too_late, {"amount": "5"}, "tip_too_late"),
        (delete_the_driver, {"amount": "5"}, "driver_deleted"),
        (nothing, {"amount": "100.01"}, "low_balance"),
        (nothing, {"amount": "0"}, "no_details_error"),
        (nothing, {"amount": "-1"}, "no_details_error"),
        (nothing, {"amount": "5.001"}, "no_details_error"),
        (nothing, {"percent": "0"}, "no_details_error"),
        (nothing, {"percent": "101"}, "invalid"),
        (nothing, {"amount": "5", "percent": "10"}, "no_details_error"),
        (nothing, {}, "no_details_error"),
    ],
)
def test_refused_tip_changes_nothing(
    prepare: Callable[[Booking], None],
    body: dict[str, str],
    code: str,
    ada: User,
    paid: Booking,
    snapshot: Callable[[], Snapshot],
) -> None:
    prepare(paid)
    before = snapshot()

    reply = press(ada, paid.pk, "tip", **body)

    assert reply.json()["code"] == code, reply.json()
    assert snapshot() == before


def test_second_tip_is_refused(ada: User, paid: Booking, snapshot: Callable[[], Snapshot]) -> None:
    assert press(ada, paid.pk, "tip", amount="5").status_code == 200
    before = snapshot()

    reply = press(ada, paid.pk, "tip", amount="5")

    assert (reply.status_code, reply.json()["code"]) == (409, "already_tipped")
    assert snapshot() == before


@pytest.mark.parametrize("status", [Status.REACHED, Status.PENDING, Status.CANCELLED])
def test_unpaid_trip_cannot_be_tipped(
    status: Status, ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    credit_wallet(ada)
    booking = make_booking(ada, economy, status, driver=ben)
    before = snapshot()

    reply = press(ada, booking.pk, "tip", amount="5")

    assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
    assert snapshot() == before


def test_only_the_trips_rider_can_tip(
    ben: User, cleo: User, dora: User, paid: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()

    codes = [press(user, paid.pk, "tip", amount="5").json()["code"] for user in (ben, cleo, dora)]

    assert codes == ["forbidden", "not_found", "forbidden"]
    assert snapshot() == before


def test_locked_referral_bonus_cannot_be_tipped(
    ada: User, paid: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    guest = make_user("Gil", UserType.RIDER)
    ReferralBonus.objects.create(guest=guest, referrer=ada, amount=D(98), state=ReferralState.REFUSED)
    ReferralBonus.objects.filter(guest=guest).update(state=ReferralState.PENDING)
    before = snapshot()

    refused = press(ada, paid.pk, "tip", amount="5")

    assert (refused.status_code, refused.json()["code"]) == (409, "bonus_locked")
    assert snapshot() == before
    assert press(ada, paid.pk, "tip", amount="2").status_code == 200
    ReferralBonus.objects.filter(guest=guest).update(state=ReferralState.REFUSED)


def test_suggested_tips_are_validated(dora: User) -> None:
    def patch(**changes: Any) -> Any:
        client = client_of(dora)
        version = client.get("/api/v1/settings/").json()["version"]
        return client.patch("/api/v1/settings/", changes | {"version": version}, format="json")

    assert patch(tip_suggestions=["20", "5", "12.5"]).json()["tip_suggestions"] == ["5", "12.5", "20"]
    for values in (["5", "10"], ["5", "5", "10"], ["0", "5", "10"], ["5", "10", "101"]):
        assert patch(tip_suggestions=values).status_code == 400, values
    assert patch(tip_kind="amount", tip_suggestions=["1", "2.501", "5"]).status_code == 400
    assert patch(tip_kind="amount", tip_suggestions=["100", "200", "500"]).status_code == 200
    assert patch(tip_kind="percent").status_code == 400
