"""Cancellation fees by document 3's slabs, refunds, and the ledger after each."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import transaction

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.services.cancelling import auto_cancel
from apps.core.platform import update_platform_settings
from apps.fares.models import CancelSlab, CarType
from apps.wallet.choices import REVENUE, TRIPS, EntryKind
from apps.wallet.journal import Draft, Party, post
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.trips.owed import owed_by
from tests.bookings.api import API, look, press
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, move
from tests.bookings.conftest import Snapshot
from tests.bookings.promos import give_slabs
from tests.personas import client_of

pytestmark = pytest.mark.django_db

FREE = {"fee": "0.0000", "owed": "0.0000", "refund": "0.0000", "minutes": 0}


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        yield clock


def accepted(rider: User, driver: User, car_type: CarType, *, seconds: float, **fields: Any) -> Booking:
    """Insert a booking whose driver accepted `seconds` ago."""
    moment = datetime.now(UTC) - timedelta(seconds=seconds)
    move(driver, PICKUP)
    return make_booking(rider, car_type, Status.ACCEPTED, driver=driver, accepted_at=moment, **fields)


def prepay(booking: Booking, amount: str) -> None:
    """Pay a booking in advance: the money is held until the trip is settled."""
    amounts: dict[Party, D] = {booking.customer_id: -D(amount), TRIPS: D(amount)}
    key = f"booking:{booking.pk}:wallet_payment"
    with transaction.atomic():
        post([Draft(key=key, kind=EntryKind.WALLET_PAYMENT, amounts=amounts, booking_id=booking.pk)])
    Booking.objects.filter(pk=booking.pk).update(prepaid=True, used_wallet_money=D(amount))


def preview(person: User, booking: Booking) -> Any:
    return client_of(person).get(f"{API}/bookings/{booking.pk}/cancel-preview/")


def cancel(person: User, booking: Booking) -> Any:
    return press(person, booking.pk, "cancel", reason="Cab is taking long time").json()


@pytest.mark.parametrize(
    ("seconds", "fee"),
    [(0, "0"), (119, "0"), (120, "0"), (120.5, "10"), (240, "10"), (241, "15"), (86_400, "15")],
)
def test_fee_is_the_last_slab_exceeded(
    seconds: float, fee: str, ada: User, ben: User, economy: CarType
) -> None:
    credit_wallet(ada, D(100))
    give_slabs(economy)
    booking = accepted(ada, ben, economy, seconds=seconds)

    shown = preview(ada, booking).json()
    body = cancel(ada, booking)

    assert (D(shown["fee"]), D(shown["refund"]), shown["minutes"]) == (D(fee), D(0), int(seconds // 60))
    assert (body["status"], D(body["cancellation_fee"]), D(body["refunded_amount"])) == (
        "CANCELLED",
        D(fee),
        D(0),
    )
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (100 - D(fee), D(fee))
    entries = JournalEntry.objects.filter(booking_id=booking.pk)
    assert [(entry.key, entry.reference) for entry in entries] == (
        [(f"booking:{booking.pk}:cancellation_fee", booking.reference)] if D(fee) else []
    )
    assert platform_balance(REVENUE) == platform_balance(TRIPS) == 0
    call_command("verify_ledger", verbosity=0)


@pytest.mark.parametrize(("there", "paid"), [("15", "15"), ("14.99", "14.99"), ("0.01", "0.01"), ("0", "0")])
def test_wallet_that_holds_less_than_the_fee_owes_the_rest(
    there: str, paid: str, ada: User, ben: User, economy: CarType
) -> None:
    if D(there):
        credit_wallet(ada, D(there))
    give_slabs(economy)
    booking = accepted(ada, ben, economy, seconds=300)

    shown = preview(ada, booking).json()
    assert (D(shown["fee"]), D(shown["owed"])) == (D(15), D(15) - D(paid))
    body = cancel(ada, booking)
    assert (D(body["cancellation_fee"]), D(body["cancellation_fee_owed"])) == (D(paid), D(15) - D(paid))
    assert D(body["cancellation_fee_charged"]) == 15
    assert owed_by(ada.pk) == D(15) - D(paid)

    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(there) - D(paid), D(paid))
    event = BookingEvent.objects.get(booking=booking, name="cancel")
    assert (D(event.data["cancellation_fee"]), D(event.data["cancellation_fee_due"])) == (D(paid), D(15))
    call_command("verify_ledger", verbosity=0)


def test_prepaid_money_is_refunded_before_the_fee_is_charged(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada, D("56.06"))
    give_slabs(economy)
    booking = accepted(ada, ben, economy, seconds=300)
    prepay(booking, "56.06")
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (D(0), D("56.06"))

    assert preview(ada, booking).json() == {
        "fee": "15.0000",
        "owed": "0.0000",
        "refund": "56.0600",
        "minutes": 5,
    }
    body = cancel(ada, booking)

    assert (body["cancellation_fee"], body["refunded_amount"]) == ("15.0000", "56.0600")
    assert (balance_of(ada.pk), balance_of(ben.pk), platform_balance(TRIPS)) == (D("41.06"), D(15), D(0))
    kinds = JournalEntry.objects.filter(booking_id=booking.pk).order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["wallet_payment", "refund", "cancellation_fee"]
    call_command("verify_ledger", verbosity=0)


@pytest.mark.parametrize("who", ["rider", "admin", "platform"])
def test_prepayment_is_refunded_in_full_before_a_driver_accepts(
    who: str, ada: User, dora: User, economy: CarType
) -> None:
    credit_wallet(ada, D("56.06"))
    give_slabs(economy)
    booking = make_booking(ada, economy)
    prepay(booking, "56.06")

    if who == "platform":
        auto_cancel(booking_id=booking.pk)
    else:
        cancel(ada if who == "rider" else dora, booking)

    body = look(ada, booking.pk)
    assert (body["cancellation_fee"], body["refunded_amount"]) == ("0.0000", "56.0600")
    assert (balance_of(ada.pk), platform_balance(TRIPS)) == (D("56.06"), D(0))
    call_command("verify_ledger", verbosity=0)


@pytest.mark.parametrize("who", ["admin", "platform"])
def test_admins_and_the_platform_cancel_without_a_fee(
    who: str, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    credit_wallet(ada, D(100))
    give_slabs(economy)
    booking = accepted(ada, ben, economy, seconds=300)
    if who == "platform":
        auto_cancel(booking_id=booking.pk)
    else:
        assert preview(dora, booking).json() == FREE | {"minutes": 5}
        cancel(dora, booking)
    assert look(ada, booking.pk)["cancellation_fee"] == "0.0000"
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(100), D(0))


def test_slabs_at_the_time_of_booking_apply(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    booking = accepted(ada, ben, economy, seconds=300)
    give_slabs(economy)
    assert D(preview(ada, booking).json()["fee"]) == 0
    assert D(cancel(ada, booking)["cancellation_fee"]) == 0
    later = accepted(ada, ben, economy, seconds=300)
    CancelSlab.objects.update(amount=99)
    assert D(cancel(ada, later)["cancellation_fee"]) == 15


def test_fee_is_rounded_to_the_currency(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    update_platform_settings(decimal=0)
    CancelSlab.objects.create(car_type=economy, mins_delayed=0, amount="7.50")
    booking = accepted(ada, ben, economy, seconds=1)
    assert D(cancel(ada, booking)["cancellation_fee"]) == 8


def test_driver_cancellation_costs_the_rider_nothing(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    give_slabs(economy)
    booking = accepted(ada, ben, economy, seconds=300)
    press(ben, booking.pk, "cancel", reason="Flat tyre")
    assert preview(ada, booking).json() == FREE
    assert D(cancel(ada, booking)["cancellation_fee"]) == 0
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(100), D(0))


@pytest.mark.parametrize("status", [Status.STARTED, Status.PENDING, Status.CANCELLED])
def test_preview_is_refused_for_bookings_that_cannot_be_cancelled(
    status: Status, ada: User, ben: User, economy: CarType
) -> None:
    reply = preview(ada, make_booking(ada, economy, status, driver=ben))
    assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")


def test_refused_cancellation_charges_nothing(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    credit_wallet(ada, D(100))
    give_slabs(economy)
    booking = accepted(ada, ben, economy, seconds=300)
    before = snapshot()
    assert press(ada, booking.pk, "cancel").json()["code"] == "no_cancel_reason"
    assert snapshot() == before
