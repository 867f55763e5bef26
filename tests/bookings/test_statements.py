"""The driver's weekly statement: it agrees with the ledger, access, and the PDF."""

import io
import itertools
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal as D
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import translation
from pypdf import PdfReader

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.receipt.facts import Currency
from apps.bookings.receipt.formatter import Formatter
from apps.bookings.statement.pdf import statement_pdf
from apps.core.errors import NotFound
from apps.core.platform import platform_settings, update_platform_settings
from apps.wallet.choices import EntryKind
from apps.wallet.corrections import adjust_settlement, debit_by_admin
from apps.wallet.history.statements import Statement, statement_of, weeks_of
from apps.wallet.models import Posting
from apps.wallet.trips.fees import settle_cancellation
from apps.wallet.trips.tips import pay_tip
from apps.wallet.withdrawals.payouts import request_withdrawal
from tests.bookings.api import API
from tests.personas import client_of, make_user
from tests.wallet.stories import give, settle

pytestmark = pytest.mark.django_db

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2026, 11, 4, 12, tzinfo=UTC)
"""A Wednesday; London's clocks went back on 25 October."""
BEFORE_DST, DST, EMPTY, RUNNING = "2026-10-12", "2026-10-19", "2026-10-26", "2026-11-02"


@pytest.fixture(autouse=True)
def london() -> None:
    update_platform_settings(time_zone="Europe/London", symbol="£", company_name="Wight Cabs")


@pytest.fixture
def posted_at() -> Iterator[Callable[[datetime], None]]:
    """Set the time of all postings since the last call, with the ledger's guards disabled."""
    last = Posting.objects.order_by("-id").values_list("id", flat=True).first() or 0

    def put(at: datetime) -> None:
        nonlocal last
        connection.check_constraints()
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE wallet_posting DISABLE TRIGGER USER")
            cursor.execute("ALTER TABLE wallet_journalentry DISABLE TRIGGER USER")
            cursor.execute(
                "UPDATE wallet_journalentry SET created_at = %s WHERE id IN"
                " (SELECT entry_id FROM wallet_posting WHERE id > %s)",
                [at, last],
            )
            cursor.execute("UPDATE wallet_posting SET created_at = %s WHERE id > %s", [at, last])
            connection.check_constraints()
            cursor.execute("ALTER TABLE wallet_posting ENABLE TRIGGER USER")
            cursor.execute("ALTER TABLE wallet_journalentry ENABLE TRIGGER USER")
        last = Posting.objects.order_by("-id").values_list("id", flat=True).first() or 0

    yield put
    connection.check_constraints()
    call_command("verify_ledger")


@pytest.fixture
def weeks(ada: User, ben: User, dora: User, posted_at: Callable[[datetime], None]) -> None:
    """ben's weeks: one with every kind of movement, the clock change, an empty one, and the current one."""
    give(ben, "20", dora)
    settle(ada, ben, booking_id=1, cash=D("71.88"))
    give(ada, "500", dora)
    settle(ada, ben, booking_id=2, wallet=D("71.88"))
    posted_at(datetime(2026, 10, 13, 9, tzinfo=UTC))
    settle_cancellation(
        booking_id=3, reference="C", customer_id=ada.pk, driver_id=ben.pk, refund=D(0), fee=D(4)
    )
    adjust_settlement(
        key="a", booking_id=2, reference="HX7K2M", customer_id=ada.pk, driver_id=ben.pk, refund=D(5),
        driver_share=D(4), convenience_fees=D(1), discount=D(0), reason="Detour", by_id=dora.pk,
    )  # fmt: skip
    debit_by_admin(user_id=ben.pk, amount=D(2), note="Typed twice", by=dora, key="d")
    # Before midnight in London, which is on summer time.
    posted_at(datetime(2026, 10, 18, 22, 59, tzinfo=UTC))
    settle(ada, ben, booking_id=4, wallet=D("71.88"))
    # After midnight in London, still Sunday in UTC.
    posted_at(datetime(2026, 10, 18, 23, 1, tzinfo=UTC))
    settle(ada, ben, booking_id=5, cash=D("71.88"))
    # The last minute of a week that is one hour longer.
    posted_at(datetime(2026, 10, 25, 23, 59, tzinfo=UTC))
    settle(ada, ben, booking_id=6, wallet=D("71.88"))
    posted_at(datetime(2026, 11, 3, 9, tzinfo=UTC))


def statement(driver: User, week: str) -> Statement:
    return statement_of(driver.pk, week, LONDON, now=NOW)


def movements(found: Statement) -> dict[str, D]:
    return {movement.kind: movement.amount for movement in found.movements}


