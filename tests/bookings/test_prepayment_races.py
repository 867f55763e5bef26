"""Races for one unpaid delivery: it is paid once or not at all, and never both paid and cancelled."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D

import pytest
from django.core.management import call_command
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.services.housekeeping import expire_unpaid
from apps.core.models import OutboxEntry
from apps.fares.models import CarType
from apps.wallet.choices import TRIPS
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import API, press
from tests.bookings.builders import credit_wallet
from tests.bookings.deliveries import COST, make_delivery, pay
from tests.bookings.test_promo_races import THREADS, Answer, at_once
from tests.personas import client_of

pytestmark = pytest.mark.django_db(transaction=True)

BALANCE = D(500)


@pytest.fixture
def booking(ada: User, economy: CarType) -> Booking:
    credit_wallet(ada, BALANCE)
    due = timezone.now() + timedelta(minutes=15)
    return make_delivery(ada, economy, Status.PAYMENT_PENDING, payment_due_at=due)


def outcome(reply: object) -> Answer:
    return reply.status_code, reply.json().get("code", "")  # type: ignore[attr-defined]


def settled(booking: Booking, rider: User) -> str:
    """Verify the ledger and return the final status."""
    booking.refresh_from_db()
    call_command("verify_ledger", verbosity=0)
    kinds = Counter(JournalEntry.objects.filter(booking_id=booking.pk).values_list("kind", flat=True))
    if booking.status == Status.NEW:
        assert kinds == {"wallet_payment": 1}
        assert (balance_of(rider.pk), platform_balance(TRIPS)) == (BALANCE - COST, COST)
        jobs = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.JOB, name="bookings.dispatch")
        assert jobs.count() == 1
    else:
        assert booking.status == Status.CANCELLED
        assert kinds == ({"wallet_payment": 1, "refund": 1} if booking.prepaid else {})
        assert (balance_of(rider.pk), platform_balance(TRIPS)) == (BALANCE, D(0))
    versions = BookingEvent.objects.filter(booking=booking).order_by("version")
    assert [*versions.values_list("version", flat=True)] == [*range(2, booking.version + 1)]
    return str(booking.status)


def test_one_of_many_concurrent_payments_is_taken(ada: User, booking: Booking) -> None:
    replies = at_once(lambda _: outcome(pay(ada, booking.pk)))
    assert replies == {(200, ""): 1, (409, "wrong_status"): THREADS - 1}
    assert settled(booking, ada) == "NEW"


def test_wallet_with_money_for_three_pays_three_of_many(ada: User, economy: CarType) -> None:
    credit_wallet(ada, 3 * COST + 1)
    waiting = [make_delivery(ada, economy, Status.PAYMENT_PENDING) for _ in range(THREADS)]
    replies = at_once(lambda number: outcome(pay(ada, waiting[number].pk)))
    assert replies == {(200, ""): 3, (409, "low_balance"): THREADS - 3}
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (D(1), 3 * COST)
    assert Booking.objects.filter(status=Status.NEW, prepaid=True).count() == 3
    call_command("verify_ledger", verbosity=0)


def test_payment_and_expiry_exclude_each_other(ada: User, booking: Booking) -> None:
    """A paid booking does not expire, and an expired one is not paid."""

    def one(number: int) -> Answer:
        if number % 2:
            return outcome(pay(ada, booking.pk))
        # Like beat, just after the deadline.
        Booking.objects.filter(pk=booking.pk, status=Status.PAYMENT_PENDING).update(
            payment_due_at=timezone.now() - timedelta(milliseconds=1)
        )
        return expire_unpaid(), "expired"

    replies = at_once(one)

    expired = replies[1, "expired"]
    paid = replies[200, ""]
    assert expired + paid == 1
    assert settled(booking, ada) == ("NEW" if paid else "CANCELLED")
    refused = {code for status, code in replies if status == 409}
    assert refused <= {"wrong_status", "payment_expired"}


@pytest.mark.parametrize("seed", range(3))
def test_concurrent_payment_and_cancellation_leave_the_wallet_right(
    ada: User, booking: Booking, seed: int
) -> None:
    actions: dict[int, Callable[[], object]] = {
        0: lambda: pay(ada, booking.pk),
        1: lambda: press(ada, booking.pk, "cancel", reason="Not needed"),
    }

    replies = at_once(lambda number: outcome(actions[(number + seed) % 2]()))

    # The cancellation always wins; a payment before it is refunded.
    assert settled(booking, ada) == "CANCELLED"
    assert replies[200, ""] in (1, 2)
    assert {code for status, code in replies if status != 200} == {"wrong_status"}


def test_repeated_request_pays_once(ada: User, booking: Booking) -> None:
    def one(_number: int) -> Answer:
        reply = client_of(ada).post(
            f"{API}/bookings/{booking.pk}/pay/", {"method": "wallet"}, headers={"Idempotency-Key": "tap"}
        )
        return outcome(reply)

    replies = at_once(one)
    assert replies.keys() <= {(200, ""), (409, "idempotency_in_flight")}
    assert settled(booking, ada) == "NEW"
