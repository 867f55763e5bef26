"""Corrections of settled trips: the parts balance, and wallets cover theirs exactly."""

from decimal import Decimal as D
from typing import Any

import pytest

from apps.accounts.models import User
from apps.core import audit
from apps.core.errors import Conflict
from apps.wallet.corrections import adjust_settlement, debit_by_admin, refund_trip
from apps.wallet.selectors import balance_of, platform_balance
from tests.wallet.stories import give, written

pytestmark = pytest.mark.django_db


def adjust(rider: User, driver: User, by: User, **parts: str) -> None:
    amounts = {"refund": "0", "driver_share": "0", "convenience_fees": "0", "discount": "0"} | parts
    adjust_settlement(
        key="adjust",
        booking_id=81,
        reference="HX7K2M",
        customer_id=rider.pk,
        driver_id=driver.pk,
        reason="Wrong route",
        by_id=by.pk,
        **{name: D(amount) for name, amount in amounts.items()},
    )


def refund(rider: User, driver: User | None, by: User, amount: str, **more: Any) -> None:
    refund_trip(
        key="refund",
        booking_id=81,
        reference="HX7K2M",
        customer_id=rider.pk,
        driver_id=driver.pk if driver else None,
        amount=D(amount),
        paid_outside=more.get("paid_outside", False),
        reason="Car broke down",
        by_id=by.pk,
    )


@pytest.mark.parametrize("part", ["refund", "discount", "driver_share", "convenience_fees"])
def test_parts_that_do_not_balance_are_a_bug_of_the_caller(
    part: str, ada: User, bob: User, dora: User
) -> None:
    give(bob, "50", dora)
    before = written()
    parts = {"refund": "8", "discount": "2", "driver_share": "7", "convenience_fees": "3"}
    with pytest.raises(ValueError, match="do not make"):
        adjust(ada, bob, dora, **parts | {part: "1"})
    assert written() == before
    adjust(ada, bob, dora, **parts)
    assert (balance_of(ada.pk), balance_of(bob.pk)) == (D(8), D(43))
    assert (platform_balance("promotions"), platform_balance("revenue")) == (D(2), D(-3))


def test_driver_pays_up_to_the_whole_balance(ada: User, bob: User, dora: User) -> None:
    give(bob, "10", dora)
    before = written()
    with pytest.raises(Conflict, match="driver's wallet") as refused:
        adjust(ada, bob, dora, refund="10.01", driver_share="10.01")
    assert refused.value.code == "driver_low_balance"
    assert (written(), balance_of(bob.pk)) == (before, D(10))
    adjust(ada, bob, dora, refund="10", driver_share="10")
    assert (balance_of(ada.pk), balance_of(bob.pk)) == (D(10), D(0))


def test_rider_pays_up_to_the_whole_balance(ada: User, bob: User, dora: User) -> None:
    give(ada, "10", dora)
    before = written()
    with pytest.raises(Conflict, match="rider's wallet") as refused:
        adjust(ada, bob, dora, refund="-10.01", driver_share="-10.01")
    assert refused.value.code == "rider_low_balance"
    assert (written(), balance_of(ada.pk)) == (before, D(10))
    adjust(ada, bob, dora, refund="-10", driver_share="-10")
    assert (balance_of(ada.pk), balance_of(bob.pk)) == (D(0), D(10))


@pytest.mark.parametrize("amount", ["0", "-0.01"])
def test_refund_is_above_zero(amount: str, ada: User, dora: User) -> None:
    before = written()
    with pytest.raises(ValueError, match="above zero"):
        refund(ada, None, dora, amount)
    assert written() == before
    refund(ada, None, dora, "0.01")
    assert (balance_of(ada.pk), platform_balance("adjustments")) == (D("0.01"), D("-0.01"))


def test_refund_at_the_drivers_expense_needs_the_drivers_balance(ada: User, bob: User, dora: User) -> None:
    give(bob, "4", dora)
    before = written()
    with pytest.raises(Conflict) as refused:
        refund(ada, bob, dora, "4.01")
    assert (refused.value.code, written()) == ("driver_low_balance", before)
    refund(ada, bob, dora, "4")
    assert (balance_of(ada.pk), balance_of(bob.pk)) == (D(4), D(0))


def test_refund_paid_outside_goes_to_no_wallet(ada: User, dora: User) -> None:
    refund(ada, None, dora, "4", paid_outside=True)
    assert (balance_of(ada.pk), platform_balance("adjustments")) == (D(0), D(-4))


def test_debit_that_cannot_be_recorded_is_not_made(
    ada: User, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(ada, "10", dora)
    before = written()

    def fail(**_: Any) -> None:
        raise RuntimeError("no space left")

    monkeypatch.setattr(audit, "record", fail)
    with pytest.raises(RuntimeError):
        debit_by_admin(user_id=ada.pk, amount=D(4), note="Credited twice", by=dora, key="k")
    assert (written(), balance_of(ada.pk)) == (before, D(10))
