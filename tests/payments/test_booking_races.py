"""Concurrent card, wallet, promo and cancellation of one booking: paid once, no money lost."""

from collections.abc import Callable
from decimal import Decimal as D
from typing import Any

import pytest
from django.core.management import call_command

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from apps.payments.choices import CreditedTo, State, Verdict
from apps.payments.models import Attempt
from apps.wallet.choices import REVENUE, TRIPS
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import press
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.deliveries import COST, FEE, SHARE, make_delivery, pay
from tests.bookings.test_promo_races import THREADS, Answer, at_once
from tests.fares.promos import make_promo
from tests.payments.bookings import settle_paid, start_attempt

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("offered")]
PURSE = D(500)


def answer(reply: Any) -> Answer:
    return reply.status_code, reply.json().get("code", "")


@pytest.fixture
def trip(ada: User, ben: User, economy: CarType) -> Booking:
    credit_wallet(ada, PURSE)
    return make_booking(ada, economy, Status.PENDING, driver=ben)


def assert_no_money_lost(ada: User, booking: Booking) -> None:
    """Check that every payment is on the booking or in the wallet, and the trip is paid once."""
    booking.refresh_from_db()
    came = sum(Attempt.objects.filter(state=State.PAID).values_list("amount", flat=True))
    assert platform_balance("gateway:test") == -came
    assert balance_of(ada.pk) == PURSE + came - booking.customer_paid
    assert Attempt.objects.filter(credited_to=CreditedTo.BOOKING).count() <= 1
    call_command("verify_ledger", verbosity=0)


def test_concurrent_webhooks_pay_once(trip: Booking, ada: User, ben: User) -> None:
    attempt = start_attempt(ada, trip)
    verdicts = at_once(lambda _: (0, str(settle_paid(attempt))))
    assert verdicts == {(0, Verdict.HANDLED): 1, (0, Verdict.REPEATED): THREADS - 1}
    assert_no_money_lost(ada, trip)
    assert (trip.status, trip.card_payment_amount) == (Status.PAID, COST)
    assert (balance_of(ben.pk), platform_balance(REVENUE), platform_balance(TRIPS)) == (SHARE, FEE, D(0))


def test_concurrent_cards_pay_once_and_credit_the_rest(trip: Booking, ada: User, ben: User) -> None:
    attempts = [start_attempt(ada, trip) for _ in range(THREADS)]
    verdicts = at_once(lambda number: (0, str(settle_paid(attempts[number]))))
    assert verdicts == {(0, Verdict.HANDLED): THREADS}
    assert_no_money_lost(ada, trip)
    assert Attempt.objects.filter(credited_to=CreditedTo.BOOKING).count() == 1
    assert balance_of(ada.pk) == PURSE + (THREADS - 1) * COST
    assert balance_of(ben.pk) == SHARE


@pytest.mark.parametrize("seed", range(3))
def test_concurrent_card_and_wallet_pay_once(trip: Booking, ada: User, ben: User, seed: int) -> None:
    make_promo()
    attempts = [start_attempt(ada, trip, use_wallet=False) for _ in range(THREADS)]
    operations: tuple[Callable[[int], Answer], ...] = (
        lambda number: (0, str(settle_paid(attempts[number]))),
        lambda _: answer(pay(ada, trip.pk)),
        lambda _: answer(press(ada, trip.pk, "promo", promo_name="TEN")),
        lambda number: (0, str(settle_paid(attempts[number - 2]))),
    )
    answers = at_once(lambda number: operations[(number + seed) % 4](number))
    assert_no_money_lost(ada, trip)
    assert trip.status == Status.PAID
    assert {code for status, code in answers if status >= 400} <= {"wrong_status"}
    assert JournalEntry.objects.filter(kind="driver_share").count() == 1
    assert balance_of(ben.pk) == SHARE


def test_payment_during_a_cancellation_is_refunded_to_the_wallet(ada: User, economy: CarType) -> None:
    credit_wallet(ada, PURSE)
    parcels = [make_delivery(ada, economy, Status.PAYMENT_PENDING) for _ in range(THREADS // 2)]
    attempts = [start_attempt(ada, parcel) for parcel in parcels]

    def one(number: int) -> Answer:
        mine = number // 2
        if number % 2:
            return answer(press(ada, parcels[mine].pk, "cancel", reason="Not needed"))
        return 0, str(settle_paid(attempts[mine]))

    answers = at_once(one)

    assert answers == {(0, Verdict.HANDLED): THREADS // 2, (200, ""): THREADS // 2}
    assert set(Booking.objects.values_list("status", flat=True)) == {Status.CANCELLED}
    # Refunded by the cancellation, or never debited: the wallet has the money.
    assert balance_of(ada.pk) == PURSE + len(parcels) * COST
    assert platform_balance(TRIPS) == 0
    call_command("verify_ledger", verbosity=0)
