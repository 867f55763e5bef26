"""Open offers of cancelled bookings, and the balance needed to accept an offer."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from apps.accounts.models import User
from apps.bookings.choices import OfferState
from apps.bookings.models import Offer
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import look, press
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.published import topics_of

pytestmark = pytest.mark.django_db

FEE = Decimal("7.31")
"""The convenience fee of `make_booking`'s default trip."""


def test_cancelling_withdraws_open_offers(ada: User, ben: User, bob: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ben)
    make_offer(booking, bob)
    assert len(look(ada, booking.pk)["requested_drivers"]) == 2

    assert press(ada, booking.pk, "cancel", reason="Changed my mind").status_code == 200

    assert look(ada, booking.pk)["requested_drivers"] == {}
    assert set(Offer.objects.values_list("state", flat=True)) == {OfferState.WITHDRAWN}
    assert topics_of("offer.closed") == {f"tasks:{ben.pk}", f"tasks:{bob.pk}"}


@pytest.mark.parametrize("balance", [Decimal(0), FEE - Decimal("0.01")])
def test_wallet_below_the_fee_cannot_accept(
    balance: Decimal, ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    put_online(ben)
    if balance:
        credit_wallet(ben, balance)
    booking = make_booking(ada, economy)
    make_offer(booking, ben)
    before = snapshot()

    reply = press(ben, booking.pk, "accept")

    assert (reply.status_code, reply.json()["code"]) == (409, "low_balance")
    assert snapshot() == before


@pytest.mark.parametrize("why", ["just enough", "negative balances allowed", "prepaid"])
def test_sufficient_or_exempt_wallet_can_accept(why: str, ada: User, ben: User, economy: CarType) -> None:
    put_online(ben)
    if why == "just enough":
        credit_wallet(ben, FEE)
    update_platform_settings(negative_balance=why == "negative balances allowed")
    booking = make_booking(ada, economy, prepaid=why == "prepaid")
    make_offer(booking, ben)

    assert press(ben, booking.pk, "accept").json()["status"] == "ACCEPTED"
