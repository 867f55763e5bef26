"""A rider reports a lost umbrella, and support finds it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, book, no_other_trips
from tests.pictures import jpeg
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
PHOTO: FilePayload = {"name": "umbrella.jpg", "mimeType": "image/jpeg", "buffer": jpeg((1600, 1200))}
ARABIC = "localStorage.setItem('hansom.language', 'ar')"
UMBRELLA = "I left a green umbrella on the back seat."


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def test_rider_reports_something_lost_and_reads_the_answer(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    cleo, ben, dora = (Person(platform, name) for name in ("cleo", "ben", "dora"))
    ben.work_at(STAND["latitude"], STAND["longitude"])
    trip = book(cleo)
    ben.take(trip["id"])

    phone = open_page(phone=True)
    enter_as(phone, "Cleo")
    phone.goto(f"/help?booking={trip['id']}")
    form = phone.get_by_role("dialog", name="Report a problem")
    expect(form.get_by_role("combobox", name="Trip")).to_have_value(str(trip["id"]), timeout=TIMEOUT_MS)
    form.get_by_role("textbox", name="What happened?").fill(UMBRELLA)
    snap(phone, "report")
    form.get_by_role("button", name="Send").click()
    expect(phone.get_by_role("list", name="Messages")).to_contain_text(UMBRELLA, timeout=TIMEOUT_MS)
    number = phone.url.rsplit("/", 1)[1]

    desk = open_page()
    enter_as(desk, "Dora")
    desk.goto("/cases")
    desk.get_by_text(f"#{number}", exact=True).click(timeout=TIMEOUT_MS)
    panel = desk.get_by_role("dialog", name=f"Case {number}")
    panel.get_by_role("textbox", name="Message").fill("Is the handle brown?")
    panel.get_by_role("button", name="Send").click()
    expect(panel.get_by_role("list", name="Messages")).to_contain_text("brown", timeout=TIMEOUT_MS)
    expect(panel.get_by_text("Waiting for a reply")).to_be_visible(timeout=TIMEOUT_MS)
    snap(desk, "panel")

    phone.goto("/profile")
    phone.get_by_role("button", name=re.compile("^Inbox")).click(timeout=TIMEOUT_MS)
    phone.get_by_role("link", name=re.compile("Reply from support")).first.click(timeout=TIMEOUT_MS)
    expect(phone).to_have_url(re.compile(f"/help/{number}$"), timeout=TIMEOUT_MS)
    phone.get_by_role("textbox", name="Message").fill("Yes.")
    phone.get_by_role("button", name="Send").click()
    expect(phone.get_by_role("list", name="Messages")).to_contain_text("Yes.", timeout=TIMEOUT_MS)
    snap(phone, "thread")

    panel.get_by_role("button", name="Close case").click()
    sheet = desk.get_by_role("dialog", name="Close case")
    sheet.get_by_role("combobox", name="Outcome").select_option(label="Item returned")
    sheet.get_by_role("textbox", name=re.compile("^Answer to")).fill("It is at the office.")
    snap(desk, "closing")
    sheet.get_by_role("button", name="Close case").click()
    expect(panel.get_by_role("button", name="Reopen case")).to_be_visible(timeout=TIMEOUT_MS)
    panel.get_by_role("button", name="Close", exact=True).click()
    expect(panel).to_be_hidden(timeout=TIMEOUT_MS)
    assert f"case={number}" not in desk.url

    expect(phone.get_by_role("list", name="Messages")).to_contain_text(
        "It is at the office.", timeout=TIMEOUT_MS
    )
    assert dora.get(f"cases/{number}/")["outcome"] == "returned"


def photos(scope: Page | Locator) -> Locator:
    return scope.get_by_role("button", name=re.compile("^Open photo"))


def add_photo(form: Page | Locator) -> None:
    """Choose a photo and wait until it is uploaded."""
    form.locator("input[type=file]").set_input_files(PHOTO)
    expect(form.get_by_role("button", name="Remove umbrella.jpg")).to_be_visible(timeout=TIMEOUT_MS)
    expect(form.get_by_label("Uploading photo")).to_have_count(0, timeout=TIMEOUT_MS)


def test_photos_of_a_case_are_seen_live_by_rider_staff_and_fleet(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    cleo, bob = Person(platform, "cleo"), Person(platform, "bob")
    bob.work_at(STAND["latitude"], STAND["longitude"])
    trip = book(cleo)
    bob.take(trip["id"])

    desk, fleet = open_page(), open_page()
    for page, name in ((desk, "Dora"), (fleet, "Fay")):
        enter_as(page, name)
        page.goto("/cases")
        expect(page.get_by_role("heading", level=1, name="Cases")).to_be_visible(timeout=TIMEOUT_MS)
        page.wait_for_load_state("networkidle")

    phone = open_page(phone=True)
    enter_as(phone, "Cleo")
    phone.goto(f"/help?booking={trip['id']}")
    form = phone.get_by_role("dialog", name="Report a problem")
    form.get_by_role("textbox", name="What happened?").fill(UMBRELLA)
    add_photo(form)
    form.get_by_role("button", name="Add photos").scroll_into_view_if_needed()
    snap(phone, "report-with-photo")
    form.get_by_role("button", name="Send").click()
    thread = phone.get_by_role("list", name="Messages")
    expect(photos(thread)).to_have_count(1, timeout=TIMEOUT_MS)
    number = phone.url.rsplit("/", 1)[1]
    snap(phone, "thread-with-photo")

    # Neither list is loaded again: the socket reports the case.
    for page in (desk, fleet):
        expect(page.get_by_text(f"#{number}", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
        page.get_by_text(f"#{number}", exact=True).click()
    panel, part = (page.get_by_role("dialog", name=f"Case {number}") for page in (desk, fleet))
    photos(panel).focus()
    desk.keyboard.press("Enter")
    viewer = desk.get_by_role("dialog", name="Photo 1 of 1")
    expect(viewer.get_by_role("img", name="Photo 1 of 1")).to_have_js_property(
        "naturalWidth", 1600, timeout=TIMEOUT_MS
    )
    snap(desk, "photo-large")
    desk.keyboard.press("Escape")
    expect(viewer).to_be_hidden(timeout=TIMEOUT_MS)
    expect(photos(panel)).to_be_focused()

    panel.get_by_role("textbox", name="Message").fill("Is it this one?")
    add_photo(panel)
    snap(desk, "reply-with-photo")
    panel.get_by_role("button", name="Send").click()
    for scope in (thread, part):
        expect(photos(scope)).to_have_count(2, timeout=TIMEOUT_MS)
    snap(phone, "answer-with-photo")

    expect(part.get_by_role("button", name="Close case")).to_have_count(0)
    part.get_by_role("textbox", name="Message").fill("Please look in the boot.")
    snap(fleet, "fleet-panel")
    part.get_by_role("button", name="Send").click()
    expect(panel.get_by_text("Please look in the boot.")).to_be_visible(timeout=TIMEOUT_MS)
    assert any("Please look in the boot." in one["msg"] for one in bob.get("me/inbox/")["results"])

    arabic = open_page(phone=True)
    arabic.add_init_script(ARABIC)
    enter_as(arabic, "Cleo")
    arabic.goto(f"/help/{number}")
    expect(arabic.locator("ol img")).to_have_count(2, timeout=TIMEOUT_MS)
    arabic.locator("ol img").last.click()
    expect(arabic.get_by_role("dialog").locator("img")).to_be_visible(timeout=TIMEOUT_MS)
    snap(arabic, "arabic-large")
    arabic.keyboard.press("Escape")
    snap(arabic, "arabic")
    small = open_page(phone=True)
    enter_as(small, "Fay")
    small.goto(f"/cases?show=all&case={number}")
    expect(photos(small.get_by_role("dialog"))).to_have_count(2, timeout=TIMEOUT_MS)
    snap(small, "fleet-phone")
