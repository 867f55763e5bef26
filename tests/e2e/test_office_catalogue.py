"""The office's data for riders: car types, promos, cancellation reasons and notifications."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as, sign_in_as
from tests.e2e.rides import DROP, PICKUP, Person, book, no_other_trips
from tests.pictures import png
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture
def no_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


@pytest.fixture
def exclusive(platform: Platform) -> Iterator[str]:
    """A car type that is restored afterwards."""
    dora = Person(platform, "dora")
    before = next(one for one in dora.get("car-types/all/")["results"] if one["name"] == "Exclusive")
    try:
        yield "Exclusive"
    finally:
        kept = {name: before[name] for name in ("base_fare", "cancel_slabs")}
        dora.patch(f"car-types/{before['id']}/", kept)
        dora.delete(f"car-types/{before['id']}/image/")


def price(rider: Person, car: str) -> Decimal:
    ends = {name: {**at, "add": "Somewhere"} for name, at in (("pickup", PICKUP), ("drop", DROP))}
    options = rider.post("estimates/", ends)["options"]
    return next(Decimal(one["trip_cost"]) for one in options if one["car_type"]["name"] == car)


def press_action(page: Page, row: str, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"Actions for {row}")).click(timeout=TIMEOUT_MS)
    page.get_by_role("menuitem", name=name, exact=True).click()


def test_changed_car_type_shows_its_fare_at_once_and_changes_the_riders_price(
    platform: Platform, open_page: OpenPage, snap: Snap, exclusive: str
) -> None:
    rider = Person(platform, "ada")
    before = price(rider, exclusive)
    admin = open_page()
    sign_in_as(admin, "Dora")
    admin.goto("/cartypes")
    expect(admin.get_by_role("grid", name="Car types")).to_contain_text("Economy", timeout=TIMEOUT_MS)
    snap(admin, "car-types")
    press_action(admin, exclusive, "Edit")
    drawer = admin.get_by_role("dialog", name=f"Car type {exclusive}")
    preview = drawer.get_by_role("region", name="Fare preview")
    expect(preview).to_contain_text("$", timeout=TIMEOUT_MS)
    drawer.get_by_role("textbox", name="Base fare").fill("99.5")
    expect(preview).to_contain_text("$99.50", timeout=TIMEOUT_MS)
    drawer.locator("input[type=file]").set_input_files(
        {"name": "car.png", "mimeType": "image/png", "buffer": png((320, 140))}
    )
    snap(admin, "car-type")
    drawer.get_by_role("tab", name="Cancellation fee tiers").click()
    expect(drawer.get_by_role("textbox", name="Minutes 1")).to_be_visible()
    snap(admin, "slabs")
    drawer.get_by_role("textbox", name="Minutes 1").fill("9999")
    drawer.get_by_role("button", name="Save").click()
    expect(drawer.get_by_text("Each tier must start later than the one before.")).to_be_visible(
        timeout=TIMEOUT_MS
    )
    drawer.get_by_role("textbox", name="Minutes 1").fill("2")
    drawer.get_by_role("button", name="Save").click()
    expect(drawer).to_be_hidden(timeout=TIMEOUT_MS)
    assert price(rider, exclusive) > before + 50
    car = next(one for one in rider.get("car-types/")["results"] if one["name"] == exclusive)
    assert car["image"].endswith(".jpg")
    # Drivers use it: it cannot be deleted.
    press_action(admin, "Economy", "Delete")
    sheet = admin.get_by_role("dialog", name="Delete Economy?")
    sheet.get_by_role("button", name="Delete").click()
    expect(sheet.get_by_role("alert")).to_contain_text("still use this car type", timeout=TIMEOUT_MS)
    snap(admin, "in-use")


def test_promo_is_created_used_and_ended(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    name = f"SAVE{uuid4().hex[:6].upper()}"
    admin = open_page()
    sign_in_as(admin, "Dora")
    admin.goto("/promos")
    admin.get_by_role("button", name="Add promo").first.click(timeout=TIMEOUT_MS)
    drawer = admin.get_by_role("dialog", name="Add promo")
    drawer.get_by_role("textbox", name="Code").fill(name)
    drawer.get_by_role("combobox", name="Type").select_option("percentage")
    drawer.get_by_role("textbox", name="Value").fill("101")
    drawer.get_by_label("Expires").fill("2030-12-31")
    drawer.get_by_role("button", name="Add promo").click()
    expect(drawer.get_by_text("Enter a percentage up to 100.")).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "refused")
    drawer.get_by_role("textbox", name="Value").fill("50")
    drawer.get_by_role("button", name="Add promo").click()
    expect(drawer).to_be_hidden(timeout=TIMEOUT_MS)
    row = admin.get_by_role("row").filter(has_text=name)
    expect(row).to_contain_text("Active", timeout=TIMEOUT_MS)
    snap(admin, "promos")
    rider = Person(platform, "ada")
    check = {"promo_name": name.lower(), "trip_cost": "40"}
    assert Decimal(rider.post("promos/check/", check)["discount"]) == 20
    press_action(admin, name, "Delete")
    sheet = admin.get_by_role("dialog", name=f"Delete {name}?")
    sheet.get_by_role("button", name="Delete").click()
    expect(row).to_be_hidden(timeout=TIMEOUT_MS)
    with pytest.raises(AssertionError, match="promo_not_found"):
        rider.post("promos/check/", check)


@pytest.mark.usefixtures("no_trips")
def test_riders_choose_from_the_reasons_in_the_order_set_by_keyboard(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    label = f"Reason {uuid4().hex[:6]}"
    admin = open_page()
    sign_in_as(admin, "Dora")
    admin.goto("/cancelreasons")
    admin.get_by_role("button", name="Add reason").click(timeout=TIMEOUT_MS)
    sheet = admin.get_by_role("dialog", name="New reason")
    sheet.get_by_role("textbox", name="Reason").fill(label)
    sheet.get_by_role("button", name="Add reason").click()
    table = admin.get_by_role("grid", name="Cancellation reasons")
    expect(table.get_by_role("row").last).to_contain_text(label, timeout=TIMEOUT_MS)
    up = admin.get_by_role("button", name=f"Move {label} up")
    places = table.get_by_role("row").count() - 1
    up.focus()
    for place in range(places - 1, 0, -1):
        expect(up).to_be_focused()
        up.press("Enter")
        expect(admin.get_by_text(f"{label} moved to position {place} of {places}.")).to_be_attached()
    expect(table.get_by_role("row").nth(1)).to_contain_text(label)
    snap(admin, "reasons")
    ada = Person(platform, "ada")
    assert [one["value"] for one in ada.get("cancel-reasons/")["results"]] == list(range(places))

    ben = Person(platform, "ben")
    ben.work_at(**PICKUP)
    booking_id = book(ada)["id"]
    rider = open_page(phone=True)
    sign_in_as(rider, "Ada")
    rider.goto(f"/bookings/{booking_id}")
    rider.get_by_role("button", name="Cancel trip").last.click(timeout=TIMEOUT_MS)
    choice = rider.get_by_role("dialog", name="Cancel this trip?").get_by_role("radio")
    expect(choice.first).to_have_accessible_name(label, timeout=TIMEOUT_MS)
    snap(rider, "rider-chooses")
    ada.post(f"bookings/{booking_id}/cancel/", {"reason": label})
    ben.put("me/availability/", {"active": False})
    admin.get_by_role("button", name=f"Actions for {label}").click()
    admin.get_by_role("menuitem", name=f"Delete {label}").click()
    admin.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(table).not_to_contain_text(label, timeout=TIMEOUT_MS)


def test_notification_is_counted_sent_and_in_the_inbox(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    title = f"Snow {uuid4().hex[:6]}"
    platform.sql("UPDATE notifications_pushdevice SET retired_at = now() WHERE retired_at IS NULL")
    Person(platform, "ada").post("me/devices/", {"kind": "fcm", "platform": "ANDROID", "token": uuid4().hex})
    admin = open_page()
    sign_in_as(admin, "Dora")
    admin.goto("/notifications")
    admin.get_by_role("button", name="New notification").first.click(timeout=TIMEOUT_MS)
    drawer = admin.get_by_role("dialog", name="New notification")
    drawer.get_by_role("combobox", name="Audience").select_option("driver")
    expect(drawer.get_by_text("No matching users.")).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "no-recipients")
    drawer.get_by_role("combobox", name="Audience").select_option("rider")
    expect(drawer.get_by_text("Reaches 1 person · 1 device", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    drawer.get_by_role("textbox", name="Title").fill(title)
    drawer.get_by_role("textbox", name="Text").fill("Roads are slow today.")
    drawer.get_by_role("button", name="Send now").click()
    confirmation = admin.get_by_role("dialog", name="Send this notification?")
    snap(admin, "confirmation")
    confirmation.get_by_role("button", name="Send", exact=True).click()
    row = admin.get_by_role("row").filter(has_text=title)
    expect(row).to_contain_text("1 of 1", timeout=TIMEOUT_MS)
    snap(admin, "sent")
    messages = Person(platform, "ada").get("me/inbox/")["results"]
    assert (messages[0]["title"], messages[0]["msg"]) == (title, "Roads are slow today.")


@pytest.mark.parametrize("path", ["/cartypes", "/promos", "/cancelreasons", "/notifications", "/addbookings"])
def test_pages_work_on_a_phone_and_from_right_to_left(open_page: OpenPage, snap: Snap, path: str) -> None:
    admin = open_page(phone=True)
    enter_as(admin, "Dora")
    admin.evaluate("localStorage.setItem('hansom.language', 'ar')")
    admin.goto(path)
    heading = admin.get_by_role("heading", level=1)
    expect(heading).to_be_visible(timeout=TIMEOUT_MS)
    admin.wait_for_load_state("networkidle")
    snap(admin, "phone")
    width = admin.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0
