"""How the rider chose to pay: kept beside how it was paid, and shown to the driver."""

from collections.abc import Callable
from typing import Any

import pytest

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from tests.bookings.api import API, book, look, press, quote, work
from tests.bookings.conftest import World
from tests.bookings.making import make_booking, make_rich
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def chosen(body: Any) -> tuple[str, str]:
    return body["chosen_payment"], body["chosen_provider_label"]


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ({}, ("cash", "")),
        ({"payment_mode": "wallet"}, ("wallet", "")),
        ({"payment_mode": "card"}, ("card", "")),
        ({"payment_mode": "card", "payment_provider": "paypal"}, ("card", "PayPal")),
        ({"payment_mode": "cash", "payment_provider": "paypal"}, ("cash", "")),
    ],
)
def test_the_choice_is_on_the_booking_and_on_the_drivers_offer(
    asked: dict[str, str], kept: tuple[str, str], ada: User, ready: User, economy: CarType
) -> None:
    reply = book(ada, quote(ada, economy), **asked)
    assert (reply.status_code, chosen(reply.json())) == (201, kept)
    work("bookings.dispatch")
    (offer,) = client_of(ready).get(f"{API}/me/tasks/").json()["offers"]
    assert chosen(offer) == kept
    assert chosen(press(ready, reply.json()["id"], "accept").json()) == kept


def test_a_provider_that_nobody_knows_is_refused_and_nothing_is_booked(
    ada: User, ready: User, economy: CarType, world: Callable[[], World]
) -> None:
    quoted = quote(ada, economy)
    before = world()
    reply = book(ada, quoted, payment_mode="card", payment_provider="bitgold")
    assert (reply.status_code, reply.json()["code"]) == (400, "no_provider_found")
    assert "payment_provider" in reply.json()["fields"]
    assert world() == before


def test_the_choice_stays_when_it_is_paid_in_another_way(ada: User, ben: User, economy: CarType) -> None:
    make_rich(ben)
    booking = make_booking(
        ada, economy, Status.REACHED, driver=ben, chosen_payment="card", chosen_gateway="stripe"
    )
    assert press(ben, booking.pk, "collect-cash").json()["status"] == "PAID"
    booking = Booking.objects.get(pk=booking.pk)
    assert (booking.chosen_payment, booking.chosen_gateway, booking.payment_mode) == (
        "card",
        "stripe",
        "cash",
    )
    assert chosen(look(ada, booking.pk)) == ("card", "Stripe")
