"""During a ride: a shared link, chat, and a call for help."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import sign_in_as
from tests.e2e.rides import DROP, PICKUP, STAND, Person, book, console_of, no_other_trips, shows
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
EVERY_WIDTH = pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


@pytest.fixture
def ben(platform: Platform) -> Person:
    return Person(platform, "ben")


@pytest.fixture
def ride(platform: Platform, ben: Person) -> dict[str, Any]:
    """Ada's ride, with Ben on his way to her."""
    ben.work_at(STAND["latitude"], STAND["longitude"])
    booking: dict[str, Any] = book(Person(platform, "ada"))
    ben.take(booking["id"])
    return booking


def open_ride(open_page: OpenPage, ride: dict[str, Any], *, phone: bool) -> Page:
    page = open_page(phone=phone, permissions=["geolocation"], geolocation=STAND)
    sign_in_as(page, "Ada")
    page.goto(f"/bookings/{ride['id']}")
    shows(page, "Ben is on the way")
    return page


@EVERY_WIDTH
def test_shared_link_shows_the_ride_live_until_it_ends(
    ben: Person, ride: dict[str, Any], open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    rider = open_ride(open_page, ride, phone=phone)
    rider.get_by_role("button", name="Share trip").click()
    sheet = rider.get_by_role("dialog", name="Share your trip")
    link = sheet.get_by_role("textbox", name="Trip link")
    expect(link).to_have_value(re.compile("/trip/"), timeout=TIMEOUT_MS)
    snap(rider, "the-link")
    path = "/trip/" + link.input_value().rsplit("/trip/", 1)[1]

    friend = open_page(phone=not phone)
    with friend.expect_response(lambda answer: "/shared/" in answer.url) as shared:
        friend.goto(path)
    shows(friend, "Ben is on the way to the pickup")
    expect(friend.get_by_text("HW19 BEN")).to_be_visible()
    car = friend.get_by_title("Ben’s car")
    expect(car).to_be_visible(timeout=TIMEOUT_MS)
    snap(friend, "friend-follows")
    assert_shows_only_the_car(shared.value, friend, ride)

    # The car moves, and so does the page.
    nearer = (STAND["latitude"] + 0.0008, STAND["longitude"] + 0.0004)
    with friend.expect_response(lambda answer: is_at(answer, *nearer), timeout=TIMEOUT_MS):
        ben.report_position(*nearer)
    ben.post(f"bookings/{ride['id']}/arrive/")
    shows(friend, "Ben is at the pickup")
    ben.post(f"bookings/{ride['id']}/start/")
    shows(friend, "On the way")
    with friend.expect_response(
        lambda answer: is_at(answer, PICKUP["lat"], PICKUP["lng"]), timeout=TIMEOUT_MS
    ):
        ben.report_position(PICKUP["lat"], PICKUP["lng"])
    snap(friend, "friend-sees-the-ride")
    ben.report_position(DROP["lat"], DROP["lng"])
    ben.post(f"bookings/{ride['id']}/reach/")
    shows(friend, "Arrived at the drop-off")
    ben.post(f"bookings/{ride['id']}/collect-cash/")
    shows(friend, "This trip has ended")
    expect(friend.get_by_text("HW19 BEN")).to_be_hidden()
    expect(car).to_be_hidden()
    snap(friend, "friend-after-the-ride")


def test_revoked_link_shows_nothing(ride: dict[str, Any], open_page: OpenPage, snap: Snap) -> None:
    rider, friend = open_ride(open_page, ride, phone=True), open_page(phone=True)
    rider.get_by_role("button", name="Share trip").click()
    link = rider.get_by_role("textbox", name="Trip link")
    expect(link).to_have_value(re.compile("/trip/"), timeout=TIMEOUT_MS)
    friend.goto("/trip/" + link.input_value().rsplit("/trip/", 1)[1])
    shows(friend, "Ben is on the way")
    rider.get_by_role("button", name="Stop sharing").click()
    expect(friend.get_by_role("heading", name="This trip isn’t available")).to_be_visible(timeout=TIMEOUT_MS)
    expect(friend.get_by_text("HW19 BEN")).to_be_hidden()
    snap(friend, "taken-back")


def is_at(answer: Response, lat: float, lng: float) -> bool:
    if "/shared/" not in answer.url or not answer.ok:
        return False
    at = answer.json()["position"]
    return at is not None and abs(at["lat"] - lat) < 1e-4 and abs(at["lng"] - lng) < 1e-4


def assert_shows_only_the_car(answer: Response, page: Page, ride: dict[str, Any]) -> None:
    """Assert that it shows neither the rider nor the addresses nor the price."""
    shown = json.dumps(answer.json()) + page.locator("body").inner_text()
    for secret in ("Ada", "Marlowe", "+44", ride["reference"], ride["pickup"]["add"], ride["drop"]["add"]):
        assert secret not in shown, secret
    for word in ("trip_cost", "payable", "contact", "otp", "Carisbrooke"):
        assert word not in shown, word


def test_rider_and_driver_write_to_each_other(ride: dict[str, Any], open_page: OpenPage, snap: Snap) -> None:
    rider = open_ride(open_page, ride, phone=False)
    driver = console_of(open_page, "Ben")
    rider.get_by_role("button", name="Message Ben").click(timeout=TIMEOUT_MS)
    at_rider = rider.get_by_role("dialog", name="Chat with Ben")
    expect(at_rider.get_by_text("Say hello to Ben")).to_be_visible(timeout=TIMEOUT_MS)
    at_rider.get_by_role("button", name="Where are you now?").click()
    # The driver's console has received it, but the driver has not read it.
    own = bubble(at_rider, "Where are you now?")
    expect(own.get_by_text("Delivered", exact=True)).to_be_attached(timeout=TIMEOUT_MS)
    snap(rider, "rider-delivered")
    new_message = driver.get_by_role("button", name="Message Ada, 1 new message")
    expect(new_message).to_be_visible(timeout=TIMEOUT_MS)
    snap(driver, "driver-has-a-message")

    new_message.click()
    at_driver = driver.get_by_role("dialog", name="Chat with Ada")
    expect(at_driver.get_by_role("log")).to_contain_text("Where are you now?", timeout=TIMEOUT_MS)
    expect(own.get_by_text("Read", exact=True)).to_be_attached(timeout=TIMEOUT_MS)
    at_driver.get_by_role("button", name="I’ll be there in 5 minutes").click()
    at_driver.get_by_role("textbox", name="Your message").fill("By the blue door, please.")
    at_driver.get_by_role("button", name="Send", exact=True).click()
    for text in ("I’ll be there in 5 minutes", "By the blue door, please."):
        expect(at_rider.get_by_role("log")).to_contain_text(text, timeout=TIMEOUT_MS)
        answer = bubble(at_driver, text)
        expect(answer.get_by_text("Read", exact=True)).to_be_attached(timeout=TIMEOUT_MS)
    snap(driver, "driver-read")
    writing = at_rider.get_by_role("textbox", name="Your message")
    writing.fill("شكرا، أراك")
    writing.press("Enter")
    expect(at_driver.get_by_role("log")).to_contain_text("شكرا، أراك", timeout=TIMEOUT_MS)
    snap(rider, "rider-read")


def bubble(chat: Locator, text: str) -> Locator:
    """Return the newest message with this text, with its delivery state."""
    # The quick replies are outside of the log.
    return chat.get_by_role("log").locator("div[data-own]").filter(has_text=text).last


@EVERY_WIDTH
def test_sos_alert_is_on_the_dashboard_until_it_is_resolved(
    platform: Platform, ride: dict[str, Any], open_page: OpenPage, snap: Snap, phone: bool
) -> None:
    admin = open_page(phone=not phone)
    sign_in_as(admin, "Dora")
    admin.goto("/dashboard")
    expect(admin.get_by_role("heading", level=1, name="Dashboard")).to_be_visible(timeout=TIMEOUT_MS)
    rider = open_ride(open_page, ride, phone=phone)
    rider.get_by_role("button", name="SOS").click()
    sheet = rider.get_by_role("dialog", name="Do you need help?")
    expect(sheet.get_by_role("link", name="Call 999")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "sos")
    sheet.get_by_role("button", name="Alert support").click()
    expect(sheet.get_by_text("Support has been alerted")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "sos-sent")

    cry = admin.get_by_role("region", name="SOS alerts").get_by_role("article")
    expect(cry).to_contain_text("SOS from Ada Marlowe, rider", timeout=TIMEOUT_MS)
    expect(cry).to_contain_text("HW19 BEN")
    expect(cry.get_by_role("link", name="Location")).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "dashboard")
    cry.get_by_role("button", name="Resolve").click()
    expect(cry).to_be_hidden(timeout=TIMEOUT_MS)
    handled = f"SELECT handled_at IS NOT NULL FROM bookings_sosalert WHERE booking_id = {ride['id']}"
    assert platform.sql(handled).strip() == "t"
