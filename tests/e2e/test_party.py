"""A party of six with five bags, from the booking form to the car."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from apps.core.platform import CACHE_SECONDS
from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, choose, console_of, no_other_trips, pick
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
SIX = "6 passengers · 5 pieces of luggage"
FAMILY = "3 passengers (2 children) · 1 child seat · No luggage"


@pytest.fixture(autouse=True)
def _alone(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


@pytest.fixture
def minibus(platform: Platform) -> Iterator[None]:
    """Economy as a minibus for eight; the other car types have their four seats."""
    dora = Person(platform, "dora")
    rows = dora.get("car-types/all/")["results"]
    before = next(one for one in rows if one["name"] == "Economy")
    path = f"car-types/{before['id']}/"
    dora.patch(path, {"name": "Minibus", "icon": "mini-van", "seats": 8, "luggage": 6})
    # Other processes price with the earlier capacity until then.
    time.sleep(CACHE_SECONDS + 0.2)
    try:
        yield
    finally:
        dora.patch(path, {name: before[name] for name in ("name", "icon", "seats", "luggage")})
        time.sleep(CACHE_SECONDS + 0.2)


def with_places(rider: Page, pickup: str = "Pickup", drop: str = "Drop-off") -> None:
    choose(rider, pickup, "Newport Bus Station")
    choose(rider, drop, "St Mary's Hospital")


def press(page: Page, name: str, times: int) -> None:
    button = page.get_by_role("button", name=name, exact=True)
    for _ in range(times):
        button.press("Enter")


def assert_fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


@pytest.mark.usefixtures("minibus")
def test_party_of_six_books_a_car_with_room_and_the_driver_sees_it(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    console = console_of(open_page, "Ben")
    rider = open_page(phone=True)
    enter_as(rider, "Ada")
    rider.goto("/")
    with_places(rider)
    line = rider.get_by_role("button", name="Passengers and luggage: 1 passenger · No luggage")
    line.wait_for(timeout=TIMEOUT_MS)
    pick(rider, "Comfort")
    snap(rider, "party-closed")
    line.press("Enter")
    press(rider, "More passengers", 5)
    press(rider, "More luggage", 5)
    comfort = rider.get_by_role("radio", name=re.compile("^Comfort"))
    expect(comfort).to_be_disabled(timeout=TIMEOUT_MS)
    expect(comfort).not_to_be_checked()
    expect(rider.get_by_text("Up to 4 passengers").first).to_be_visible()
    # The car with room is chosen instead.
    expect(rider.get_by_role("radio", name=re.compile("^Minibus"))).to_be_checked(timeout=TIMEOUT_MS)
    assert_fits(rider)
    snap(rider, "party-open")
    press(rider, "More passengers", 5)
    expect(rider.get_by_role("button", name="More passengers")).to_be_focused()
    expect(rider.get_by_text("For a larger party, book more than one car.")).to_be_visible()
    press(rider, "Fewer passengers", 2)
    rider.reload()
    rider.get_by_role("button", name=f"Passengers and luggage: {SIX}").wait_for(timeout=TIMEOUT_MS)
    rider.get_by_role("button", name=re.compile("^Book Minibus")).click(timeout=TIMEOUT_MS)
    sheet = rider.get_by_role("dialog", name="Confirm your trip")
    expect(sheet.get_by_text(SIX)).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "party-confirmation")
    pick(sheet, "Cash")
    sheet.get_by_role("button", name=re.compile("^Confirm for")).click()
    rider.wait_for_url(re.compile(r"/bookings/\d+"), timeout=TIMEOUT_MS)
    booking_id = int(rider.url.rsplit("/", 1)[1])
    expect(rider.get_by_text(SIX)).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "party-rider")

    expect(console.get_by_role("article")).to_contain_text(SIX, timeout=TIMEOUT_MS)
    snap(console, "party-offer")
    ben.take(booking_id)
    expect(console.get_by_role("heading", level=1)).to_be_visible(timeout=TIMEOUT_MS)
    expect(console.get_by_text(SIX)).to_be_visible(timeout=TIMEOUT_MS)
    snap(console, "party-trip")


def test_driver_and_desk_see_the_children_and_their_seats(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    console = console_of(open_page, "Ben")
    rider = open_page(phone=True)
    enter_as(rider, "Ada")
    rider.goto("/")
    with_places(rider)
    pick(rider, "Economy")
    rider.get_by_role("button", name=re.compile("^Passengers and luggage")).press("Enter")
    press(rider, "More passengers", 2)
    press(rider, "More children", 2)
    press(rider, "More child seats", 1)
    assert_fits(rider)
    rider.wait_for_timeout(1500)
    snap(rider, "children-form")
    rider.get_by_role("button", name=re.compile("^Book Economy")).click(timeout=TIMEOUT_MS)
    sheet = rider.get_by_role("dialog", name="Confirm your trip")
    expect(sheet.get_by_text(FAMILY)).to_be_visible(timeout=TIMEOUT_MS)
    pick(sheet, "Cash")
    sheet.get_by_role("button", name=re.compile("^Confirm for")).click()
    rider.wait_for_url(re.compile(r"/bookings/\d+"), timeout=TIMEOUT_MS)
    booking_id = int(rider.url.rsplit("/", 1)[1])
    expect(console.get_by_role("article")).to_contain_text(FAMILY, timeout=TIMEOUT_MS)
    snap(console, "children-offer")
    booking = Person(platform, "ada").get(f"bookings/{booking_id}/")
    assert (booking["passengers"], booking["children"], booking["child_seats"]) == (3, 2, 1)
    office = open_page()
    enter_as(office, "Dora")
    office.goto("/desk")
    card = office.get_by_role("option").filter(has_text=booking["reference"])
    expect(card).to_contain_text(FAMILY, timeout=TIMEOUT_MS)
    snap(office, "children-board")


@pytest.mark.usefixtures("minibus")
def test_staff_book_and_edit_a_party(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    office = open_page()
    enter_as(office, "Dora")
    office.goto("/addbookings")
    rider = office.get_by_role("combobox", name="Rider")
    rider.fill("Ada")
    office.get_by_role("option", name=re.compile("Ada")).first.click(timeout=TIMEOUT_MS)
    with_places(office)
    office.get_by_role("button", name=re.compile("^Passengers and luggage")).click()
    press(office, "More passengers", 5)
    press(office, "More luggage", 5)
    expect(office.get_by_role("radio", name=re.compile("^Exclusive"))).to_be_disabled(timeout=TIMEOUT_MS)
    snap(office, "party-office")
    office.get_by_role("button", name=re.compile("^Book Minibus")).click(timeout=TIMEOUT_MS)
    sheet = office.get_by_role("dialog", name="Confirm")
    expect(sheet.get_by_text(SIX)).to_be_visible(timeout=TIMEOUT_MS)
    sheet.get_by_role("button", name=re.compile("^Confirm for")).click()
    expect(office.get_by_role("dialog").get_by_role("link").first).to_be_visible(timeout=TIMEOUT_MS)
    dora = Person(platform, "dora")
    booking = dora.get("bookings/?page_size=1")["results"][0]
    assert (booking["passengers"], booking["luggage"]) == (6, 5)

    office.goto("/desk")
    card = office.get_by_role("option").filter(has_text=booking["reference"])
    expect(card).to_contain_text(SIX, timeout=TIMEOUT_MS)
    snap(office, "party-board")
    office.goto(f"/bookings/{booking['id']}")
    expect(office.get_by_text(SIX).first).to_be_visible(timeout=TIMEOUT_MS)
    office.get_by_role("button", name="Edit booking").click()
    panel = office.get_by_role("dialog")
    panel.get_by_role("button", name="More passengers").press("Enter")
    save = panel.get_by_role("button", name=re.compile("^Save"))
    expect(save).to_contain_text("Save for", timeout=TIMEOUT_MS)
    snap(office, "party-edit")
    save.click()
    expect(office.get_by_text("7 passengers · 5 pieces of luggage").first).to_be_visible(timeout=TIMEOUT_MS)


@pytest.mark.usefixtures("minibus")
def test_party_reads_well_in_arabic(open_page: OpenPage, snap: Snap) -> None:
    rider = open_page(phone=True)
    rider.add_init_script("localStorage.setItem('hansom.language', 'ar')")
    rider.goto("/")
    boxes = rider.locator("input[role=combobox]")
    for box, place in ((boxes.nth(0), "Newport Bus Station"), (boxes.nth(1), "St Mary's Hospital")):
        box.fill(place)
        rider.get_by_role("option", name=re.compile(place)).first.click(timeout=TIMEOUT_MS)
    rider.get_by_role("button", name=re.compile("^الركاب والأمتعة")).click(timeout=TIMEOUT_MS)
    press(rider, "زيادة عدد الركاب", 5)
    press(rider, "زيادة الأمتعة", 2)
    expect(rider.get_by_text("4 ركاب كحد أقصى").first).to_be_visible(timeout=TIMEOUT_MS)
    assert_fits(rider)
    snap(rider, "party-arabic")
