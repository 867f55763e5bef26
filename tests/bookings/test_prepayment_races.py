"""Real threads at one unpaid delivery: it is paid once or not at all, and never both paid and cancelled."""

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
from tests.bookings.deliveries import COST, make_delivery, pay
from tests.bookings.making import make_rich
from tests.bookings.test_promo_races import THREADS, Answer, at_once
from tests.personas import client_of

pytestmark = pytest.mark.django_db(transaction=True)

PURSE = D(500)


@pytest.fixture
def booking(ada: User, economy: CarType) -> Booking:
    make_rich(ada, PURSE)
    due = timezone.now() + timedelta(minutes=15)
    return make_delivery(ada, economy, Status.PAYMENT_PENDING, payment_due_at=due)


def answer(reply: object) -> Answer:
    return reply.status_code, reply.json().get("code", "")  # type: ignore[attr-defined]


def settled(booking: Booking, rider: User) -> str:
    """How it ended; the books agree with it."""
    booking.refresh_from_db()
    call_command("verify_ledger", verbosity=0)
    kinds = Counter(JournalEntry.objects.filter(booking_id=booking.pk).values_list("kind", flat=True))
    if booking.status == Status.NEW:
        assert kinds == {"wallet_payment": 1}
        assert (balance_of(rider.pk), platform_balance(TRIPS)) == (PURSE - COST, COST)
        jobs = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.JOB, name="bookings.dispatch")
        assert jobs.count() == 1
    else:
        assert booking.status == Status.CANCELLED
        assert kinds == ({"wallet_payment": 1, "refund": 1} if booking.prepaid else {})
        assert (balance_of(rider.pk), platform_balance(TRIPS)) == (PURSE, D(0))
    versions = BookingEvent.objects.filter(booking=booking).order_by("version")
    assert [*versions.values_list("version", flat=True)] == [*range(2, booking.version + 1)]
    return str(booking.status)


def test_of_many_payments_at_once_one_is_taken(ada: User, booking: Booking) -> None:
    answers = at_once(lambda _: answer(pay(ada, booking.pk)))
    assert answers == {(200, ""): 1, (409, "wrong_status"): THREADS - 1}
    assert settled(booking, ada) == "NEW"


def test_a_wallet_that_is_good_for_three_pays_three_of_many_deliveries(ada: User, economy: CarType) -> None:
    make_rich(ada, 3 * COST + 1)
    waiting = [make_delivery(ada, economy, Status.PAYMENT_PENDING) for _ in range(THREADS)]
    answers = at_once(lambda number: answer(pay(ada, waiting[number].pk)))
    assert answers == {(200, ""): 3, (409, "low_balance"): THREADS - 3}
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (D(1), 3 * COST)
    assert Booking.objects.filter(status=Status.NEW, prepaid=True).count() == 3
    call_command("verify_ledger", verbosity=0)


def test_paying_against_expiry_ends_one_way(ada: User, booking: Booking) -> None:
    """Whoever comes first: what was paid is not expired, and what expired was not paid."""

    def one(number: int) -> Answer:
        if number % 2:
            return answer(pay(ada, booking.pk))
        # As beat would a moment after the time is over.
        Booking.objects.filter(pk=booking.pk, status=Status.PAYMENT_PENDING).update(
            payment_due_at=timezone.now() - timedelta(milliseconds=1)
        )
        return expire_unpaid(), "expired"

    answers = at_once(one)

    expired = answers[1, "expired"]
    paid = answers[200, ""]
    assert expired + paid == 1
    assert settled(booking, ada) == ("NEW" if paid else "CANCELLED")
    refused = {code for status, code in answers if status == 409}
    assert refused <= {"wrong_status", "payment_expired"}


@pytest.mark.parametrize("seed", range(3))
def test_paying_against_cancelling_ends_paid_or_cancelled_and_the_purse_is_right(
    ada: User, booking: Booking, seed: int
) -> None:
    deeds: dict[int, Callable[[], object]] = {
        0: lambda: pay(ada, booking.pk),
        1: lambda: press(ada, booking.pk, "cancel", reason="Not needed"),
    }

    answers = at_once(lambda number: answer(deeds[(number + seed) % 2]()))

    # Paid and then cancelled is a way too: it is refunded. Cancelled and then paid is none.
    assert settled(booking, ada) == "CANCELLED"
    assert answers[200, ""] in (1, 2)
    assert {code for status, code in answers if status != 200} == {"wrong_status"}


def test_the_same_tap_sent_many_times_is_one_payment(ada: User, booking: Booking) -> None:
    def one(_number: int) -> Answer:
        reply = client_of(ada).post(
            f"{API}/bookings/{booking.pk}/pay/", {"method": "wallet"}, headers={"Idempotency-Key": "tap"}
        )
        return answer(reply)

    answers = at_once(one)
    assert answers.keys() <= {(200, ""), (409, "idempotency_in_flight")}
    assert settled(booking, ada) == "NEW"
