"""Trips paid by card, on pages of fake gateways."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import sign_in_as
from tests.e2e.rides import DROP, PICKUP, STAND, Person, book, no_other_trips
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def finished_trip(platform: Platform) -> dict[str, Any]:
    """A finished trip of Ada for which Ben has requested payment."""
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    booking: dict[str, Any] = book(Person(platform, "ada"), payment_mode="wallet")
    ben.take(booking["id"])
    for move in ("arrive", "start"):
        ben.post(f"bookings/{booking['id']}/{move}/")
    for place in (PICKUP, DROP):
        ben.report_position(place["lat"], place["lng"])
    ben.post(f"bookings/{booking['id']}/reach/")
    requested: dict[str, Any] = ben.post(f"bookings/{booking['id']}/request-payment/")
    return requested


@pytest.mark.parametrize(
    ("provider", "phone"), [("Stripe", True), ("PayPal", False), ("Paystack", True), ("Test", True)]
)
def test_trip_is_paid_on_the_page_of_a_gateway(
    platform: Platform, open_page: OpenPage, snap: Snap, provider: str, phone: bool
) -> None:
    trip = finished_trip(platform)
    page = open_page(phone=phone)
    sign_in_as(page, "Ada")
    page.goto(f"/bookings/{trip['id']}")
    page.get_by_role("radio", name=re.compile("^Card")).click(timeout=TIMEOUT_MS)
    page.get_by_role("radio", name=provider, exact=True).click(timeout=TIMEOUT_MS)
    snap(page, "ways-to-pay")
    pay = page.get_by_role("button", name=re.compile(rf"Pay .* with {provider}"))
    page.get_by_role("heading", level=1).scroll_into_view_if_needed()
    expect(pay).to_be_in_viewport(ratio=1)
    pay.click()
    approve = "Approve" if provider == "Test" else "Pay"
    page.get_by_role("button", name=approve, exact=True).click(timeout=TIMEOUT_MS)
    expect(page.get_by_role("heading", name="Paid", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    snap(page, "paid")

    page.get_by_role("link", name="View booking").click()
    page.wait_for_url(re.compile(f"/bookings/{trip['id']}"))
    snap(page, "back-at-the-trip")
    found = platform.sql(
        "SELECT status, gateway, card_payment_amount = trip_cost - discount, used_wallet_money"
        f" FROM bookings_booking WHERE id = {trip['id']}"
    )
    assert found.strip() == f"PAID|{provider.lower()}|t|0.0000"
