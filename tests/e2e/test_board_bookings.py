"""The dispatcher books, holds, repeats and annotates trips without leaving the board."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, NewRider, Person, book, no_other_trips, settings, shows
from tests.e2e.test_desk import job_in, tab_to
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
REPORT = """
from apps.calls.choices import CallState
from apps.calls.services import record_call
record_call(external_id="{call}", state=CallState.{state}, phone="{phone}", line="Main")
"""


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def test_known_caller_is_booked_on_the_board_with_six_keys(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    with settings(platform, auto_dispatch=False):
        Person(platform, "ben").work_at(STAND["latitude"], STAND["longitude"])
        caller = NewRider(platform)
        before = book(caller)
        caller.post(f"bookings/{before['id']}/cancel/", {"reason": "Another time"})
        page = open_page()
        enter_as(page, "Dora")
        call = {"call": caller.mobile, "phone": caller.mobile}
        platform.manage("shell", "-c", REPORT.format(state="RINGING", **call))
        page.goto("/desk")
        expect(page.get_by_text("No open bookings")).to_be_visible(timeout=TIMEOUT_MS)
        expect(page.get_by_role("article").get_by_text(caller.name)).to_be_visible(timeout=TIMEOUT_MS)
        keys = []

        def press(key: str) -> None:
            keys.append(key)
            page.keyboard.press(key)

        press("c")
        expect(page.get_by_role("button", name="Repeat trip")).to_be_focused(timeout=TIMEOUT_MS)
        snap(page, "caller")
        press("Enter")
        expect(page.get_by_role("button", name=re.compile("Book Economy"))).to_be_focused(timeout=TIMEOUT_MS)
        press("Enter")
        sheet = page.get_by_role("dialog", name=re.compile("Confirm"))
        confirm = sheet.get_by_role("button", name=re.compile("^Confirm"))
        expect(confirm).to_be_visible(timeout=TIMEOUT_MS)
        snap(page, "confirm")
        while not confirm.evaluate("element => element === document.activeElement"):
            press("Shift+Tab")
            assert len(keys) < 6, keys
        press("Enter")

        card = job_in(page, "Waiting", caller.name)
        expect(card).to_have_attribute("aria-selected", "true", timeout=TIMEOUT_MS)
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("listbox", name=re.compile("^Waiting "))).to_be_focused()
        assert len(keys) <= 6, keys
        snap(page, "booked")
        platform.manage("shell", "-c", REPORT.format(state="ENDED", **call))


def test_waiting_booking_is_held_annotated_repeated_and_returned_by_keys(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    cleo, dora = Person(platform, "cleo"), Person(platform, "dora")
    Person(platform, "ben").work_at(STAND["latitude"], STAND["longitude"])
    with settings(platform, auto_dispatch=True):
        trip = book(cleo)
        ride = open_page(phone=True)
        enter_as(ride, "Cleo")
        ride.goto(f"/bookings/{trip['id']}")
        page = open_page()
        enter_as(page, "Dora")
        page.goto("/desk")
        job_in(page, "Offered", "Ben Carisbrooke")
        page.keyboard.press("j")
        expect(page.get_by_role("button", name=re.compile("^Hold"))).to_be_visible(timeout=TIMEOUT_MS)

        page.keyboard.press("w")
        sheet = page.get_by_role("dialog", name="Put on hold")
        expect(sheet.locator("textarea:focus")).to_be_visible(timeout=TIMEOUT_MS)
        page.keyboard.type("The passenger calls back")
        snap(page, "hold")
        tab_to(page, sheet.get_by_role("button", name="Put on hold"))
        page.keyboard.press("Enter")
        expect(sheet).to_be_hidden(timeout=TIMEOUT_MS)
        card = job_in(page, "Waiting", trip["reference"])
        expect(card).to_contain_text(re.compile(r"On hold \d+:\d\d"), timeout=TIMEOUT_MS)
        expect(card).to_contain_text("The passenger calls back")
        snap(page, "held")
        shows(ride, "Your booking is on hold")
        snap(ride, "rider")

        page.keyboard.press("t")
        panel = page.get_by_role("dialog", name=re.compile("^Notes on"))
        expect(panel.get_by_label("New note")).to_be_focused(timeout=TIMEOUT_MS)
        page.keyboard.type("Blue door, second floor")
        tab_to(page, panel.get_by_role("button", name="Add note"))
        page.keyboard.press("Enter")
        expect(panel.get_by_role("listitem")).to_contain_text("Blue door", timeout=TIMEOUT_MS)
        snap(page, "note")
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden(timeout=TIMEOUT_MS)

        page.keyboard.press("w")
        tab_to(page, sheet.get_by_role("button", name="Release now"))
        snap(page, "release")
        page.keyboard.press("Enter")
        job_in(page, "Offered", "Ben Carisbrooke")
        shows(ride, "Looking for a driver")

        page.keyboard.press("b")
        form = page.get_by_role("dialog", name="Add booking")
        expect(form.get_by_role("combobox", name="Rider")).to_have_value("Cleo Hartmann", timeout=TIMEOUT_MS)
        expect(form.get_by_role("combobox", name="Pickup")).to_have_value(trip["drop"]["add"])
        expect(form.get_by_role("combobox", name="Drop-off")).to_have_value(trip["pickup"]["add"])
        book_button = form.get_by_role("button", name=re.compile("Book Economy"))
        expect(book_button).to_be_focused(timeout=TIMEOUT_MS)
        snap(page, "return")
        # The board is live below the form.
        cleo.post(f"bookings/{trip['id']}/cancel/", {"reason": "Walks"})
        expect(page.get_by_text("No open bookings")).to_be_visible(timeout=TIMEOUT_MS)
        later = form.get_by_role("radio", name="Book later")
        later.press(" ")
        expect(later).to_be_checked()
        page.keyboard.press("Escape")
        question = page.get_by_role("dialog", name="Discard your changes?")
        expect(question).to_be_visible(timeout=TIMEOUT_MS)
        snap(page, "guard")
        question.get_by_role("button", name="Discard").press("Enter")
        expect(form).to_be_hidden(timeout=TIMEOUT_MS)
    rows = dora.get(f"audit/?kind=booking&target={trip['id']}")["results"]
    assert {row["action"] for row in rows} >= {"hold", "release_hold"}


def test_dispatcher_books_and_holds_in_arabic_on_a_phone(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    cleo = Person(platform, "cleo")
    Person(platform, "ben").work_at(STAND["latitude"], STAND["longitude"])
    with settings(platform, auto_dispatch=True):
        trip = book(cleo)
        page = open_page(phone=True)
        page.add_init_script("localStorage.setItem('hansom.language', 'ar')")
        enter_as(page, "Dora")
        page.goto("/desk")
        page.get_by_role("option").filter(has_text=trip["reference"]).click(timeout=TIMEOUT_MS)
        page.get_by_role("button", name="تعليق", exact=True).click(timeout=TIMEOUT_MS)
        sheet = page.get_by_role("dialog", name="تعليق الحجز")
        sheet.get_by_role("textbox").fill("سيعاود الراكب الاتصال")
        snap(page, "hold")
        sheet.get_by_role("button", name="تعليق الحجز").click()
        expect(sheet).to_be_hidden(timeout=TIMEOUT_MS)
        expect(page.get_by_role("option").filter(has_text="معلق")).to_be_visible(timeout=TIMEOUT_MS)
        snap(page, "held")
        page.get_by_role("button", name="حجز جديد").click()
        form = page.get_by_role("dialog")
        expect(form.get_by_role("combobox").first).to_be_focused(timeout=TIMEOUT_MS)
        snap(page, "form")
        form.get_by_role("button", name="إغلاق").click()
        expect(form).to_have_count(0, timeout=TIMEOUT_MS)
        expect(page.get_by_role("button", name="حجز جديد")).to_be_focused()