def read_pdf(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


@pytest.mark.usefixtures("weeks")
def test_weeks_start_with_the_first_movement(ben: User) -> None:
    weeks = weeks_of(ben.pk, LONDON, now=NOW)

    assert [week.monday.isoformat() for week in weeks] == [RUNNING, EMPTY, DST, BEFORE_DST]
    assert [week.so_far for week in weeks] == [True, False, False, False]
    assert weeks[0].sunday == date(2026, 11, 8)


@pytest.mark.usefixtures("weeks")
def test_week_lists_movements_by_kind(ben: User) -> None:
    found = statement(ben, BEFORE_DST)

    assert (found.trips, found.fares, found.convenience_fees, found.driver_share) == (
        2,
        D("143.76"),
        D("18.76"),
        D("125.00"),
    )
    assert movements(found) == {
        EntryKind.DRIVER_SHARE: D("125.00"),
        EntryKind.CASH_SETTLEMENT: D("-71.88"),
        EntryKind.CANCELLATION_FEE: D(4),
        EntryKind.ADMIN_CREDIT: D(20),
        EntryKind.ADMIN_DEBIT: D(-2),
        EntryKind.FARE_ADJUSTMENT: D(-4),
    }
    assert (found.opening_balance, found.closing_balance) == (D(0), D("71.12"))


@pytest.mark.usefixtures("weeks")
def test_opening_balance_equals_the_last_closing_balance(ben: User) -> None:
    found = [statement(ben, week) for week in (BEFORE_DST, DST, EMPTY, RUNNING)]

    for one in found:
        assert one.opening_balance + one.net == one.closing_balance
    for earlier, later in itertools.pairwise(found):
        assert earlier.closing_balance == later.opening_balance
    ledger = Posting.objects.filter(account__user=ben)
    assert sum(one.net for one in found) == sum(posting.amount for posting in ledger)
    latest = ledger.latest("id")
    assert found[-1].closing_balance == latest.balance_after


@pytest.mark.usefixtures("weeks")
def test_week_of_the_clock_change_is_an_hour_longer(ben: User) -> None:
    found = statement(ben, DST)
    assert (found.trips, movements(found)) == (
        2,
        {EntryKind.DRIVER_SHARE: D(125), EntryKind.CASH_SETTLEMENT: D("-71.88")},
    )


@pytest.mark.usefixtures("weeks")
def test_empty_week_keeps_its_balance(ben: User) -> None:
    found = statement(ben, EMPTY)
    assert (found.trips, found.fares, [*found.movements], found.net) == (0, D(0), [], D(0))
    assert found.opening_balance == found.closing_balance == statement(ben, DST).closing_balance


@pytest.mark.usefixtures("weeks")
def test_current_week_is_so_far(ben: User) -> None:
    found = statement(ben, RUNNING)
    assert found.week.so_far
    assert (found.trips, found.net) == (1, D("62.50"))


def test_delayed_posting_is_in_exactly_one_week(
    ada: User, ben: User, dora: User, posted_at: Callable[[datetime], None]
) -> None:
    """A posting's time is its transaction's start, so it can be earlier than the posting before it."""
    give(ada, "500", dora)
    settle(ada, ben, booking_id=1, wallet=D("71.88"))
    posted_at(datetime(2026, 10, 20, tzinfo=UTC))
    settle(ada, ben, booking_id=2, wallet=D("71.88"))
    posted_at(datetime(2026, 10, 26, 0, 0, 1, tzinfo=UTC))
    settle(ada, ben, booking_id=3, wallet=D("71.88"))
    posted_at(datetime(2026, 10, 25, 23, 59, 59, tzinfo=UTC))

    first, second = statement(ben, DST), statement(ben, EMPTY)

    assert (first.trips, second.trips) == (1, 2)
    assert first.opening_balance + first.net == first.closing_balance == second.opening_balance
    assert second.opening_balance + second.net == second.closing_balance == D("187.50")


def test_driver_without_movements_has_only_the_current_week(ben: User) -> None:
    assert [week.monday.isoformat() for week in weeks_of(ben.pk, LONDON, now=NOW)] == [RUNNING]
    found = statement(ben, RUNNING)
    assert (found.trips, found.net, found.opening_balance, found.closing_balance) == (0, D(0), D(0), D(0))


def test_tip_credit_and_withdrawal_have_their_own_lines(ada: User, ben: User, dora: User) -> None:
    give(ben, "20", dora)
    give(ada, "10", dora)
    pay_tip(booking_id=2, reference="HX7K2M", rider_id=ada.pk, driver_id=ben.pk, amount=D(3))
    update_platform_settings(bank_fields=False)
    request_withdrawal(user=ben, amount=D(5))
    week = weeks_of(ben.pk, LONDON)[0].monday.isoformat()

    body = client_of(ben).get(f"{API}/me/statements/{week}/").json()

    assert body["movements"] == [
        {"kind": "tip", "amount": "3.0000"},
        {"kind": "admin_credit", "amount": "20.0000"},
        {"kind": "withdrawal", "amount": "-5.0000"},
    ]
    assert (body["net"], body["closing_balance"], body["so_far"]) == ("18.0000", "18.0000", True)


@pytest.mark.parametrize("week", ["2026-11-03", "2026-11-09", "2026-10-05", "0001-01-01", "soon"])
@pytest.mark.usefixtures("weeks")
def test_other_days_have_no_statement(ben: User, week: str) -> None:
    with pytest.raises(NotFound):
        statement(ben, week)


@pytest.mark.parametrize("week", ["soon", "0001-01-01", "9999-12-27"])
def test_week_without_a_statement_is_not_found(ben: User, week: str) -> None:
    reply = client_of(ben).get(f"{API}/me/statements/{week}/")
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


def test_driver_fleet_and_admins_can_read_statements(
    ada: User, bob: User, ben: User, fay: User, dora: User
) -> None:
    fred = make_user("Fred", UserType.FLEET_ADMIN)
    week = weeks_of(bob.pk, LONDON)[0].monday.isoformat()
    of_bob = f"{API}/drivers/{bob.pk}/statements/"

    def codes(who: User | None) -> tuple[int, int, int]:
        client = client_of(who)
        return (
            client.get(of_bob).status_code,
            client.get(f"{of_bob}{week}/").status_code,
            client.get(f"{of_bob}{week}/", {"format": "pdf"}).status_code,
        )

    assert {codes(fay), codes(dora)} == {(200, 200, 200)}
    assert codes(fred) == (404, 404, 404)
    assert {codes(ada), codes(bob), codes(ben)} == {(403, 403, 403)}
    assert codes(None) == (401, 401, 401)
    # Riders have no statements.
    assert client_of(dora).get(f"{API}/drivers/{ada.pk}/statements/").status_code == 404
    assert client_of(ada).get(f"{API}/me/statements/").status_code == 403
    assert client_of(fay).get(f"{API}/drivers/{bob.pk}/statements/").json()["results"][0]["week"] == week


def test_staff_read_the_same_statement_as_the_driver(ada: User, bob: User, dora: User) -> None:
    settle(ada, bob, cash=D("71.88"))
    week = weeks_of(bob.pk, LONDON)[0].monday.isoformat()

    own = client_of(bob).get(f"{API}/me/statements/{week}/").json()

    assert own["trips"] == 1
    assert client_of(dora).get(f"{API}/drivers/{bob.pk}/statements/{week}/").json() == own


def test_pdf_is_named_after_the_week(ben: User) -> None:
    week = weeks_of(ben.pk, LONDON)[0].monday.isoformat()

    reply = client_of(ben).get(f"{API}/me/statements/{week}/", {"format": "pdf"})

    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "application/pdf")
    assert reply.headers["Content-Disposition"] == f'attachment; filename="statement-{week}.pdf"'
    assert reply.headers["Cache-Control"] == "no-store"
    assert "Earnings statement" in read_pdf(reply.content)


