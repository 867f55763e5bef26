"""A card payment of a booking with fees owed for an earlier one, and payments in between."""

from decimal import Decimal as D

import pytest
from django.db import transaction

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.machine import apply_transition
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from apps.payments.choices import CreditedTo
from apps.payments.models import Attempt
from apps.wallet.choices import CASH_WITH_DRIVERS
from apps.wallet.models import OwedFee
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.trips.fees import settle_cancellation
from apps.wallet.trips.owed import owed_by
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.deliveries import make_delivery
from tests.payments.bookings import settle_paid, start_attempt

pytestmark = pytest.mark.usefixtures("offered")


def owe(rider: User, driver: User, economy: CarType, amount: D) -> OwedFee:
    cancelled = make_booking(
        rider, economy, Status.CANCELLED, driver=driver, cancellation_fee_owed=amount, reference=f"OW{amount}"
    )
    with transaction.atomic():
        settle_cancellation(
            booking_id=cancelled.pk,
            reference=cancelled.reference,
            customer_id=rider.pk,
            driver_id=driver.pk,
            refund=D(0),
            fee=amount,
        )
    return OwedFee.objects.get(booking_id=cancelled.pk)


def kept(rider: User) -> list[str]:
    notices = InboxMessage.objects.filter(occasion="payment_kept")
    return [entry.data["amount"] for entry in notices.filter(user_id=rider.pk)]


def test_card_pays_the_trip_and_the_fee(ada: User, ben: User, bob: User, economy: CarType) -> None:
    owe(ada, bob, economy, D(11))
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    attempt = start_attempt(ada, trip)
    assert (attempt.amount, attempt.owed_amount) == (trip.payable_amount + 11, D(11))

    settle_paid(attempt)

    assert Attempt.objects.get().credited_to == CreditedTo.BOOKING
    trip.refresh_from_db()
    assert (trip.status, trip.card_payment_amount, trip.owed_amount) == (
        Status.PAID,
        trip.payable_amount,
        D(11),
    )
    assert (balance_of(ada.pk), balance_of(bob.pk), owed_by(ada.pk)) == (D(0), D(11), D(0))
    assert kept(ada) == []


def test_fee_paid_by_a_top_up_is_credited_to_the_wallet(
    ada: User, ben: User, bob: User, economy: CarType
) -> None:
    owe(ada, bob, economy, D(11))
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    attempt = start_attempt(ada, trip)
    credit_wallet(ada, D(11))

    settle_paid(attempt)

    assert Attempt.objects.get().credited_to == CreditedTo.BOOKING
    trip.refresh_from_db()
    assert (trip.status, trip.card_payment_amount, trip.owed_amount) == (
        Status.PAID,
        trip.payable_amount,
        D(0),
    )
    assert (balance_of(ada.pk), balance_of(bob.pk), owed_by(ada.pk)) == (D(11), D(11), D(0))
    assert platform_balance("gateway:test") == -attempt.amount
    assert [D(amount) for amount in kept(ada)] == [D(11)]


def test_partly_paid_fee_takes_only_its_rest(ada: User, ben: User, bob: User, economy: CarType) -> None:
    owe(ada, bob, economy, D(11))
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    attempt = start_attempt(ada, trip)
    credit_wallet(ada, D(4))

    settle_paid(attempt)

    trip.refresh_from_db()
    assert (trip.status, trip.owed_amount) == (Status.PAID, D(7))
    assert (balance_of(ada.pk), balance_of(bob.pk), owed_by(ada.pk)) == (D(4), D(11), D(0))
    assert [D(amount) for amount in kept(ada)] == [D(4)]


def test_added_promo_does_not_pay_a_fee(ada: User, ben: User, bob: User, economy: CarType) -> None:
    owe(ada, bob, economy, D(11))
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    attempt = start_attempt(ada, trip)
    Booking.objects.filter(pk=trip.pk).update(discount=D(5))

    settle_paid(attempt)

    trip.refresh_from_db()
    assert (trip.status, trip.owed_amount) == (Status.PENDING, D(0))
    attempt.refresh_from_db()
    assert (attempt.credited_to, attempt.problem) == (
        CreditedTo.WALLET,
        "the booking did not accept it: payment_changed",
    )
    assert balance_of(ada.pk) == attempt.amount - 11


def test_delivery_collects_fees_with_each_payment(ada: User, ben: User, bob: User, economy: CarType) -> None:
    owe(ada, bob, economy, D(11))
    parcel = make_delivery(ada, economy, Status.PAYMENT_PENDING)
    settle_paid(start_attempt(ada, parcel))
    parcel.refresh_from_db()
    assert (parcel.status, parcel.prepaid, parcel.owed_amount) == (Status.NEW, True, D(11))
    # Staff changed the drop-off: 5 more are due at the end, with another owed fee.
    Booking.objects.filter(pk=parcel.pk).update(
        status=Status.PENDING,
        driver=ben,
        trip_cost=parcel.trip_cost + 5,
        driver_share=parcel.driver_share + 5,
    )
    owe(ada, bob, economy, D(3))

    apply_transition("collect_cash_later", booking_id=parcel.pk, by=ben)

    parcel.refresh_from_db()
    assert (parcel.status, parcel.owed_amount) == (Status.PAID, D(14))
    assert (balance_of(bob.pk), owed_by(ada.pk)) == (D(14), D(0))
    assert platform_balance(CASH_WITH_DRIVERS) == D(0)
