"""A round trip as one booking: out, a wait, and back, from the form to the receipt."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, choose, console_of, no_other_trips, pick
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
WAIT = "Round trip, wait 20 min"


@pytest.fixture(autouse=True)
def _alone(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def assert_fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_driver_waits_at_the_destination_and_drives_back(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    console = console_of(open_page, "Ben")
    rider = open_page(phone=True)
    enter_as(rider, "Ada")
    rider.goto("/")
    choose(rider, "Pickup", "Newport Bus Station")
    choose(rider, "Drop-off", "St Mary's Hospital")
    pick(rider, "Economy")
    rider.get_by_role("switch", name="Round trip").press("Space")
    rider.get_by_role("button", name="Wait longer").press("Enter")
    expect(rider.get_by_role("group", name="Wait, minutes")).to_contain_text("20")
    assert_fits(rider)
    rider.wait_for_timeout(1500)
    snap(rider, "round-trip-form")
    rider.get_by_role("button", name=re.compile("^Book Economy")).click(timeout=TIMEOUT_MS)
    sheet = rider.get_by_role("dialog", name="Confirm your trip")
    expect(sheet.get_by_text(WAIT)).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "round-trip-confirmation")
    pick(sheet, "Cash")
    sheet.get_by_role("button", name=re.compile("^Confirm for")).click()
    rider.wait_for_url(re.compile(r"/bookings/\d+"), timeout=TIMEOUT_MS)
    booking_id = int(rider.url.rsplit("/", 1)[1])
    expect(rider.get_by_text(WAIT)).to_be_visible(timeout=TIMEOUT_MS)
    expect(rider.get_by_text("Driver waits 20 min here")).to_be_visible()
    snap(rider, "round-trip-rider")
    booking = Person(platform, "ada").get(f"bookings/{booking_id}/")
    assert booking["drop"] == booking["pickup"]
    assert [stop["add"] for stop in booking["stops"]] != [booking["pickup"]["add"]]

    expect(console.get_by_role("article")).to_contain_text(WAIT, timeout=TIMEOUT_MS)
    snap(console, "round-trip-offer")
    ben.take(booking_id)
    for action in ("arrive", "start"):
        ben.post(f"bookings/{booking_id}/{action}/")
    console.get_by_role("button", name="Arrived at stop 1").click(timeout=TIMEOUT_MS)
    console.get_by_role("button", name="Leave stop 1").wait_for(timeout=TIMEOUT_MS)
    expect(console.get_by_text(WAIT)).to_be_visible()
    snap(console, "round-trip-waiting")
    console.get_by_role("button", name="Leave stop 1").click()
    expect(console.get_by_role("button", name="Leave stop 1")).to_have_count(0, timeout=TIMEOUT_MS)
    for action in ("reach", "collect-cash"):
        ben.post(f"bookings/{booking_id}/{action}/")
    rider.goto(f"/bookings/{booking_id}/receipt")
    expect(rider.get_by_text(WAIT)).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "round-trip-receipt")


def test_staff_book_and_edit_a_round_trip(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    office = open_page()
    enter_as(office, "Dora")
    office.goto("/addbookings")
    office.get_by_role("combobox", name="Rider").fill("Ada")
    office.get_by_role("option", name=re.compile("Ada")).first.click(timeout=TIMEOUT_MS)
    choose(office, "Pickup", "Newport Bus Station")
    choose(office, "Drop-off", "St Mary's Hospital")
    office.get_by_role("switch", name="Round trip").press("Space", timeout=TIMEOUT_MS)
    office.get_by_role("button", name="Wait longer").press("Enter")
    pick(office, "Economy")
    office.wait_for_timeout(1500)
    snap(office, "round-trip-office")
    office.get_by_role("button", name=re.compile("^Book Economy")).click(timeout=TIMEOUT_MS)
    sheet = office.get_by_role("dialog", name="Confirm")
    expect(sheet.get_by_text(WAIT)).to_be_visible(timeout=TIMEOUT_MS)
    sheet.get_by_role("button", name=re.compile("^Confirm for")).click()
    expect(office.get_by_role("dialog").get_by_role("link").first).to_be_visible(timeout=TIMEOUT_MS)
    booking = Person(platform, "dora").get("bookings/?page_size=1")["results"][0]
    assert booking["return_wait_minutes"] == 20
    office.goto("/desk")
    card = office.get_by_role("option").filter(has_text=booking["reference"])
    expect(card).to_contain_text(WAIT, timeout=TIMEOUT_MS)
    snap(office, "round-trip-board")
    office.goto(f"/bookings/{booking['id']}")
    office.get_by_role("button", name="Edit booking").click(timeout=TIMEOUT_MS)
    panel = office.get_by_role("dialog")
    expect(panel.get_by_role("combobox", name="Drop-off")).to_have_value(re.compile("St Mary's"))
    panel.get_by_role("button", name="Wait longer").press("Enter")
    save = panel.get_by_role("button", name=re.compile("^Save"))
    expect(save).to_contain_text("Save for", timeout=TIMEOUT_MS)
    snap(office, "round-trip-edit")
    save.click()
    expect(office.get_by_text("Round trip, wait 25 min").first).to_be_visible(timeout=TIMEOUT_MS)
