"""The dispatcher's board: a caller's booking from the first key to the last, without the mouse."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, book, no_other_trips, settings
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the element has the focus."""
    expect(target).to_be_visible(timeout=TIMEOUT_MS)
    # As many as a page with a long list has.
    for _ in range(400):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never came to {target}")


def type_and_choose(page: Page, field: str, text: str) -> None:
    box = page.get_by_role("combobox", name=field)
    tab_to(page, box)
    page.keyboard.type(text)
    name = re.compile(text, re.IGNORECASE)
    expect(page.get_by_role("option", name=name).first).to_be_visible(timeout=TIMEOUT_MS)
    active = page.get_by_role("option", name=name, selected=True)
    for _ in range(20):
        if active.count():
            break
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(200)
    page.keyboard.press("Enter")
    expect(box).to_have_attribute("aria-expanded", "false", timeout=TIMEOUT_MS)
    expect(box).to_have_value(name, timeout=TIMEOUT_MS)


def job_in(page: Page, lane: str, text: str) -> Locator:
    """Return the card with this text in the lane, once it is there."""
    card = page.get_by_role("listbox", name=re.compile(f"^{lane} ")).get_by_role("option")
    found = card.filter(has_text=text)
    expect(found).to_be_visible(timeout=TIMEOUT_MS)
    return found


def book_by_keys(page: Page) -> None:
    page.keyboard.press("n")
    panel = page.get_by_role("dialog", name="Add booking")
    expect(panel.get_by_role("combobox", name="Rider")).to_be_focused(timeout=TIMEOUT_MS)
    type_and_choose(page, "Rider", "cleo")
    type_and_choose(page, "Pickup", "Newport Bus Station")
    type_and_choose(page, "Drop-off", "St Mary's Hospital")
    expect(page.get_by_role("radio", name=re.compile("Economy"))).to_be_visible(timeout=TIMEOUT_MS)
    page.get_by_role("radio", name=re.compile("Economy")).press(" ")
    tab_to(page, page.get_by_role("button", name=re.compile("Book Economy")))
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name=re.compile("Confirm"))
    tab_to(page, sheet.get_by_role("button", name=re.compile("^Confirm")))
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=TIMEOUT_MS)
    page.wait_for_url(re.compile("/desk$"))


def test_dispatcher_runs_a_callers_booking_from_the_board_by_keys(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    dora, ben, bob = (Person(platform, name) for name in ("dora", "ben", "bob"))
    with settings(platform, auto_dispatch=False):
        for driver in (ben, bob):
            driver.work_at(STAND["latitude"], STAND["longitude"])
        page = open_page()
        enter_as(page, "Dora")
        page.goto("/desk")
        expect(page.get_by_role("heading", name="Dispatch board", level=1)).to_be_visible(timeout=TIMEOUT_MS)
        expect(page.get_by_text("No open bookings")).to_be_visible(timeout=TIMEOUT_MS)
        book_by_keys(page)
        card = job_in(page, "Waiting", "Cleo Hartmann")
        snap(page, "waiting")

        expect(card).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("listbox", name=re.compile("^Waiting "))).to_be_focused()
        page.keyboard.press("a")
        dialog = page.get_by_role("dialog", name="Assign a driver")
        expect(dialog.get_by_role("listitem").first).to_be_visible(timeout=TIMEOUT_MS)
        expect(dialog.locator("input:focus")).to_be_visible(timeout=TIMEOUT_MS)
        page.keyboard.type("ben")
        expect(dialog.get_by_role("listitem")).to_have_count(1, timeout=TIMEOUT_MS)
        page.keyboard.press("Enter")
        expect(dialog).to_be_hidden(timeout=TIMEOUT_MS)
        job_in(page, "Offered", "Ben Carisbrooke")
        snap(page, "offered")

        booking = dora.get("bookings/?status=NEW")["results"][0]
        ben.take(booking["id"])
        expect(job_in(page, "On the way", "Ben Carisbrooke")).to_have_attribute("aria-selected", "true")
        page.keyboard.press("u")
        expect(page.get_by_role("dialog")).to_be_visible(timeout=TIMEOUT_MS)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.keyboard.press("r")
        dialog = page.get_by_role("dialog", name="Assign a driver")
        expect(dialog.get_by_role("listitem").first).to_be_visible(timeout=TIMEOUT_MS)
        expect(dialog.locator("input:focus")).to_be_visible(timeout=TIMEOUT_MS)
        page.keyboard.type("bob")
        expect(dialog.get_by_role("listitem")).to_have_count(1, timeout=TIMEOUT_MS)
        page.keyboard.press("Enter")
        sheet = page.get_by_role("dialog", name=re.compile("Bob Mensah"))
        expect(sheet.locator("textarea:focus")).to_be_visible(timeout=TIMEOUT_MS)
        page.keyboard.type("Ben has a puncture")
        tab_to(page, sheet.get_by_role("button", name=re.compile("Bob Mensah")))
        page.keyboard.press("Enter")
        expect(sheet).to_be_hidden(timeout=TIMEOUT_MS)
        job_in(page, "Offered", "Bob Mensah")
        snap(page, "reassigned")

        page.keyboard.press("c")
        sheet = page.get_by_role("dialog", name=re.compile("Cancel"))
        expect(sheet.get_by_role("radio").first).to_be_visible(timeout=TIMEOUT_MS)
        tab_to(page, sheet.get_by_role("radio").first)
        page.keyboard.press(" ")
        snap(page, "cancelling")
        tab_to(page, sheet.get_by_role("button", name="Cancel booking"))
        page.keyboard.press("Enter")
        expect(page.get_by_text("No open bookings")).to_be_visible(timeout=TIMEOUT_MS)
    ended = dora.get(f"bookings/{booking['id']}/")
    assert (ended["status"], ended["customer"]["name"]) == ("CANCELLED", "Cleo Hartmann")
    assert {row["action"] for row in dora.get(f"audit/?kind=booking&target={booking['id']}")["results"]} >= {
        "reassign"
    }


def test_fleet_admin_sees_own_trips_and_their_driver_on_the_board(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ada, ben, bob, cleo = (Person(platform, name) for name in ("ada", "ben", "bob", "cleo"))
    with settings(platform, auto_dispatch=True):
        bob.work_at(STAND["latitude"], STAND["longitude"])
        bob.take(book(ada)["id"])
        ben.work_at(STAND["latitude"], STAND["longitude"])
        ben.take(book(cleo)["id"])
        page = open_page(phone=True)
        enter_as(page, "Fay")
        page.goto("/desk")
        job_in(page, "On the way", "Bob Mensah")
        expect(page.get_by_role("listbox").get_by_role("option")).to_have_count(1)
        snap(page, "fleet")
        page.get_by_role("tab", name="Drivers").click()
        drivers = page.get_by_role("region", name="Drivers").get_by_role("button")
        expect(drivers.filter(has_text="Bob Mensah")).to_contain_text("On a trip", timeout=TIMEOUT_MS)
        expect(drivers.filter(has_text="Ben Carisbrooke")).to_have_count(0)
