"""The payment method that the rider chose, stored beside the one used and shown to the driver."""

from collections.abc import Callable
from typing import Any

import pytest

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from tests.bookings.api import API, book, look, press, quote, work
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def chosen(body: Any) -> tuple[str, str]:
    return body["chosen_payment"], body["chosen_provider_label"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, ("cash", "")),
        ({"payment_mode": "wallet"}, ("wallet", "")),
        ({"payment_mode": "card"}, ("card", "")),
        ({"payment_mode": "card", "payment_provider": "paypal"}, ("card", "PayPal")),
        ({"payment_mode": "cash", "payment_provider": "paypal"}, ("cash", "")),
    ],
)
def test_chosen_payment_is_on_the_booking_and_the_offer(
    fields: dict[str, str], expected: tuple[str, str], ada: User, ready: User, economy: CarType
) -> None:
    reply = book(ada, quote(ada, economy), **fields)
    assert (reply.status_code, chosen(reply.json())) == (201, expected)
    work("bookings.dispatch")
    (offer,) = client_of(ready).get(f"{API}/me/tasks/").json()["offers"]
    assert chosen(offer) == expected
    assert chosen(press(ready, reply.json()["id"], "accept").json()) == expected


def test_unknown_payment_provider_is_refused(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    quoted = quote(ada, economy)
    before = snapshot()
    reply = book(ada, quoted, payment_mode="card", payment_provider="bitgold")
    assert (reply.status_code, reply.json()["code"]) == (400, "no_provider_found")
    assert "payment_provider" in reply.json()["fields"]
    assert snapshot() == before


def test_choice_is_unchanged_when_paid_another_way(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ben)
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
