"""A ride with a stop, from the booking form to the receipt."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, book, choose, console_of, no_other_trips, pick
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
STOP = "Ryde Esplanade"


@pytest.fixture(autouse=True)
def _alone(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def test_rider_books_through_a_stop_and_the_driver_goes_there(
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
    button = rider.get_by_role("button", name=re.compile("^Book Economy"))
    expect(button).to_be_visible(timeout=TIMEOUT_MS)
    rider.get_by_role("button", name="Add stop").click()
    choose(rider, "Stop 1", STOP)
    rider.get_by_role("button", name="Add stop").click()
    choose(rider, "Stop 2", "Newport Bus Station")
    rider.get_by_role("button", name="Move stop 2 up").press("Enter")
    expect(rider.get_by_role("combobox", name="Stop 2")).to_have_value(re.compile(STOP))
    snap(rider, "stops-form")
    rider.get_by_role("button", name="Remove stop 1").press("Enter")
    expect(rider.get_by_role("combobox", name="Stop 1")).to_have_value(re.compile(STOP))
    button.click()
    sheet = rider.get_by_role("dialog", name="Confirm your trip")
    way = sheet.get_by_role("list", name="Route").get_by_role("listitem")
    expect(way.nth(1)).to_contain_text(STOP, timeout=TIMEOUT_MS)
    expect(way).to_have_count(3)
    snap(rider, "stops-confirmation")
    pick(sheet, "Cash")
    sheet.get_by_role("button", name=re.compile("^Confirm for")).click()
    rider.wait_for_url(re.compile(r"/bookings/\d+"), timeout=TIMEOUT_MS)
    booking_id = int(rider.url.rsplit("/", 1)[1])
    expect(rider.get_by_role("region", name="Stops")).to_contain_text(STOP, timeout=TIMEOUT_MS)
    booking = Person(platform, "ada").get(f"bookings/{booking_id}/")
    # Ryde is ten kilometres away, and the hospital one.
    assert booking["estimate_distance_km"] > 15

    offer = console.get_by_role("article")
    expect(offer).to_contain_text(STOP, timeout=TIMEOUT_MS)
    snap(console, "stops-offer")
    ben.take(booking_id)
    for action in ("arrive", "start"):
        ben.post(f"bookings/{booking_id}/{action}/")
    expect(console.get_by_text("Stop 1:")).to_be_attached(timeout=TIMEOUT_MS)
    snap(console, "stops-trip")
    console.get_by_role("button", name="Arrived at stop 1").click(timeout=TIMEOUT_MS)
    console.get_by_role("button", name="Leave stop 1").wait_for(timeout=TIMEOUT_MS)
    snap(console, "stops-at-stop")
    there = rider.get_by_role("region", name="Stops")
    expect(there).to_contain_text("Reached at", timeout=TIMEOUT_MS)
    snap(rider, "stops-rider")
    console.get_by_role("button", name="Leave stop 1").click()
    expect(there).to_contain_text("Left at", timeout=TIMEOUT_MS)
    expect(console.get_by_role("button", name="Leave stop 1")).to_have_count(0)
    for action in ("reach", "collect-cash"):
        ben.post(f"bookings/{booking_id}/{action}/")
    rider.goto(f"/bookings/{booking_id}/receipt")
    expect(rider.get_by_text(STOP)).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "stops-receipt")

    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto(f"/bookings/{booking_id}")
    expect(admin.get_by_role("definition").filter(has_text=STOP)).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "stops-office")
    admin.goto("/addbookings")
    choose(admin, "Pickup", "Newport Bus Station")
    choose(admin, "Drop-off", "St Mary's Hospital")
    admin.get_by_role("button", name="Add stop").click(timeout=TIMEOUT_MS)
    choose(admin, "Stop 1", STOP)
    snap(admin, "stops-staff-form")


def test_stops_change_during_the_trip(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    ben, ada = Person(platform, "ben"), Person(platform, "ada")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    booking_id = book(ada)["id"]
    console = console_of(open_page, "Ben")
    ben.take(booking_id)
    for action in ("arrive", "start"):
        ben.post(f"bookings/{booking_id}/{action}/")
    rider = open_page(phone=True)
    enter_as(rider, "Ada")
    rider.goto(f"/bookings/{booking_id}")
    expect(console.get_by_role("heading", level=1, name=re.compile("Ada"))).to_be_visible(timeout=TIMEOUT_MS)

    rider.get_by_role("button", name="Add stop").click(timeout=TIMEOUT_MS)
    sheet = rider.get_by_role("dialog", name="Change stops")
    choose(sheet, "Stop 1", STOP)
    price = sheet.get_by_role("region", name="New price")
    expect(price).to_contain_text("Difference", timeout=TIMEOUT_MS)
    snap(rider, "change-stops-price")
    sheet.get_by_role("button", name=re.compile("^Confirm for")).click()
    expect(sheet).to_have_count(0, timeout=TIMEOUT_MS)
    expect(rider.get_by_role("region", name="Stops")).to_contain_text(STOP, timeout=TIMEOUT_MS)
    snap(rider, "change-stops-trip")

    expect(console.get_by_text("The stops have changed")).to_be_visible(timeout=TIMEOUT_MS)
    snap(console, "change-stops-console")
    console.get_by_role("button", name="Arrived at stop 1").click(timeout=TIMEOUT_MS)
    console.get_by_role("button", name="Leave stop 1").wait_for(timeout=TIMEOUT_MS)

    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto(f"/bookings/{booking_id}")
    admin.get_by_role("button", name="Change stops").click(timeout=TIMEOUT_MS)
    dialog = admin.get_by_role("dialog", name="Change stops")
    expect(dialog.get_by_role("listitem").first).to_contain_text(STOP)
    dialog.get_by_role("button", name="Add stop").click()
    choose(dialog, "Stop 2", "Newport Bus Station")
    expect(dialog.get_by_role("region", name="New price")).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "change-stops-office")
    dialog.get_by_role("button", name=re.compile("^Confirm for")).click()
    expect(dialog).to_have_count(0, timeout=TIMEOUT_MS)
    expect(rider.get_by_role("region", name="Stops")).to_contain_text("Newport", timeout=TIMEOUT_MS)
    admin.goto("/desk")
    expect(admin.get_by_text(re.compile("Stops: 2"))).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "change-stops-board")
    rider.evaluate("localStorage.setItem('hansom.language', 'ar')")
    rider.reload()
    rider.locator("section[aria-labelledby=stops] button").click(timeout=TIMEOUT_MS)
    expect(rider.get_by_role("dialog").get_by_role("listitem").first).to_contain_text(STOP)
    snap(rider, "change-stops-arabic")
    for action in ("reach", "collect-cash"):
        ben.post(f"bookings/{booking_id}/{action}/")
