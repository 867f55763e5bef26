"""Settlements of trips, with every balance calculated by hand."""

from decimal import Decimal as D

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from apps.accounts.models import User
from apps.core.errors import Conflict, Unprocessable
from apps.core.models import OutboxEntry
from apps.wallet.models import JournalEntry, Posting
from apps.wallet.selectors import balance_of
from tests.wallet.stories import give, holdings, settle, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("balanced_books")]

TINY = D("0.00005")


def test_cash_trip_leaves_the_driver_owing_the_fee(ada: User, ben: User) -> None:
    settle(ada, ben, cash=D("71.88"))
    # 62.50 share - 71.88 cash = -9.38
    assert holdings(ada, ben) == {"Ben": D("-9.38"), "revenue": D("9.38")}


def test_wallet_trip_pays_the_driver_the_share(ada: User, ben: User, dora: User) -> None:
    give(ada, "100", by=dora)
    settle(ada, ben, wallet=D("71.88"))
    # 100 - 71.88 = 28.12
    assert holdings(ada, ben) == {
        "Ada": D("28.12"),
        "Ben": D("62.50"),
        "revenue": D("9.38"),
        "adjustments": D(-100),
    }


def test_platform_pays_the_discount(ada: User, ben: User) -> None:
    settle(ada, ben, discount=D(10), cash=D("61.88"))
    # 62.50 share - 61.88 cash = 0.62; the fee stays 9.38, and the promotion cost 10
    assert holdings(ada, ben) == {"Ben": D("0.62"), "revenue": D("9.38"), "promotions": D(-10)}


def test_fare_paid_in_three_ways(ada: User, ben: User, dora: User) -> None:
    give(ada, "20", by=dora)
    settle(ada, ben, wallet=D(20), card=D("31.88"), gateway="stripe", cash=D(15), discount=D(5))
    # 62.50 - 15 = 47.50
    assert holdings(ada, ben) == {
        "Ben": D("47.50"),
        "revenue": D("9.38"),
        "promotions": D(-5),
        "gateway:stripe": D("-31.88"),
        "adjustments": D(-20),
    }


def test_free_trip_writes_nothing(ada: User, ben: User) -> None:
    settle(ada, ben, trip_cost=D(0), driver_share=D(0), convenience_fees=D(0))
    assert written() == (0, 0, 0)


def test_trip_paid_entirely_by_a_promotion(ada: User, ben: User) -> None:
    settle(ada, ben, discount=D("71.88"))
    assert holdings(ada, ben) == {"Ben": D("62.50"), "revenue": D("9.38"), "promotions": D("-71.88")}


def test_each_part_of_a_settlement_has_its_own_entry(ada: User, ben: User) -> None:
    settle(ada, ben, cash=D("71.88"))
    entries = JournalEntry.objects.order_by("id")
    assert [(e.key, e.kind, e.booking_id, e.reference) for e in entries] == [
        ("booking:81:cash_payment", "cash_payment", 81, "HX7K2M"),
        ("booking:81:driver_share", "driver_share", 81, "HX7K2M"),
        ("booking:81:cash", "cash_settlement", 81, "HX7K2M"),
    ]
    drivers = Posting.objects.filter(account__user=ben).order_by("id")
    assert [(p.amount, p.balance_after) for p in drivers] == [
        (D("62.50"), D("62.50")),
        (D("-71.88"), D("-9.38")),
    ]


def test_changed_balances_are_published(ada: User, ben: User, dora: User) -> None:
    give(ada, "100", by=dora)
    OutboxEntry.objects.all().delete()
    settle(ada, ben, wallet=D("71.88"))
    events = OutboxEntry.objects.order_by("topic").values_list("topic", "name", "payload")
    assert sorted(events) == sorted(
        [
            (f"user:{ada.pk}", "wallet.changed", {"balance": "28.1200"}),
            (f"user:{ben.pk}", "wallet.changed", {"balance": "62.5000"}),
        ]
    )


def test_settled_trip_is_not_settled_again(ada: User, ben: User, dora: User) -> None:
    give(ada, "100", by=dora)
    settle(ada, ben, wallet=D("71.88"))
    before, held = written(), holdings(ada, ben)
    # Although the wallet could not pay a second time.
    settle(ada, ben, wallet=D("71.88"))
    assert (written(), holdings(ada, ben)) == (before, held)


@pytest.mark.parametrize(
    "other",
    [
        {"wallet": D("71.88")},
        {"cash": D("61.88"), "discount": D(10)},
        {"cash": D("72.88"), "trip_cost": D("72.88"), "driver_share": D("63.50")},
    ],
    ids=["paid by wallet", "with a discount", "higher fare"],
)
def test_same_trip_with_other_amounts_is_refused(
    ada: User, ben: User, dora: User, other: dict[str, D]
) -> None:
    give(ada, "100", by=dora)
    settle(ada, ben, cash=D("71.88"))
    before, held = written(), holdings(ada, ben)
    with pytest.raises(Unprocessable) as refusal, transaction.atomic():
        settle(ada, ben, **other)
    assert refusal.value.code == "idempotency_key_reused"
    assert (written(), holdings(ada, ben)) == (before, held)


def test_wallet_that_holds_too_little_pays_nothing(ada: User, ben: User, dora: User) -> None:
    give(ada, "71.87", by=dora)
    before, held = written(), holdings(ada, ben)
    with pytest.raises(Conflict) as refusal, transaction.atomic():
        settle(ada, ben, wallet=D("71.88"))
    assert refusal.value.code == "low_balance"
    assert (written(), holdings(ada, ben)) == (before, held)


def test_wallet_can_be_spent_completely(ada: User, ben: User, dora: User) -> None:
    give(ada, "71.88", by=dora)
    settle(ada, ben, wallet=D("71.88"))
    assert balance_of(ada.pk) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"cash": D("71.87")},
        {"cash": D("71.88"), "driver_share": D("62.49")},
        {"cash": D("72.88"), "wallet": D(-1)},
        {"cash": D("71.88"), "trip_cost": D("71.88005"), "driver_share": D("62.50005"), "discount": TINY},
    ],
    ids=["not paid in full", "shares do not add up", "negative", "too many decimals"],
)
def test_inconsistent_amounts_raise_an_error(ada: User, ben: User, wrong: dict[str, D]) -> None:
    before = written()
    with pytest.raises(ValueError, match=r"\d|negative"), transaction.atomic():
        settle(ada, ben, **wrong)
    assert written() == before


def test_settling_query_count(
    ada: User, ben: User, dora: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    give(ada, "100", by=dora)
    settle(ada, ben, booking_id=80, cash=D("71.88"))
    # Lock, write, and one event for each user.
    with django_assert_max_num_queries(4):
        settle(ada, ben, wallet=D("71.88"))
