"""A booking by the hour, from the operator's tariff to the receipt that explains its price."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, choose, console_of, no_other_trips, pick
from tests.e2e.test_round_trips import assert_fits
from tests.fares.tariffs import document, rates
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
LINE = re.compile(r"By the hour, 2 h, 40(\.0)? km included")
HIRE = {
    "name": "City tour",
    "then": {
        "kind": "hire",
        "per_hour": "40",
        "included_per_hour": "20 km",
        "extra_distance": "1.50",
        "extra_half_hour": "22",
    },
}


@pytest.fixture(autouse=True)
def _tariff(platform: Platform) -> Iterator[None]:
    """A published tariff with hires; afterwards the car types' prices apply again."""
    admin = Person(platform, "dora")
    with no_other_trips(platform):
        sheet = document(HIRE, {"name": "Meter", "then": rates("3.00", "2.00", "12.00")})
        draft = admin.post("tariffs/", {"document": sheet})
        values = {"revision": draft["revision"], "accept_warnings": True}
        admin.post(f"tariffs/{draft['id']}/publish/", values)
        try:
            yield
        finally:
            admin.post("tariffs/use-car-types/", {})


def settled(page: Page, snap: Snap, name: str) -> None:
    page.wait_for_timeout(1500)
    snap(page, name)


def test_hours_are_booked_driven_and_explained(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    office = open_page()
    enter_as(office, "Dora")
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    console = console_of(open_page, "Ben")
    rider = open_page(phone=True)
    enter_as(rider, "Ada")
    rider.goto("/")
    switch = rider.get_by_role("switch", name="By the hour")
    switch.press("Space", timeout=TIMEOUT_MS)
    expect(rider.get_by_role("combobox", name="Drop-off")).to_have_count(0)
    choose(rider, "Pickup", "Newport Bus Station")
    rider.get_by_role("button", name="Book longer").press("Enter")
    rider.get_by_role("button", name="Book shorter").press("Enter")
    expect(rider.get_by_role("group", name="Hours")).to_contain_text("2")
    pick(rider, "Economy")
    assert_fits(rider)
    settled(rider, snap, "hire-form")
    rider.get_by_role("button", name=re.compile("^Book Economy")).click(timeout=TIMEOUT_MS)
    sheet = rider.get_by_role("dialog", name="Confirm your trip")
    expect(sheet.get_by_text("By the hour, 2 h")).to_be_visible(timeout=TIMEOUT_MS)
    pick(sheet, "Cash")
    settled(rider, snap, "hire-confirmation")
    sheet.get_by_role("button", name=re.compile("^Confirm for")).click()
    rider.wait_for_url(re.compile(r"/bookings/\d+"), timeout=TIMEOUT_MS)
    booking_id = int(rider.url.rsplit("/", 1)[1])
    expect(rider.get_by_text(LINE)).to_be_visible(timeout=TIMEOUT_MS)

    expect(console.get_by_role("article")).to_contain_text(LINE, timeout=TIMEOUT_MS)
    settled(console, snap, "hire-offer")
    office.goto("/desk")
    card = office.get_by_role("option").filter(has_text="By the hour, 2 h")
    expect(card.first).to_contain_text("As the rider directs", timeout=TIMEOUT_MS)
    settled(office, snap, "hire-board")
    ben.take(booking_id)
    for action in ("arrive", "start"):
        ben.post(f"bookings/{booking_id}/{action}/")
    for page, name in ((console, "hire-driver"), (rider, "hire-rider")):
        expect(page.get_by_text(re.compile("^Time used: .* of 2 h"))).to_be_visible(timeout=TIMEOUT_MS)
        assert_fits(page)
        settled(page, snap, name)
    for action in ("reach", "collect-cash"):
        ben.post(f"bookings/{booking_id}/{action}/")
    rider.goto(f"/bookings/{booking_id}/receipt")
    explained = "City tour: 2 hrs at 40 per hour, 40 km included"
    expect(rider.get_by_text(explained)).to_be_visible(timeout=TIMEOUT_MS)
    settled(rider, snap, "hire-receipt")
    office.goto(f"/bookings/{booking_id}")
    expect(office.get_by_text(explained).first).to_be_visible(timeout=TIMEOUT_MS)
    settled(office, snap, "hire-office")


def test_form_by_the_hour_in_arabic(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    page = open_page(phone=True)
    page.add_init_script("localStorage.setItem('hansom.language', 'ar')")
    page.goto("/")
    page.get_by_role("switch", name="بالساعة").press("Space", timeout=TIMEOUT_MS)
    expect(page.get_by_role("group", name="الساعات")).to_be_visible(timeout=TIMEOUT_MS)
    assert page.evaluate("document.documentElement.dir") == "rtl"
    assert_fits(page)
    settled(page, snap, "hire-form-arabic")
