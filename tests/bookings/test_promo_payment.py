"""Applying, changing and removing a promo before paying, and releasing it on cancellation."""

from collections.abc import Callable
from decimal import Decimal as D
from typing import Any

import pytest
from django.core.management import call_command

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.services.cancelling import auto_cancel
from apps.fares.models import CarType, PromoRedemption
from apps.wallet.choices import PROMOTIONS
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import API, look, press
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.bookings.promos import apply, uses_of
from tests.fares.promos import make_promo
from tests.personas import client_of

pytestmark = pytest.mark.django_db

BEFORE_PAYING = [Status.PAYMENT_PENDING, Status.PENDING]


def remove(person: User, booking: Booking) -> Any:
    return client_of(person).delete(f"{API}/bookings/{booking.pk}/promo/")


@pytest.mark.parametrize("status", BEFORE_PAYING)
def test_rider_applies_a_promo_before_paying(status: Status, ada: User, ben: User, economy: CarType) -> None:
    booking, promo = make_booking(ada, economy, status, driver=ben), make_promo()
    assert "promo" in look(ada, booking.pk)["actions"]

    body = press(ada, booking.pk, "promo", promo_name="ten").json()

    assert (body["status"], body["discount"], body["payable_amount"]) == (status, "10.0000", "46.0600")
    assert uses_of(promo) == 1


def test_payment_is_reduced_by_the_promo(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    make_promo()
    press(ada, booking.pk, "promo", promo_name="TEN")
    assert press(ada, booking.pk, "pay", method="wallet").json()["used_wallet_money"] == "46.0600"
    assert (platform_balance(PROMOTIONS), balance_of(ben.pk)) == (D(-10), booking.driver_share)
    late = press(ada, booking.pk, "promo", promo_name="TEN")
    assert (late.status_code, late.json()["code"]) == (409, "wrong_status")
    call_command("verify_ledger", verbosity=0)


def test_second_promo_replaces_the_first(ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    ten, half = make_promo(), make_promo("HALF", promo_discount_type="percentage", promo_discount_value=50)
    press(ada, booking.pk, "promo", promo_name="TEN")

    body = press(ada, booking.pk, "promo", promo_name="HALF").json()

    assert (body["promo"]["promo_name"], body["discount"]) == ("HALF", "28.0300")
    assert (uses_of(ten), uses_of(half)) == (0, 1)


def test_same_promo_again_counts_once(ada: User, ben: User, economy: CarType) -> None:
    booking, promo = make_booking(ada, economy, Status.PENDING, driver=ben), make_promo(promo_usage_limit=1)
    for _ in range(2):
        assert press(ada, booking.pk, "promo", promo_name="TEN").json()["discount"] == "10.0000"
    assert uses_of(promo) == 1


def test_removed_promo_can_be_applied_again(ada: User, ben: User, economy: CarType) -> None:
    booking, promo = make_booking(ada, economy, Status.PENDING, driver=ben), make_promo()
    press(ada, booking.pk, "promo", promo_name="TEN")

    body = remove(ada, booking).json()

    assert (body["promo"], body["discount"], body["payable_amount"]) == (None, "0.0000", "56.0600")
    assert uses_of(promo) == 0
    assert press(ada, booking.pk, "promo", promo_name="TEN").status_code == 200


@pytest.mark.parametrize(
    ("code", "fields", "sent"),
    [
        ("promo_not_found", {}, "ELEVEN"),
        ("promo_expired", {"promo_validity": "2020-01-01"}, "TEN"),
        ("promo_min_order", {"min_order": "56.07"}, "TEN"),
        ("promo_limit_reached", {"promo_usage_limit": 0}, "TEN"),
    ],
)
def test_refused_promo_keeps_the_one_before(
    code: str,
    fields: dict[str, Any],
    sent: str,
    ada: User,
    ben: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    make_promo(**fields)
    booking = apply(make_booking(ada, economy, Status.PENDING, driver=ben), make_promo("OLD"))
    before = snapshot()
    reply = press(ada, booking.pk, "promo", promo_name=sent)
    assert (reply.status_code, reply.json()["code"]) == (400, code)
    assert snapshot() == before


def test_promo_used_on_another_trip_is_refused(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    promo = make_promo()
    apply(make_booking(ada, economy), promo)
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    before = snapshot()
    assert press(ada, booking.pk, "promo", promo_name="TEN").json()["code"] == "promo_already_used"
    assert snapshot() == before


def test_removing_without_a_promo_is_refused(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.PENDING, driver=ben)
    before = snapshot()
    reply = remove(ada, booking)
    assert (reply.status_code, reply.json()["code"]) == (409, "promo_not_applied")
    assert snapshot() == before


@pytest.mark.parametrize("status", [Status.NEW, Status.STARTED, Status.REACHED, Status.PAID])
def test_promo_is_unchanged_outside_payment(
    status: Status, ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = apply(make_booking(ada, economy, driver=ben), make_promo())
    Booking.objects.filter(pk=booking.pk).update(
        status=status,
        driver=None if status == Status.NEW else ben,
        cash_payment_amount=booking.payable_amount,
    )
    before = snapshot()
    for reply in (press(ada, booking.pk, "promo", promo_name="TEN"), remove(ada, booking)):
        assert (reply.status_code, reply.json()["code"]) == (409, "wrong_status")
    assert snapshot() == before


@pytest.mark.parametrize("who", ["rider", "admin", "platform"])
def test_cancelled_booking_releases_its_promo(who: str, ada: User, dora: User, economy: CarType) -> None:
    promo = make_promo(promo_usage_limit=1)
    booking = apply(make_booking(ada, economy), promo)

    if who == "platform":
        auto_cancel(booking_id=booking.pk)
    else:
        press(ada if who == "rider" else dora, booking.pk, "cancel", reason="Because")

    assert uses_of(promo) == 0
    assert look(ada, booking.pk)["promo"]["promo_name"] == "TEN"
    assert not PromoRedemption.objects.exists()
    again = make_booking(ada, economy, Status.PAYMENT_PENDING)
    assert press(ada, again.pk, "promo", promo_name="TEN").status_code == 200
