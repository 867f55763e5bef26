"""A cancelled booking leaves no attempt open; a late payment is credited to the rider."""

from collections.abc import Callable
from typing import Any

import pytest

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from apps.payments.choices import CreditedTo, State
from apps.payments.models import TestCharge
from apps.wallet.selectors import balance_of
from tests.bookings.api import press
from tests.bookings.deliveries import COST, make_delivery
from tests.payments.bookings import settle_paid, start_attempt

pytestmark = pytest.mark.django_db
Run = Callable[[], int]


@pytest.fixture
def unpaid(ada: User, economy: CarType) -> Booking:
    return make_delivery(ada, economy, Status.PAYMENT_PENDING)


def test_late_payment_of_a_cancelled_booking_is_credited_to_the_wallet(
    offered: Any, ada: User, unpaid: Booking, run_jobs: Run
) -> None:
    attempt = start_attempt(ada, unpaid)
    assert press(ada, unpaid.pk, "cancel").json()["status"] == "CANCELLED"
    run_jobs()

    attempt.refresh_from_db()
    assert (attempt.state, attempt.problem) == (State.EXPIRED, "the booking was cancelled")
    assert attempt.next_check_at is not None
    assert not attempt.is_waiting

    settle_paid(attempt)
    attempt.refresh_from_db()
    assert (attempt.state, attempt.credited_to) == (State.PAID, CreditedTo.WALLET)
    assert balance_of(ada.pk) == COST


def test_payment_before_the_job_does_not_expire(
    offered: Any, ada: User, unpaid: Booking, run_jobs: Run
) -> None:
    attempt = start_attempt(ada, unpaid)
    press(ada, unpaid.pk, "cancel")
    settle_paid(attempt)
    run_jobs()
    attempt.refresh_from_db()
    assert (attempt.state, balance_of(ada.pk)) == (State.PAID, COST)


def test_payment_known_only_to_the_gateway_does_not_expire(
    offered: Any, ada: User, unpaid: Booking, run_jobs: Run
) -> None:
    """The booking is cancelled after the payment and before its webhook."""
    attempt = start_attempt(ada, unpaid)
    TestCharge.objects.create(
        ref=attempt.ref, result="success", amount=attempt.amount, currency=attempt.currency
    )
    press(ada, unpaid.pk, "cancel")
    run_jobs()
    attempt.refresh_from_db()
    assert (attempt.state, attempt.credited_to) == (State.PAID, CreditedTo.WALLET)
    assert balance_of(ada.pk) == COST


def test_attempts_of_an_active_booking_stay_open(
    offered: Any, ada: User, unpaid: Booking, run_jobs: Run
) -> None:
    from apps.payments.services.closing import close_attempts

    attempt = start_attempt(ada, unpaid)
    assert close_attempts(booking_id=unpaid.pk) == 0
    attempt.refresh_from_db()
    assert attempt.state == State.REDIRECTED
