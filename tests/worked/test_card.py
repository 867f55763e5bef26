"""Card payments: trips through the API, and the settlement of fares paid in several ways.

The API does not offer a card payment after a part was collected in cash. That settlement is called directly,
and the ledger and the wallets are compared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal as D

import pytest
import time_machine
from django.db import transaction

from apps.bookings.models import Booking
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.services import settle_booking
from tests.bookings.conftest import Snapshot, roads, snapshot
from tests.bookings.roads import Roads
from tests.payments.conftest import offered
from tests.worked.card import CARDS
from tests.worked.prepaid import PREPAID_BY_CARD
from tests.worked.runner import TripRunner, read_ledger
from tests.worked.table import USUAL, Trip
from tests.worked.test_worked_trips import clock

__all__ = ["clock", "offered", "roads", "snapshot"]
pytestmark = pytest.mark.django_db

UNPAID = Trip(
    name="the usual ride, up to its payment",
    sums="53.50 + 8.03 = 61.53",
    story="book; accept; arrive; start; reach; request",
    **USUAL,
    ends="PENDING",
)


@dataclass(frozen=True, kw_only=True)
class Paid:
    """How the 61.53 are paid, the ledger, and the wallets of rider and driver, 100 each before."""

    name: str
    sums: str
    card: str
    wallet: str = "0"
    cash: str = "0"
    discount: str = "0"
    ledger: str
    rider: str = "100"
    driver: str = "153.50"

    def __str__(self) -> str:
        return self.name


PAYMENTS = [
    Paid(
        name="all of it by card",
        sums="the gateway holds 61.53 for us; driver 100 + 53.50",
        card="61.53",
        ledger="""
            card_payment: gateway:stripe -61.53, trips +61.53
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
    ),
    Paid(
        name="the wallet first, the rest by card",
        sums="20 + 41.53 = 61.53; rider 80",
        wallet="20",
        card="41.53",
        ledger="""
            wallet_payment: rider -20, trips +20
            card_payment: gateway:stripe -41.53, trips +41.53
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
        rider="80",
    ),
    Paid(
        name="ten off, the rest by card",
        sums="61.53 - 10 = 51.53",
        discount="10",
        card="51.53",
        ledger="""
            card_payment: gateway:stripe -51.53, trips +51.53
            discount: promotions -10, trips +10
            driver_share: trips -61.53, driver +53.50, revenue +8.03
        """,
    ),
    Paid(
        name="ten off, wallet, card, and the last of it in cash",
        sums="10 + 20 + 30 + 1.53 = 61.53; rider 80, driver 100 + 53.50 - 1.53 = 151.97",
        discount="10",
        wallet="20",
        card="30",
        cash="1.53",
        ledger="""
            wallet_payment: rider -20, trips +20
            card_payment: gateway:stripe -30, trips +30
            cash_payment: cash_with_drivers -1.53, trips +1.53
            discount: promotions -10, trips +10
            driver_share: trips -61.53, driver +53.50, revenue +8.03
            cash_settlement: driver -1.53, cash_with_drivers +1.53
        """,
        rider="80",
        driver="151.97",
    ),
]


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize("trip", [*CARDS, *PREPAID_BY_CARD], ids=str)
def test_worked_trip_paid_by_card(
    trip: Trip, clock: time_machine.Traveller, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    runner = TripRunner(trip, clock, roads, snapshot)
    runner.run()
    runner.compare()


@pytest.mark.parametrize("paid", PAYMENTS, ids=str)
def test_worked_payment_by_card(
    paid: Paid, clock: time_machine.Traveller, roads: Roads, snapshot: Callable[[], Snapshot]
) -> None:
    runner = TripRunner(UNPAID, clock, roads, snapshot)
    runner.run()
    runner.compare()
    booking = Booking.objects.get(pk=runner.booking_id)

    with transaction.atomic():
        settle_booking(
            booking_id=booking.pk,
            reference=booking.reference,
            driver_id=runner.people["driver"].pk,
            customer_id=runner.people["rider"].pk,
            trip_cost=booking.trip_cost,
            driver_share=booking.driver_share,
            convenience_fees=booking.convenience_fees,
            discount=D(paid.discount),
            cash=D(paid.cash),
            wallet=D(paid.wallet),
            card=D(paid.card),
            gateway="stripe",
        )

    assert runner.ledger() == read_ledger(paid.ledger)
    assert balance_of(runner.people["rider"].pk) == D(paid.rider)
    assert balance_of(runner.people["driver"].pk) == D(paid.driver)
    assert platform_balance("gateway:stripe") == -D(paid.card)
    assert (platform_balance("trips"), platform_balance("revenue")) == (D(0), D("8.03"))
