"""Rules for cancellations: an admin adds one and tests it, and a rider reads it before they cancel."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as, sign_in_as
from tests.e2e.rides import STAND, Person, book, no_other_trips, shows
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
WORDS = "Late cancellation: Cancelled after more than 1 sec"


@pytest.fixture
def dora(platform: Platform) -> Iterator[Person]:
    """An admin; afterwards no trip is left and the car types' prices apply again."""
    admin = Person(platform, "dora")
    with no_other_trips(platform):
        try:
            yield admin
        finally:
            admin.post("tariffs/use-car-types/", {})
            for draft in admin.get("tariffs/?state=draft&page_size=100")["results"]:
                admin.delete(f"tariffs/{draft['id']}/")


def test_a_cancellation_fee_is_tested_published_and_explained_to_the_rider(
    platform: Platform, open_page: OpenPage, snap: Snap, dora: Person
) -> None:
    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto("/tariffs")
    admin.get_by_role("button", name="Add tariff").first.click(timeout=TIMEOUT_MS)
    expect(admin.get_by_role("heading", name="Tariff", level=1)).to_be_visible(timeout=TIMEOUT_MS)
    admin.get_by_role("button", name="Add rule").click()
    form = admin.get_by_role("dialog", name="Add rule")
    form.get_by_label("Name").fill("Late cancellation")
    form.get_by_label("What it does").select_option("cancellation")
    form.get_by_label("Steps depend on").select_option("way")
    expect(form.get_by_label("From (% of the way)")).to_be_visible()
    form.get_by_label("Steps depend on").select_option("after")
    steps = form.get_by_role("group", name="Steps 1")
    steps.get_by_role("textbox", name="Later than").fill("1")
    steps.get_by_label("Unit of Later than").select_option("s")
    steps.get_by_label("Amount").fill("2.75")
    snap(admin, "rule")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden(timeout=TIMEOUT_MS)
    rules = admin.get_by_role("list", name="Rules")
    expect(rules.get_by_text("after 1 s: $2.75")).to_be_visible(timeout=TIMEOUT_MS)

    prices = admin.get_by_role("region", name="Prices")
    prices.get_by_role("button", name="$").first.click(timeout=TIMEOUT_MS)
    fees = admin.get_by_role("region", name="If the trip doesn’t take place")
    expect(fees.get_by_text(WORDS)).to_be_visible(timeout=TIMEOUT_MS)
    expect(fees.get_by_text("$2.75")).to_be_visible()
    fees.scroll_into_view_if_needed()
    snap(admin, "test-trip")
    fees.get_by_label("Minutes since a driver accepted").fill("0")
    expect(fees.get_by_text("$2.75")).to_be_hidden(timeout=TIMEOUT_MS)

    admin.get_by_role("button", name="Publish").click()
    sheet = admin.get_by_role("dialog", name="Publish Tariff?")
    sheet.get_by_role("button", name="Publish").click()
    expect(admin.get_by_text("In force", exact=True)).to_be_visible(timeout=TIMEOUT_MS)

    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    booking = book(Person(platform, "ada"))
    ben.take(booking["id"])
    _read_in_arabic(open_page, snap, booking["id"])
    rider = open_page(phone=True)
    sign_in_as(rider, "Ada")
    rider.goto(f"/bookings/{booking['id']}")
    rider.get_by_role("button", name="Cancel trip").last.click(timeout=TIMEOUT_MS)
    confirm = rider.get_by_role("dialog", name="Cancel this trip?")
    expect(confirm.get_by_text("$2.75")).to_be_visible(timeout=TIMEOUT_MS)
    expect(confirm.get_by_text(WORDS)).to_be_visible()
    confirm.get_by_role("radio", name="Cab is taking long time").press(" ")
    snap(rider, "fee-shown")
    confirm.get_by_role("button", name="Cancel trip").click()
    shows(rider, "This trip was cancelled")
    expect(rider.get_by_text(WORDS)).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "cancelled")
    rider.get_by_role("link", name="Receipt").click()
    expect(rider.get_by_text(WORDS)).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "receipt")


def _read_in_arabic(open_page: OpenPage, snap: Snap, booking_id: int) -> None:
    page = open_page(phone=True)
    page.add_init_script("localStorage.setItem('hansom.language', 'ar')")
    sign_in_as(page, "Ada")
    page.goto(f"/bookings/{booking_id}")
    page.get_by_role("button", name="إلغاء الرحلة").last.click(timeout=TIMEOUT_MS)
    expect(page.get_by_role("dialog").get_by_text("Late cancellation:")).to_be_visible(timeout=TIMEOUT_MS)
    snap(page, "arabic")
    page.close()
