"""The unpaid part of a fee is owed, and paid first from the next money that comes in."""

import threading
from collections.abc import Callable
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from apps.accounts.models import User
from apps.core.errors import Conflict, Forbidden, NotFound
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.wallet.choices import EntryKind
from apps.wallet.gateways import return_failed_refund, top_up
from apps.wallet.journal import Draft, Receivable, lock_with_fees, post
from apps.wallet.models import Account, JournalEntry, OwedFee
from apps.wallet.referrals import pay_referral_bonus
from apps.wallet.selectors import balance_of, history_of
from apps.wallet.services import credit_by_admin
from apps.wallet.trips.fees import Charged, settle_cancellation, write_off_fee
from apps.wallet.trips.owed import owed_by
from tests.wallet.stories import give, holdings, settle, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]


def late(rider: User, driver: User | None, fee: str, *, booking_id: int = 81, refund: str = "0") -> Charged:
    with transaction.atomic():
        return settle_cancellation(
            booking_id=booking_id,
            reference=f"HX{booking_id}",
            customer_id=rider.pk,
            driver_id=None if driver is None else driver.pk,
            refund=D(refund),
            fee=D(fee),
        )


def pay_in(user: User, amount: str, ref: str = "r1") -> None:
    with transaction.atomic():
        top_up(user_id=user.pk, amount=D(amount), provider="stripe", ref=ref, reference="HXTOP")


def bonus(user: User, other: User) -> None:
    pay_referral_bonus(user_id=user.pk, referrer_id=other.pk, amount=D(25))


def failed_refund(user: User, other: User) -> None:
    with transaction.atomic():
        return_failed_refund(user_id=user.pk, amount=D(25), provider="stripe", ref="x", reference="HXR")


def refunded_trip(user: User, other: User) -> None:
    """Refund the prepayment of another trip."""
    amounts: dict[Any, D] = {"gateway:stripe": D(-25), "trips": D(25)}
    with transaction.atomic():
        post(
            [
                Draft(
                    key="booking:82:card_payment", kind=EntryKind.CARD_PAYMENT, amounts=amounts, booking_id=82
                )
            ]
        )
    late(user, None, "0", booking_id=82, refund="25")


WAYS: dict[str, Callable[[User, User], None]] = {
    "top-up": lambda user, dora: pay_in(user, "25"),
    "credit": lambda user, dora: give(user, "25", by=dora),
    "bonus": bonus,
    "failed refund": failed_refund,
    "refund of a trip": refunded_trip,
}


@pytest.mark.parametrize("way", WAYS)
def test_next_money_pays_the_fee_first(way: str, ada: User, ben: User, dora: User) -> None:
    assert late(ada, ben, "10") == Charged(paid=D(0), owed=D(10))
    assert (balance_of(ben.pk), owed_by(ada.pk)) == (D(0), D(10))

    WAYS[way](ada, dora)

    assert (balance_of(ada.pk), balance_of(ben.pk), owed_by(ada.pk)) == (D(15), D(10), D(0))
    fee = OwedFee.objects.get()
    assert (fee.paid, fee.settled_at is not None) == (D(10), True)
    assert "fees_owed" not in holdings(ada, ben)
    assert Account.objects.get(debtor=ada).balance == 0
    kinds = [posting.entry.kind for posting in history_of(ada.pk).order_by("id")]
    assert kinds[-1] == "cancellation_fee"


def test_insufficient_money_pays_part_of_the_fee(ada: User, ben: User, dora: User) -> None:
    late(ada, ben, "10")
    pay_in(ada, "4")
    assert (balance_of(ada.pk), balance_of(ben.pk), owed_by(ada.pk)) == (D(0), D(4), D(6))
    pay_in(ada, "4", "r2")
    pay_in(ada, "4", "r3")
    assert (balance_of(ada.pk), balance_of(ben.pk), owed_by(ada.pk)) == (D(2), D(10), D(0))


def test_wallet_that_stays_below_zero_pays_no_fee(ada: User, ben: User, bob: User) -> None:
    settle(bob, ada, cash=D("71.88"))
    late(ada, ben, "10")
    pay_in(ada, "5")
    assert (balance_of(ada.pk), balance_of(ben.pk), owed_by(ada.pk)) == (D("-4.38"), D(0), D(10))
    pay_in(ada, "6", "r2")
    assert (balance_of(ada.pk), balance_of(ben.pk), owed_by(ada.pk)) == (D(0), D("1.62"), D("8.38"))


