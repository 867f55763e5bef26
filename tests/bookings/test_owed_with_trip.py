"""A rider's owed fee is collected with the next trip, in cash, by card or as staff record it."""

from collections.abc import Callable
from decimal import Decimal as D

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.services.payment import settle_card_payment
from apps.bookings.state_machine.transitions import CardPayment
from apps.core.errors import Conflict
from apps.fares.models import CarType
from apps.wallet.models import OwedFee
from apps.wallet.selectors import balance_of
from apps.wallet.trips.fees import settle_cancellation
from apps.wallet.trips.owed import owed_by
from tests.bookings.api import API, look, press
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.bookings.deliveries import make_delivery
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def fee(ada: User, bob: User, economy: CarType) -> OwedFee:
    """A late cancellation fee of 11 that ada owes to bob."""
    cancelled = make_booking(ada, economy, Status.CANCELLED, driver=bob, cancellation_fee_owed=D(11))
    with transaction.atomic():
        settle_cancellation(
            booking_id=cancelled.pk,
            reference=cancelled.reference,
            customer_id=ada.pk,
            driver_id=bob.pk,
            refund=D(0),
            fee=D(11),
        )
    return OwedFee.objects.get(booking_id=cancelled.pk)


@pytest.mark.parametrize("status", [Status.REACHED, Status.PENDING])
def test_driver_collects_the_owed_fee_with_the_cash(
    status: Status, fee: OwedFee, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    trip = make_booking(ada, economy, status, driver=ben)
    for viewer in (ada, ben):
        seen = look(viewer, trip.pk)
        assert (D(seen["owed_amount"]), D(seen["to_collect"])) == (D(11), trip.payable_amount + 11)

    body = press(ben, trip.pk, "collect-cash").json()

    assert (body["status"], D(body["owed_amount"]), D(body["to_collect"])) == ("PAID", D(11), D(0))
    assert D(body["cash_payment_amount"]) == trip.payable_amount
    # The trip's driver answers for all the cash; the fee goes to the driver it is owed to.
    assert balance_of(ben.pk) == trip.driver_share - trip.payable_amount - 11
    assert balance_of(bob.pk) == 11
    assert owed_by(ada.pk) == balance_of(ada.pk) == 0
    cancelled = Booking.objects.get(pk=fee.booking_id)
    assert (cancelled.cancellation_fee, cancelled.cancellation_fee_owed) == (D(11), D(0))
    receipt = client_of(ada).get(f"{API}/bookings/{trip.pk}/receipt/").json()
    assert D(receipt["owed_amount"]) == 11
    assert [D(payment["amount"]) for payment in receipt["paid_by"]] == [trip.payable_amount]
    call_command("verify_ledger", verbosity=0)


def test_recorded_payment_includes_the_owed_fee(
    fee: OwedFee, ada: User, ben: User, bob: User, dora: User, economy: CarType
) -> None:
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    press(dora, trip.pk, "record-payment", payment_mode="other", reason="Bank transfer")
    assert balance_of(ben.pk) == trip.driver_share
    assert balance_of(bob.pk) == 11
    assert owed_by(ada.pk) == 0
    call_command("verify_ledger", verbosity=0)


def test_card_pays_the_trip_and_the_owed_fee(
    fee: OwedFee, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    card = CardPayment(amount=trip.payable_amount + 11, owed=D(11), wallet=D(0), gateway="stripe")

    booking = settle_card_payment(booking_id=trip.pk, card=card)

    assert (booking.status, booking.owed_amount) == (Status.PAID, D(11))
    assert booking.card_payment_amount == trip.payable_amount
    assert balance_of(bob.pk) == 11
    assert owed_by(ada.pk) == balance_of(ada.pk) == 0
    call_command("verify_ledger", verbosity=0)


def test_card_amount_above_what_is_due_is_refused(
    fee: OwedFee, ada: User, ben: User, economy: CarType
) -> None:
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    card = CardPayment(amount=trip.payable_amount + 12, owed=D(11), wallet=D(0), gateway="stripe")
    with pytest.raises(Conflict) as refusal:
        settle_card_payment(booking_id=trip.pk, card=card)
    assert refusal.value.code == "payment_changed"
    assert owed_by(ada.pk) == 11
    assert Booking.objects.get(pk=trip.pk).status == Status.PENDING


def test_rider_who_owes_nothing_pays_only_the_fare(ada: User, ben: User, economy: CarType) -> None:
    trip = make_booking(ada, economy, Status.REACHED, driver=ben)
    body = press(ben, trip.pk, "collect-cash").json()
    assert (body["status"], D(body["owed_amount"])) == ("PAID", D(0))
    assert balance_of(ben.pk) == trip.driver_share - trip.payable_amount


@pytest.mark.parametrize("action", ["collect-cash", "record-payment"])
def test_fee_added_after_the_amount_was_shown_is_refused(
    action: str,
    fee: OwedFee,
    ada: User,
    ben: User,
    dora: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    person, why = (ben, {}) if action == "collect-cash" else (dora, {"reason": "Cash"})
    before = snapshot()

    reply = press(person, trip.pk, action, amount=f"{trip.payable_amount}", **why)

    assert (reply.status_code, reply.json()["code"]) == (409, "amount_changed")
    assert snapshot() == before
    assert balance_of(ben.pk) == 0
    shown = look(person, trip.pk)["to_collect"]
    assert press(person, trip.pk, action, amount=shown, **why).json()["status"] == "PAID"
    assert owed_by(ada.pk) == 0


def test_wallet_payment_of_another_amount_is_refused(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    credit_wallet(ada)
    trip = make_booking(ada, economy, Status.PENDING, driver=ben)
    parcel = make_delivery(ada, economy, Status.PAYMENT_PENDING)
    before = snapshot()
    for booking in (trip, parcel):
        reply = press(ada, booking.pk, "pay", method="wallet", amount="1.00")
        assert (reply.status_code, reply.json()["code"]) == (409, "amount_changed")
    assert snapshot() == before

    for booking, status in ((trip, "PAID"), (parcel, "NEW")):
        shown = look(ada, booking.pk)["amount_due"]
        assert press(ada, booking.pk, "pay", method="wallet", amount=shown).json()["status"] == status


def test_database_refuses_a_negative_collected_amount(ada: User, economy: CarType) -> None:
    trip = make_booking(ada, economy)
    with pytest.raises(IntegrityError), transaction.atomic():
        Booking.objects.filter(pk=trip.pk).update(owed_amount=-1)
