"""A caller without an account follows and cancels the booking from the link in the SMS."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.emails import message_to
from tests.e2e.people import enter_as, new_person
from tests.e2e.rides import DROP, PICKUP, STAND, Person, book, no_other_trips, shows
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def test_caller_follows_writes_and_cancels_from_the_text_message(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    dora, ben = Person(platform, "dora"), Person(platform, "ben")
    name, _email, mobile = new_person()
    rider = dora.post("riders/", {"first_name": name, "last_name": "Caller", "mobile": mobile})
    ben.work_at(STAND["latitude"], STAND["longitude"])
    booking = book(dora, customer_id=rider["id"])
    text = message_to(platform, mobile)["text"]
    assert booking["reference"] in text
    path = re.search(r"/trip/g-\w+", text)
    assert path is not None

    caller = open_page(phone=True)
    caller.goto(path[0])
    shows(caller, "We’re finding you a driver")
    ben.take(booking["id"])
    shows(caller, "Ben is on the way to the pickup")
    expect(caller.get_by_text("HW19 BEN")).to_be_visible()
    expect(caller.get_by_role("link", name="Call driver")).to_be_visible()
    caller.get_by_role("button", name="I’m at the pickup").first.click()
    chat = caller.get_by_role("region", name="Messages with the driver")
    expect(chat.get_by_role("listitem").filter(has_text=re.compile("^You · "))).to_contain_text(
        "I’m at the pickup", timeout=TIMEOUT_MS
    )
    assert ben.get(f"bookings/{booking['id']}/messages/")["results"][0]["message"] == "I’m at the pickup"
    assert caller.locator("html").evaluate("part => part.scrollWidth - part.clientWidth") <= 0
    caller.get_by_role("heading", level=1).scroll_into_view_if_needed()
    snap(caller, "on-the-way")
    chat.scroll_into_view_if_needed()
    snap(caller, "messages")

    # Staff revoke the link, and send a new one.
    desk = open_page()
    enter_as(desk, "Dora")
    desk.goto(f"/bookings/{booking['id']}")
    desk.get_by_role("button", name="Revoke link").click(timeout=TIMEOUT_MS)
    desk.get_by_role("dialog").get_by_role("button", name="Revoke link").click()
    shows(caller, "This link no longer works")
    desk.get_by_role("button", name="Send link").click()
    expect(desk.get_by_text("Link sent by SMS")).to_be_visible(timeout=TIMEOUT_MS)
    snap(desk, "booking-of-a-caller")
    again = re.search(r"/trip/g-\w+", dora.post(f"bookings/{booking['id']}/guest-link/")["url"])
    assert again is not None
    assert again[0] != path[0]

    caller.goto(again[0])
    caller.get_by_role("button", name="Cancel trip").click(timeout=TIMEOUT_MS)
    sheet = caller.get_by_role("dialog")
    sheet.get_by_role("radio").first.check(timeout=TIMEOUT_MS)
    sheet.get_by_role("button", name="Cancel trip").click()
    shows(caller, "Your booking is cancelled")
    snap(caller, "cancelled")
    assert dora.get(f"bookings/{booking['id']}/")["status"] == "CANCELLED"


def ended_trip_of_a_caller(platform: Platform) -> tuple[str, dict[str, Any]]:
    """Return the path of the link to a caller's unpaid trip over a stop, and the booking."""
    dora, ben = Person(platform, "dora"), Person(platform, "ben")
    name, _email, mobile = new_person()
    rider = dora.post("riders/", {"first_name": name, "last_name": "Caller", "mobile": mobile})
    ben.work_at(STAND["latitude"], STAND["longitude"])
    booking: dict[str, Any] = book(dora, customer_id=rider["id"])
    ben.take(booking["id"])
    for move in ("arrive", "start"):
        ben.post(f"bookings/{booking['id']}/{move}/")
    for place in (PICKUP, DROP):
        ben.report_position(place["lat"], place["lng"])
    ben.post(f"bookings/{booking['id']}/reach/")
    ben.post(f"bookings/{booking['id']}/request-payment/")
    found = re.search(r"/trip/g-\w+", message_to(platform, mobile)["text"])
    assert found is not None
    return found[0], booking


@pytest.mark.parametrize(("provider", "language"), [("Test", "en"), ("Stripe", "ar")])
def test_caller_pays_the_trip_by_card(
    platform: Platform, open_page: OpenPage, snap: Snap, provider: str, language: str
) -> None:
    path, booking = ended_trip_of_a_caller(platform)
    caller = open_page(phone=True)
    caller.add_init_script(f"localStorage.setItem('hansom.language', '{language}')")
    caller.goto(path)
    caller.get_by_role("radio", name=provider, exact=True).click(timeout=TIMEOUT_MS)
    pay = caller.get_by_role("button", name=re.compile(provider))
    pay.scroll_into_view_if_needed()
    assert caller.locator("html").evaluate("part => part.scrollWidth - part.clientWidth") <= 0
    snap(caller, f"to-pay-{language}")
    pay.click()
    approve = "Approve" if provider == "Test" else "Pay"
    caller.get_by_role("button", name=approve, exact=True).click(timeout=TIMEOUT_MS)
    caller.wait_for_url(re.compile(f"{path}$"))
    download = caller.get_by_role("button", name="Download PDF" if language == "en" else "PDF")
    expect(download).to_be_visible(timeout=TIMEOUT_MS)
    download.scroll_into_view_if_needed()
    snap(caller, f"receipt-{language}")
    with caller.expect_download() as file:
        download.click()
    assert file.value.suggested_filename == f"receipt-{booking['reference']}.pdf"
    found = platform.sql(f"SELECT status, gateway FROM bookings_booking WHERE id = {booking['id']}")
    assert found.strip() == f"PAID|{provider.lower()}"