LABELS = (
    "Earnings statement", "Week", "Driver", "Trips", "Number of trips", "Fares", "Convenience fee",
    "Driver share", "Wallet", "Opening balance", "Net change", "Closing balance",
)  # fmt: skip


def pdf_text(driver: User, week: str, language: str) -> str:
    """Return the text of the PDF, and check that no character lacks a glyph."""
    found, settings = statement(driver, week), platform_settings()
    with translation.override(language):
        formatter = Formatter(Currency("£", "GBP", 2, swipe_symbol=False), settings.time_zone)
        written = [*map(translation.gettext, LABELS), formatter.days(found.week.monday, found.week.sunday)]
        text = read_pdf(statement_pdf(found, driver=driver, settings=settings, at=NOW))
    assert {*"".join(written)} - {*text, "\u2009"} == set()
    return text


@pytest.mark.usefixtures("weeks")
def test_english_pdf_has_the_same_content(ben: User) -> None:
    text = pdf_text(ben, BEFORE_DST, "en")

    for expected in (
        "Wight Cabs", "Earnings statement", "12–18 Oct 2026", "Ben Example", "Fares", "£143.76", "−£18.76",
        "Driver share", "£125.00", "Cash collected", "−£71.88", "Cancellation fee", "Fare adjusted", "−£4.00",
        "Opening balance", "Net change", "Closing balance", "£71.12",
    ):  # fmt: skip
        assert expected in text, expected
    assert "So far" not in text
    assert "So far" in pdf_text(ben, RUNNING, "en")
    assert "No transactions this week" in pdf_text(ben, EMPTY, "en")


@pytest.mark.usefixtures("weeks")
def test_pdf_is_in_arabic(ben: User) -> None:
    text = pdf_text(ben, BEFORE_DST, "ar")

    for expected in ("كشف الأرباح", "حصة السائق", "الرصيد الختامي", "أكتوبر", "£71.12", "Ben Example"):
        assert expected in text, expected
    assert not re.search("Opening|Closing|statement", text)


@pytest.mark.parametrize("language", ["es", "fr", "de", "pt", "hi", "zh-hans"])
@pytest.mark.usefixtures("weeks")
def test_pdf_has_every_glyph_of_the_language(ben: User, language: str) -> None:
    text = pdf_text(ben, RUNNING, language)
    assert "Opening balance" not in text
    assert re.search(r"£62[.,]50", text)


def test_week_has_seven_days(ben: User) -> None:
    week = weeks_of(ben.pk, LONDON, now=NOW)[0]
    assert week.sunday - week.monday == timedelta(days=6)