def test_fees_are_paid_oldest_first_to_their_drivers(ada: User, ben: User, bob: User) -> None:
    late(ada, bob, "5", booking_id=90)
    late(ada, ben, "10", booking_id=81)
    late(ada, None, "3", booking_id=70)
    pay_in(ada, "8")
    assert (balance_of(bob.pk), balance_of(ben.pk)) == (D(5), D(3))
    pay_in(ada, "20", "r2")
    assert holdings(ada, ben, bob) == {
        "Ada": D(10),
        "Ben": D(10),
        "Bob": D(5),
        "revenue": D(3),
        "gateway:stripe": D(-28),
    }


def test_repeated_top_up_pays_once(ada: User, ben: User) -> None:
    late(ada, ben, "10")
    for _ in range(2):
        pay_in(ada, "4")
    assert (balance_of(ben.pk), owed_by(ada.pk), JournalEntry.objects.count()) == (D(4), D(6), 4)


def test_repeated_cancellation_owes_once(ada: User, ben: User) -> None:
    for _ in range(2):
        late(ada, ben, "10")
    assert (owed_by(ada.pk), OwedFee.objects.count()) == (D(10), 1)


def test_credit_audit_shows_the_fees_paid(ada: User, ben: User, dora: User) -> None:
    late(ada, ben, "10")
    credit_by_admin(user_id=ada.pk, amount=D(25), by=dora, key="k")
    entry = AuditEntry.objects.get(kind="wallet")
    assert (D(entry.before["balance"]), D(entry.after["balance"]), D(entry.after["fees_paid"])) == (
        D(0),
        D(15),
        D(10),
    )


def test_fee_of_a_deleted_driver_goes_to_the_platform(ada: User, ben: User) -> None:
    late(ada, ben, "10")
    User.objects.filter(pk=ben.pk).update(deleted_at="2026-01-01T00:00:00Z")
    pay_in(ada, "10")
    assert (balance_of(ben.pk), holdings()["revenue"]) == (D(0), D(10))


def test_written_off_fee_is_not_charged(ada: User, ben: User, dora: User) -> None:
    late(ada, ben, "10")
    pay_in(ada, "4")
    fee = write_off_fee(fee_id=OwedFee.objects.get().pk, reason=" Driver was late ", by=dora)
    assert (fee.written_off, fee.reason, fee.left) == (D(6), "Driver was late", D(0))
    pay_in(ada, "20", "r2")
    assert (balance_of(ada.pk), balance_of(ben.pk), owed_by(ada.pk)) == (D(20), D(4), D(0))
    entry = AuditEntry.objects.get(kind="owed_fee")
    assert (entry.actor_id, entry.action, D(entry.after["written_off"])) == (dora.pk, "written_off", D(6))


def test_paid_fee_cannot_be_written_off(ada: User, ben: User, dora: User) -> None:
    late(ada, ben, "10")
    pay_in(ada, "10")
    before = written()
    with pytest.raises(Conflict) as refusal:
        write_off_fee(fee_id=OwedFee.objects.get().pk, reason="x", by=dora)
    assert refusal.value.code == "fee_settled"
    assert written() == before


def test_demo_mode_refuses_write_offs(ada: User, ben: User, dora: User) -> None:
    late(ada, ben, "10")
    update_platform_settings(allow_critical_edits_admin=False)
    before = written()
    with pytest.raises(Forbidden) as refusal:
        write_off_fee(fee_id=OwedFee.objects.get().pk, reason="x", by=dora)
    assert refusal.value.code == "demo_mode"
    assert (written(), owed_by(ada.pk)) == (before, D(10))


def test_missing_fee_is_not_found(dora: User) -> None:
    with pytest.raises(NotFound):
        write_off_fee(fee_id=1, reason="x", by=dora)


def test_database_refuses_a_positive_receivable(ada: User) -> None:
    amounts: dict[Any, D] = {Receivable(ada.pk): D(1), "adjustments": D(-1)}
    with (
        pytest.raises(IntegrityError, match="wallet_account_of_a_user_or_the_platform"),
        transaction.atomic(),
    ):
        post([Draft(key="k", kind=EntryKind.FEE_SETTLED, amounts=amounts)])


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_top_up_pays_a_fee_added_while_it_waited_for_the_lock(
    ada: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The top-up read that nothing is owed before the fee was committed."""
    held, done = threading.Event(), threading.Event()
    give_up = 10

    def cancel_slowly() -> None:
        try:
            with transaction.atomic():
                late(ada, ben, "10")
                held.set()
                done.wait(0.5)
        finally:
            connection.close()

    other = threading.Thread(target=cancel_slowly)
    with transaction.atomic():
        lock_with_fees([ada.pk], [])
    other.start()
    held.wait(give_up)
    pay_in(ada, "25")
    done.set()
    other.join(give_up)
    assert (balance_of(ada.pk), balance_of(ben.pk), owed_by(ada.pk)) == (D(15), D(10), D(0))
