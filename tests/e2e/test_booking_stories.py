"""Bookings with every user in their own browser: for later, cancelled by the driver, assigned, cancelled."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Geolocation, Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import sign_in_as
from tests.e2e.rides import (
    STAND,
    Person,
    book,
    choose,
    console_of,
    go_online,
    no_other_trips,
    settings,
    shows,
    stir,
)
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
EVERY_WIDTH = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
FARTHER = Geolocation(latitude=50.7005, longitude=-1.2990)
REASON = "Unable to Contact Driver"


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


@EVERY_WIDTH
def test_trip_for_later_is_planned_released_in_time_and_accepted(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    driver = console_of(open_page, "Ben")
    go_online(driver)
    rider = open_page(phone=phone)
    sign_in_as(rider, "Ada")
    rider.goto("/")
    choose(rider, "Pickup", "Newport Bus Station")
    choose(rider, "Drop-off", "St Mary's Hospital")
    rider.get_by_role("radio", name="Book later").press(" ")
    at = datetime.now(ZoneInfo("Europe/London")) + timedelta(minutes=40)
    when = rider.get_by_role("group", name="Pickup date and time")
    when.get_by_role("textbox", name="Date").fill(f"{at:%Y-%m-%d}")
    when.get_by_role("combobox", name="Time").fill(f"{at:%H:%M}")
    rider.get_by_role("radio", name=re.compile("Economy")).press(" ")
    snap(rider, "for-later")
    rider.get_by_role("button", name=re.compile("Book Economy for later")).click()
    expect(rider.get_by_role("dialog")).to_contain_text("Pickup: ", timeout=TIMEOUT_MS)
    snap(rider, "confirm")
    rider.get_by_role("button", name=re.compile("Confirm for")).click()
    shows(rider, "Your trip is scheduled")
    snap(rider, "planned")
    booking_id = int(rider.url.rsplit("/", 1)[1])

    driver.reload()
    coming = driver.get_by_role("region", name="Coming up")
    expect(coming.get_by_role("listitem").first).to_contain_text("Newport Bus Station", timeout=TIMEOUT_MS)
    expect(driver.get_by_role("button", name="Accept")).to_be_hidden()
    snap(driver, "driver-looks-ahead")

    stir(driver)
    # Its last quarter of an hour begins; beat releases it.
    platform.sql(
        "UPDATE bookings_booking SET trip_date = now() + interval '14 minutes', dispatch_after = now(), "
        f"created_at = created_at - interval '1 hour' WHERE id = {booking_id}"
    )
    accept = driver.get_by_role("button", name="Accept")
    expect(accept).to_be_visible(timeout=TIMEOUT_MS)
    expect(driver.get_by_text("Scheduled: ")).to_be_visible()
    snap(driver, "driver-offer")
    accept.click()
    shows(rider, "Ben is on the way")
    snap(rider, "driver-on-the-way")


def test_rider_is_notified_when_a_driver_who_cancels_is_replaced(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    first, second = console_of(open_page, "Ben"), console_of(open_page, "Bob", FARTHER)
    for console in (first, second):
        go_online(console)
    stir(first)
    ada = Person(platform, "ada")
    booking = book(ada)
    rider = open_page()
    sign_in_as(rider, "Ada")
    rider.goto(f"/bookings/{booking['id']}")
    first.get_by_role("button", name="Accept").click(timeout=TIMEOUT_MS)
    shows(rider, "Ben is on the way")
    # The offer is closed for all others.
    expect(second.get_by_text("Waiting for a trip")).to_be_visible(timeout=TIMEOUT_MS)

    stir(second, FARTHER)
    first.get_by_role("button", name="Cancel trip").click()
    sheet = first.get_by_role("dialog")
    sheet.get_by_role("radio", name=REASON).press(" ")
    snap(first, "driver-cancels")
    sheet.get_by_role("button", name="Cancel trip").click()
    expect(first.get_by_text("Waiting for a trip")).to_be_visible(timeout=TIMEOUT_MS)

    shows(rider, "Looking for another driver")
    snap(rider, "looking-for-another")
    second.get_by_role("button", name="Accept").click(timeout=TIMEOUT_MS)
    shows(rider, "Bob is on the way")
    expect(rider.get_by_text("HW21 FAY")).to_be_visible()
    snap(rider, "another-driver")
    # The driver who cancelled gets no new offer.
    expect(first.get_by_role("button", name="Accept")).to_be_hidden()
    notices = ada.get("me/inbox/")["results"]
    assert any(message["data"].get("booking_id") == booking["id"] for message in notices), notices


def test_admin_assigns_a_driver_without_auto_dispatch(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    with settings(platform, auto_dispatch=False):
        driver = console_of(open_page, "Ben")
        go_online(driver)
        booking = book(Person(platform, "ada"))
        rider, admin = open_page(phone=True), open_page()
        sign_in_as(rider, "Ada")
        rider.goto(f"/bookings/{booking['id']}")
        shows(rider, "Looking for a driver")
        snap(rider, "rider-waits")
        sign_in_as(admin, "Dora")
        admin.goto(f"/bookings/{booking['id']}")
        admin.get_by_role("button", name="Assign a driver").click()
        dialog = admin.get_by_role("dialog", name="Assign a driver")
        expect(dialog.get_by_role("listitem").first).to_contain_text("Ben", timeout=TIMEOUT_MS)
        snap(admin, "whom-to-assign")
        expect(driver.get_by_role("button", name="Accept")).to_be_hidden()
        dialog.get_by_role("button", name="Assign Ben Carisbrooke").click()
        expect(admin.get_by_text("Driver assigned successfully and notified").first).to_be_visible(
            timeout=TIMEOUT_MS
        )
        snap(admin, "assigned")
        expect(driver.get_by_role("button", name="Accept")).to_be_visible(timeout=TIMEOUT_MS)
        snap(driver, "driver-was-chosen")
        driver.get_by_role("button", name="Accept").click()
        shows(rider, "Ben is on the way")
        expect(admin.get_by_text("Accepted by driver")).to_be_visible(timeout=TIMEOUT_MS)
        snap(admin, "accepted")


@EVERY_WIDTH
def test_rider_without_a_driver_waits_widens_the_search_and_cancels(
    platform: Platform, open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    booking = book(Person(platform, "ada"))
    rider = open_page(phone=phone)
    sign_in_as(rider, "Ada")
    rider.goto(f"/bookings/{booking['id']}")
    shows(rider, "Looking for a driver")
    expect(rider.get_by_text("Contacting 1 nearby driver")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "searching")
    ben.post(f"bookings/{booking['id']}/decline/")

    end_search(platform, booking["id"])
    expect(rider.get_by_text("No driver has accepted yet")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "no-driver")
    rider.get_by_role("button", name="Keep waiting").click()
    expect(rider.get_by_text("No driver has accepted yet")).to_be_hidden(timeout=TIMEOUT_MS)
    end_search(platform, booking["id"])

    # Twelve kilometres away: outside the driver radius, inside twice the radius.
    far = Person(platform, "bob")
    far.work_at(50.5990, -1.2010)
    wider = rider.get_by_role("button", name="Expand search")
    wider.click(timeout=TIMEOUT_MS)
    expect(rider.get_by_text("Contacting 1 nearby driver")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "searching-farther-away")
    far.post(f"bookings/{booking['id']}/decline/")

    rider.get_by_role("button", name="Cancel trip").last.click()
    sheet = rider.get_by_role("dialog", name="Cancel this trip?")
    expect(sheet.get_by_text("Cancelling is free.")).to_be_visible(timeout=TIMEOUT_MS)
    sheet.get_by_role("radio", name="Cab is taking long time").press(" ")
    snap(rider, "cancelling")
    sheet.get_by_role("button", name="Cancel trip").click()
    shows(rider, "This trip was cancelled")
    expect(rider.get_by_text("Reason: Cab is taking long time")).to_be_visible()
    snap(rider, "cancelled")


def end_search(platform: Platform, booking_id: int) -> None:
    """End the search's ten minutes; beat does the rest."""
    platform.sql(
        "UPDATE bookings_booking SET search_until = now(), dispatch_after = now() "
        f"WHERE id = {booking_id} AND search_until IS NOT NULL"
    )
