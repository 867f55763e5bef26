"""Shorthands of the tests of approvals: requests above a limit, and their decisions."""

from decimal import Decimal as D
from typing import Any

import pytest

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.models import Approval
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import AuditEntry
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from apps.wallet.models import Withdrawal
from apps.wallet.withdrawals.payouts import request_withdrawal
from tests.bookings.api import API, press
from tests.bookings.builders import credit_wallet, make_booking
from tests.personas import client_of, make_user


def post(by: User, path: str, status: int, body: Any = None, **headers: str) -> dict[str, Any]:
    reply = client_of(by).post(f"{API}/{path}", body or {}, format="json", headers=headers)
    assert reply.status_code == status, reply.json()
    answer: dict[str, Any] = reply.json()
    return answer


def decide(by: User, approval: Approval | int, action: str, status: int = 200, **body: Any) -> dict[str, Any]:
    pk = approval if isinstance(approval, int) else approval.pk
    return post(by, f"approvals/{pk}/{action}/", status, body)


def occasions(person: User) -> list[str]:
    messages = InboxMessage.objects.filter(user=person, occasion__startswith="approval_")
    return list(messages.order_by("pk").values_list("occasion", flat=True))


def audited() -> list[str]:
    entries = AuditEntry.objects.filter(kind="money_approval").order_by("pk")
    return list(entries.values_list("action", flat=True))


@pytest.fixture
def eve(db: None) -> User:
    """A second admin."""
    return make_user("Eve", UserType.ADMIN)


@pytest.fixture
def trip(ada: User, ben: User, dora: User, economy: CarType) -> Booking:
    """A trip of 56.06 that was paid in cash."""
    credit_wallet(ben, D(100))
    booking = make_booking(ada, economy, Status.REACHED, driver=ben)
    assert press(ben, booking.pk, "collect-cash").status_code == 200
    booking.refresh_from_db()
    return booking


@pytest.fixture
def withdrawals(ben: User, dora: User) -> list[Withdrawal]:
    """Two requests of 60 and 50."""
    ben.bank_account = "0012345"
    ben.save()
    credit_wallet(ben, D(200))
    return [request_withdrawal(user=ben, amount=D(amount)) for amount in (60, 50)]


def refund(by: User, trip: Booking, amount: str, status: int, **body: Any) -> dict[str, Any]:
    return post(by, f"bookings/{trip.pk}/refund/", status, {"amount": amount, "reason": "Late.", **body})
