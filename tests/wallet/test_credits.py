"""Credits by admins, cancellation fees, and the locks they take."""

from decimal import Decimal as D

import pytest
from django.db import transaction

from apps.accounts.models import User
from apps.core.errors import BadInput, Unprocessable
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.notifications.models import InboxMessage
from apps.wallet.choices import EntryKind
from apps.wallet.journal import Draft, Party, post
from apps.wallet.models import Account, JournalEntry
from apps.wallet.selectors import balance_of
from apps.wallet.services import credit_by_admin, lock_wallets
from apps.wallet.trips.fees import Charged, settle_cancellation
from apps.wallet.trips.owed import owed_by
from tests.wallet.stories import give, holdings, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


def test_admin_credits_a_wallet(ada: User, dora: User) -> None:
    entry = credit_by_admin(user_id=ada.pk, amount=D("12.34"), by=dora, key="k1")
    assert (entry.key, entry.kind, entry.reference) == ("admin_credit:k1", "admin_credit", "AdminCredit")
    assert entry.created_by == dora
    assert holdings(ada) == {"Ada": D("12.34"), "adjustments": D("-12.34")}
    event = OutboxEntry.objects.earliest("id")
    assert (event.topic, event.name) == (f"user:{ada.pk}", "wallet.changed")
    assert event.payload == {"balance": "12.3400"}
    assert InboxMessage.objects.get(user=ada).occasion == "wallet_updated"


def test_repeated_credit_changes_nothing(ada: User, dora: User) -> None:
    first = credit_by_admin(user_id=ada.pk, amount=D("12.34"), by=dora, key="k1")
    before = written()
    assert credit_by_admin(user_id=ada.pk, amount=D("12.34"), by=dora, key="k1") == first
    assert written() == before
    assert balance_of(ada.pk) == D("12.34")


@pytest.mark.parametrize("changed", ["amount", "person"])
def test_same_key_for_another_credit_is_refused(ada: User, cleo: User, dora: User, changed: str) -> None:
    credit_by_admin(user_id=ada.pk, amount=D(10), by=dora, key="k1")
    before = written()
    person, amount = (ada, D(11)) if changed == "amount" else (cleo, D(10))
    with pytest.raises(Unprocessable) as refusal, transaction.atomic():
        credit_by_admin(user_id=person.pk, amount=amount, by=dora, key="k1")
    assert refusal.value.code == "idempotency_key_reused"
    assert written() == before
    assert holdings(ada, cleo) == {"Ada": D(10), "adjustments": D(-10)}


@pytest.mark.parametrize("amount", ["0", "-5", "10.005", "NaN", "Infinity"])
def test_credit_must_be_a_positive_amount(ada: User, dora: User, amount: str) -> None:
    with pytest.raises(BadInput) as refusal:
        credit_by_admin(user_id=ada.pk, amount=D(amount), by=dora, key="k1")
    assert refusal.value.code == "no_details_error"
    assert written() == (0, 0, 0)
    assert not Account.objects.exists()


def test_credit_has_the_currencys_decimals(ada: User, dora: User) -> None:
    update_platform_settings(decimal=3)
    credit_by_admin(user_id=ada.pk, amount=D("10.005"), by=dora, key="k1")
    assert balance_of(ada.pk) == D("10.005")


def test_missing_user_gets_no_credit(dora: User) -> None:
    with pytest.raises(BadInput) as refusal:
        credit_by_admin(user_id=999_999, amount=D(10), by=dora, key="k1")
    assert refusal.value.code == "no_details_error"
    assert not Account.objects.exists()


# -- cancellation fees --------------------------------------------------------------------------


def cancel(rider: User, driver: User | None, *, fee: str, refund: str = "0") -> Charged:
    with transaction.atomic():
        return settle_cancellation(
            booking_id=81,
            reference="HX7K2M",
            customer_id=rider.pk,
            driver_id=None if driver is None else driver.pk,
            refund=D(refund),
            fee=D(fee),
        )


def prepay(rider: User, amount: str) -> None:
    amounts: dict[Party, D] = {rider.pk: -D(amount), "trips": D(amount)}
    key = "booking:81:wallet_payment"
    with transaction.atomic():
        post([Draft(key=key, kind=EntryKind.WALLET_PAYMENT, amounts=amounts, booking_id=81)])


def test_rider_pays_the_fee_to_the_driver(ada: User, ben: User, dora: User) -> None:
    give(ada, "100", by=dora)
    for _ in range(2):
        assert cancel(ada, ben, fee="10") == Charged(paid=D(10), owed=D(0))
    assert holdings(ada, ben) == {"Ada": D(90), "Ben": D(10), "adjustments": D(-100)}


def test_platform_gets_the_fee_without_a_driver(ada: User, dora: User) -> None:
    give(ada, "100", by=dora)
    cancel(ada, None, fee="10")
    assert holdings(ada) == {"Ada": D(90), "revenue": D(10), "adjustments": D(-100)}


@pytest.mark.parametrize("balance", ["10.01", "10", "9.99", "0.01"])
def test_wallet_pays_as_much_of_the_fee_as_it_holds(ada: User, ben: User, dora: User, balance: str) -> None:
    give(ada, balance, by=dora)
    paid = min(D(10), D(balance))
    assert cancel(ada, ben, fee="10") == Charged(paid=paid, owed=10 - paid)
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(balance) - paid, paid)


def test_empty_wallet_owes_the_fee(ada: User, ben: User) -> None:
    assert cancel(ada, ben, fee="10") == Charged(paid=D(0), owed=D(10))
    assert holdings(ada, ben) == {"fees_owed": D(10)}
    assert owed_by(ada.pk) == 10


def test_prepaid_money_is_refunded_and_pays_the_fee(ada: User, ben: User, dora: User) -> None:
    give(ada, "50", by=dora)
    prepay(ada, "50")
    assert holdings(ada, ben) == {"trips": D(50), "adjustments": D(-50)}

    assert cancel(ada, ben, refund="50", fee="15") == Charged(paid=D(15), owed=D(0))

    assert holdings(ada, ben) == {"Ada": D(35), "Ben": D(15), "adjustments": D(-50)}
    refund, fee = JournalEntry.objects.filter(booking_id=81).order_by("id")[1:]
    assert (refund.key, refund.kind) == ("booking:81:refund", "refund")
    assert (fee.key, fee.kind) == ("booking:81:cancellation_fee", "cancellation_fee")


@pytest.mark.parametrize(("fee", "refund"), [("-1", "0"), ("0", "-1")])
def test_negative_fee_or_refund_is_refused(ada: User, ben: User, fee: str, refund: str) -> None:
    with pytest.raises(ValueError, match="negative"):
        cancel(ada, ben, fee=fee, refund=refund)
    assert written() == (0, 0, 0)


# -- locks --------------------------------------------------------------------------------------


def test_locking_creates_missing_wallets(ada: User, ben: User) -> None:
    lock_wallets([ada.pk, ben.pk, ada.pk])
    lock_wallets([ben.pk, ada.pk])
    assert sorted(Account.objects.values_list("user_id", "balance")) == [(ada.pk, D(0)), (ben.pk, D(0))]


@pytest.mark.django_db(transaction=True)
def test_wallets_are_locked_only_in_a_transaction(ada: User) -> None:
    with pytest.raises(RuntimeError):
        lock_wallets([ada.pk])
    assert not Account.objects.exists()
