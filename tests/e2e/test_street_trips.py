"""A driver is flagged down, starts a metered trip on the phone and collects the cash; staff see it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import Person, console_of, go_online, no_other_trips, settings, slide, stir
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture(autouse=True)
def _street_trips(platform: Platform) -> Iterator[None]:
    with settings(platform, street_trips=True), no_other_trips(platform):
        yield


def test_driver_starts_a_street_trip_and_collects_the_cash(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben, dora = Person(platform, "ben"), Person(platform, "dora")
    console = console_of(open_page, "Ben")
    go_online(console)
    start = console.get_by_role("button", name="Street trip")
    expect(start).to_be_visible(timeout=TIMEOUT_MS)
    snap(console, "waiting")
    start.click()
    sheet = console.get_by_role("dialog", name="Start a street trip")
    expect(sheet).to_contain_text(re.compile("Metered"), timeout=TIMEOUT_MS)
    snap(console, "sheet")
    console.keyboard.press("Escape")
    expect(start).to_be_focused()
    start.click()
    sheet.get_by_label("Passenger’s name").fill("Nora")
    stir(console)
    sheet.get_by_role("button", name="Start trip").click()

    expect(console.get_by_role("heading", name="Nora")).to_be_visible(timeout=TIMEOUT_MS)
    expect(console.get_by_text("Drop-off not set")).to_be_visible()
    expect(console.get_by_text(re.compile("since the start"))).to_be_visible()
    expect(console.get_by_role("button", name="Cancel trip")).to_be_visible()
    snap(console, "driving")
    trip = ben.get("me/tasks/")["current"]
    assert (trip["street_trip"], trip["status"], trip["has_drop"]) == (True, "STARTED", False)

    receipt = console.get_by_role("button", name="Show receipt code")
    receipt.click()
    code = console.get_by_role("dialog", name="Trip and receipt for the passenger")
    expect(code.get_by_role("img", name="QR code of the trip’s link")).to_be_visible(timeout=TIMEOUT_MS)
    snap(console, "code")
    passenger = open_page()
    passenger.goto(code.get_by_text("/trip/g-").inner_text())
    expect(passenger.get_by_text(trip["reference"]).first).to_be_visible(timeout=TIMEOUT_MS)
    console.keyboard.press("Escape")
    expect(receipt).to_be_focused()

    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto("/bookings?street=true")
    row = admin.get_by_role("row", name=re.compile(trip["reference"]))
    expect(row).to_contain_text("Street trip", timeout=TIMEOUT_MS)
    expect(row).to_contain_text("Not known yet")
    snap(admin, "list")
    admin.goto(f"/bookings/{trip['id']}")
    expect(admin.get_by_text("Street trip started")).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "booking")

    slide(console, "Slide to end trip")
    expect(console.get_by_role("button", name="Passenger didn’t pay")).to_be_visible(timeout=TIMEOUT_MS)
    snap(console, "payment")
    console.get_by_role("button", name="Cash collected").click()
    expect(start).to_be_visible(timeout=TIMEOUT_MS)
    paid = dora.get(f"bookings/{trip['id']}/")
    assert (paid["status"], paid["payment_mode"], paid["has_drop"]) == ("PAID", "cash", True)
    admin.goto(f"/bookings/{trip['id']}/receipt")
    expect(admin.get_by_text(paid["reference"]).first).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "receipt")
