"""The outcome of a case takes effect with its closing, or the case stays as it was."""

from decimal import Decimal
from typing import Any

import pytest

from apps.accounts.models import User
from apps.backoffice.models import Case, CaseMessage
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of
from tests.bookings.api import API, press
from tests.bookings.builders import credit_wallet, make_booking
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def trip(ada: User, ben: User, economy: CarType) -> Booking:
    """A trip of 56.06 that was paid in cash."""
    credit_wallet(ben, Decimal(100))
    booking = make_booking(ada, economy, Status.REACHED, driver=ben)
    assert press(ben, booking.pk, "collect-cash").status_code == 200
    InboxMessage.objects.all().delete()
    booking.refresh_from_db()
    return booking


def case_of(person: User, booking: Booking | None, kind: str = "complaint") -> str:
    reply = client_of(person).post(
        f"{API}/me/cases/",
        {"kind": kind, "text": "Please look at this.", "booking": booking.pk if booking else None},
        format="json",
    )
    assert reply.status_code == 201, reply.json()
    return f"{API}/cases/{reply.json()['id']}/"


def close(by: User, case: str, status: int = 200, **body: Any) -> dict[str, Any]:
    reply = client_of(by).post(f"{case}close/", {"text": "Thank you.", **body}, format="json")
    assert reply.status_code == status, reply.json()
    answer: dict[str, Any] = reply.json()
    return answer


def occasions(to: User) -> list[str]:
    return list(InboxMessage.objects.filter(user=to).order_by("pk").values_list("occasion", flat=True))


def assert_unchanged() -> None:
    case = Case.objects.get()
    assert (case.state, case.outcome, case.closed_at) == ("open", "", None)
    assert CaseMessage.objects.count() == 1
    assert not AuditEntry.objects.filter(action="case_closed").exists()


def test_answer_is_sent_and_recorded(ada: User, dora: User, trip: Booking) -> None:
    closed = close(dora, case_of(ada, trip), outcome="answered")
    assert (closed["state"], closed["outcome"], closed["owner"]["id"]) == ("closed", "answered", dora.pk)
    assert closed["messages"][-1]["text"] == "Thank you."
    assert occasions(ada) == ["case_closed"]
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.after) == ("case_closed", {"outcome": "answered"})


def test_refund_is_made_with_the_closing(ada: User, dora: User, trip: Booking) -> None:
    case = case_of(ada, trip)
    assert client_of(dora).get(case).json()["refundable"] == "56.0600"
    closed = close(dora, case, outcome="refunded", amount="12.50")
    assert closed["refundable"] == "43.5600"
    assert balance_of(ada.pk) == Decimal("12.50")
    trip.refresh_from_db()
    assert trip.refunded_amount == Decimal("12.50")
    entry = JournalEntry.objects.latest("id")
    assert (entry.memo, entry.booking_id) == (f"Case #{closed['id']}", trip.pk)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"outcome": "refunded", "amount": "56.07"}, 409, "refund_too_much"),
        ({"outcome": "refunded"}, 400, "invalid_amount"),
        ({"outcome": "refunded", "amount": "0"}, 400, "invalid_amount"),
        ({"outcome": "fee"}, 400, "invalid_amount"),
        ({"outcome": "fee", "amount": "5000"}, 409, "low_balance"),
        ({"outcome": "warned"}, 400, "warning_needed"),
        ({"outcome": "scolded"}, 400, "invalid"),
        ({"outcome": "answered", "text": " "}, 400, "invalid"),
    ],
)
def test_refused_outcome_leaves_the_case_open(
    body: dict[str, Any], status: int, code: str, ada: User, ben: User, dora: User, trip: Booking
) -> None:
    case, entries = case_of(ada, trip), JournalEntry.objects.count()
    assert close(dora, case, status, **body)["code"] == code
    assert_unchanged()
    assert occasions(ada) == occasions(ben) == []
    assert JournalEntry.objects.count() == entries


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"outcome": "refunded", "amount": "5"}, "no_booking"),
        ({"outcome": "fee", "amount": "5"}, "no_other_person"),
        ({"outcome": "warned", "warning": "Drive slowly."}, "no_other_person"),
        ({"outcome": "blocked"}, "no_other_person"),
    ],
)
def test_case_without_a_trip_has_no_other_person(
    body: dict[str, Any], code: str, ada: User, dora: User
) -> None:
    assert close(dora, case_of(ada, None), 409, **body)["code"] == code
    assert_unchanged()


def test_fee_is_charged_to_the_other_person(ada: User, ben: User, dora: User, trip: Booking) -> None:
    credit_wallet(ada, Decimal(50))
    held = balance_of(ben.pk)
    closed = close(dora, case_of(ben, trip), outcome="fee", amount="20")
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (Decimal(30), held)
    assert AuditEntry.objects.latest("id").after == {"outcome": "fee", "amount": "20.0000"}
    assert closed["outcome"] == "fee"


def test_warning_is_sent_to_the_other_person(ada: User, ben: User, dora: User, trip: Booking) -> None:
    close(dora, case_of(ada, trip), outcome="warned", warning="Please keep to the speed limit.")
    assert InboxMessage.objects.get(user=ben).msg == (
        f"Booking {trip.reference}: Please keep to the speed limit."
    )
    assert occasions(ada) == ["case_closed"]


def test_block_withdraws_the_approval(ada: User, ben: User, dora: User, trip: Booking) -> None:
    close(dora, case_of(ada, trip), outcome="blocked")
    ben.refresh_from_db()
    assert ben.approved is False


def test_demo_refuses_outcomes_that_move_money(ada: User, dora: User, trip: Booking) -> None:
    case, entries = case_of(ada, trip), JournalEntry.objects.count()
    update_platform_settings(allow_critical_edits_admin=False)
    refused = close(dora, case, 403, outcome="refunded", amount="5")
    assert refused["code"] == "demo_mode"
    assert_unchanged()
    assert JournalEntry.objects.count() == entries


def test_closed_case_is_not_closed_again(ada: User, dora: User, trip: Booking) -> None:
    case, entries = case_of(ada, trip), JournalEntry.objects.count()
    close(dora, case, outcome="answered")
    refused = close(dora, case, 409, outcome="refunded", amount="5")
    assert refused["code"] == "case_closed"
    assert JournalEntry.objects.count() == entries
