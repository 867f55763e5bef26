"""Credits by an admin, fees for cancelling, and the locks that all of them take."""

from decimal import Decimal as D

import pytest
from django.db import transaction

from apps.accounts.models import User
from apps.core.errors import BadInput, Conflict, Unprocessable
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.wallet.models import Account
from apps.wallet.selectors import balance_of
from apps.wallet.services import credit_by_admin, lock_wallets, pay_cancellation_fee
from tests.wallet.stories import give, holdings, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


def test_an_admin_gives_money(ada: User, dora: User) -> None:
    entry = credit_by_admin(user_id=ada.pk, amount=D("12.34"), by=dora, key="k1")
    assert (entry.key, entry.kind, entry.reference) == ("admin_credit:k1", "admin_credit", "AdminCredit")
    assert entry.created_by == dora
    assert holdings(ada) == {"Ada": D("12.34"), "adjustments": D("-12.34")}
    event, notice = OutboxEntry.objects.order_by("id")
    assert (event.topic, event.name) == (f"user:{ada.pk}", "wallet.changed")
    assert event.payload == {"balance": "12.3400"}
    assert notice.payload["occasion"] == "wallet_updated"


def test_the_same_credit_again_moves_nothing(ada: User, dora: User) -> None:
    first = credit_by_admin(user_id=ada.pk, amount=D("12.34"), by=dora, key="k1")
    before = written()
    assert credit_by_admin(user_id=ada.pk, amount=D("12.34"), by=dora, key="k1") == first
    assert written() == before
    assert balance_of(ada.pk) == D("12.34")


@pytest.mark.parametrize("changed", ["amount", "person"])
def test_the_same_key_for_another_credit_is_refused(ada: User, cleo: User, dora: User, changed: str) -> None:
    credit_by_admin(user_id=ada.pk, amount=D(10), by=dora, key="k1")
    before = written()
    person, amount = (ada, D(11)) if changed == "amount" else (cleo, D(10))
    with pytest.raises(Unprocessable) as refusal, transaction.atomic():
        credit_by_admin(user_id=person.pk, amount=amount, by=dora, key="k1")
    assert refusal.value.code == "idempotency_key_reused"
    assert written() == before
    assert holdings(ada, cleo) == {"Ada": D(10), "adjustments": D(-10)}


@pytest.mark.parametrize("amount", ["0", "-5", "10.005", "NaN", "Infinity"])
def test_a_credit_is_a_whole_amount_above_zero(ada: User, dora: User, amount: str) -> None:
    with pytest.raises(BadInput) as refusal:
        credit_by_admin(user_id=ada.pk, amount=D(amount), by=dora, key="k1")
    assert refusal.value.code == "no_details_error"
    assert written() == (0, 0, 0)
    assert not Account.objects.exists()


def test_a_credit_is_as_fine_as_the_currency(ada: User, dora: User) -> None:
    update_platform_settings(decimal=3)
    credit_by_admin(user_id=ada.pk, amount=D("10.005"), by=dora, key="k1")
    assert balance_of(ada.pk) == D("10.005")


def test_nobody_is_no_one_to_give_to(dora: User) -> None:
    with pytest.raises(BadInput) as refusal:
        credit_by_admin(user_id=999_999, amount=D(10), by=dora, key="k1")
    assert refusal.value.code == "no_details_error"
    assert not Account.objects.exists()


# -- a fee for cancelling -----------------------------------------------------------------------


def test_the_rider_pays_the_driver_who_was_cancelled_on(ada: User, ben: User, dora: User) -> None:
    give(ada, "100", by=dora)
    for _ in range(2):
        pay_cancellation_fee(
            booking_id=81, reference="HX7K2M", customer_id=ada.pk, driver_id=ben.pk, amount=D(10)
        )
    assert holdings(ada, ben) == {"Ada": D(90), "Ben": D(10), "adjustments": D(-100)}


def test_the_platform_keeps_the_fee_where_there_was_no_driver(ada: User, dora: User) -> None:
    give(ada, "100", by=dora)
    pay_cancellation_fee(booking_id=81, reference="HX7K2M", customer_id=ada.pk, driver_id=None, amount=D(10))
    assert holdings(ada) == {"Ada": D(90), "revenue": D(10), "adjustments": D(-100)}


def test_a_fee_that_the_wallet_does_not_hold_is_refused(ada: User, ben: User, dora: User) -> None:
    give(ada, "9.99", by=dora)
    before = written()
    with pytest.raises(Conflict) as refusal, transaction.atomic():
        pay_cancellation_fee(
            booking_id=81, reference="HX7K2M", customer_id=ada.pk, driver_id=ben.pk, amount=D(10)
        )
    assert refusal.value.code == "low_balance"
    assert written() == before
    assert holdings(ada, ben) == {"Ada": D("9.99"), "adjustments": D("-9.99")}


# -- locks --------------------------------------------------------------------------------------


def test_locking_makes_the_wallets_that_are_missing(ada: User, ben: User) -> None:
    lock_wallets([ada.pk, ben.pk, ada.pk])
    lock_wallets([ben.pk, ada.pk])
    assert sorted(Account.objects.values_list("user_id", "balance")) == [(ada.pk, D(0)), (ben.pk, D(0))]


@pytest.mark.django_db(transaction=True)
def test_wallets_are_locked_in_a_transaction_only(ada: User) -> None:
    with pytest.raises(RuntimeError):
        lock_wallets([ada.pk])
    assert not Account.objects.exists()
