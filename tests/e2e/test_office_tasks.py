"""Payouts, a list's tools, a fleet admin's bookings and profile, and every screen in demo mode."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from secrets import randbelow
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import Person, settings
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
DEMONSTRATION = "This isn’t available in demo mode. No changes were made."


def office(open_page: OpenPage, name: str = "Dora", *, phone: bool = False) -> Page:
    page = open_page(phone=phone, accept_downloads=True)
    enter_as(page, name)
    return page


def press_action(page: Page, row: str, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"Actions for {row}")).first.click(timeout=TIMEOUT_MS)
    page.get_by_role("menuitem", name=name, exact=True).click()


def heading(page: Page, path: str, name: str) -> Locator:
    page.goto(path)
    found = page.get_by_role("heading", name=name, level=1)
    expect(found).to_be_visible(timeout=TIMEOUT_MS)
    return found


def some_amount() -> Decimal:
    """Return an amount that identifies a withdrawal among those of other stories."""
    return Decimal(randbelow(9_000) + 1_001) / 100


@contextmanager
def requested_withdrawal(ben: Person, amount: Decimal) -> Iterator[None]:
    """Ben requests it; an undecided request is rejected in the end."""
    dora = Person(ben.platform, "dora")
    ben_id = ben.get("me/")["id"]
    dora.post(f"users/{ben_id}/wallet/credit/", {"amount": str(amount)})
    ben.post("me/wallet/withdrawals/", {"amount": str(amount)})
    try:
        yield
    finally:
        for one in dora.get("withdrawals/?state=requested&search=ben&page_size=100")["results"]:
            if Decimal(one["amount"]) == amount:
                dora.post(f"withdrawals/{one['id']}/reject/", {"reason": "The story is over."})


def test_admin_credits_a_wallet_and_pays_out_a_withdrawal(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben = Person(platform, "ben")
    before = Decimal(ben.get("me/wallet/")["balance"])
    admin = office(open_page)
    heading(admin, "/addtowallet", "Add to wallet")
    give = admin.get_by_role("main").get_by_role("button", name=re.compile("^Add"))
    give.click()
    expect(admin.get_by_role("alert")).to_have_text("Choose a person and an amount above zero.")
    admin.get_by_role("combobox", name="User").fill("ben@hansom")
    admin.get_by_role("option", name=re.compile("Ben Carisbrooke")).click(timeout=TIMEOUT_MS)
    admin.get_by_role("textbox", name="Amount").fill("40")
    admin.get_by_role("textbox", name="Note").fill("Sorry for the wait")
    give.click()
    admin.get_by_role("dialog").get_by_role("button", name=re.compile("^Add")).click()
    expect(admin.get_by_text("Amount added to the wallet", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    assert Decimal(ben.get("me/wallet/")["balance"]) == before + 40
    snap(admin, "given")

    amount = some_amount()
    before += 40
    with requested_withdrawal(ben, amount):
        heading(admin, "/withdraws", "Withdrawals")
        row = admin.get_by_role("row").filter(has_text=f"${amount}")
        expect(row).to_contain_text("Ben Carisbrooke", timeout=TIMEOUT_MS)
        row.get_by_role("button", name=re.compile("^Process")).click()
        admin.get_by_role("dialog").get_by_role("button", name="Process", exact=True).click()
        expect(admin.get_by_text("Marked as processed", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
        heading(admin, "/withdraws?show=processed", "Withdrawals")
        expect(row.first).to_contain_text("Processed", timeout=TIMEOUT_MS)
        expect(row.first.get_by_role("button", name=re.compile("^Process"))).to_be_disabled()
        # Credited for it, and paid out again.
        assert Decimal(ben.get("me/wallet/")["balance"]) == before
    heading(admin, "/withdraws?q=nobodyofthisname", "Withdrawals")
    expect(admin.get_by_text("No WITHDRAWS available.", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "none")


def test_list_is_sorted_filtered_saved_navigated_by_keyboard_and_exported(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    admin = office(open_page)
    heading(admin, "/riders", "Riders")
    grid = admin.get_by_role("grid", name="Riders")
    names = [
        person["first_name"]
        for person in Person(platform, "dora").get("riders/?ordering=first_name&approved=true")["results"]
    ]
    grid.get_by_role("button", name="First name", exact=True).click(timeout=TIMEOUT_MS)
    expect(admin).to_have_url(re.compile("sort=first_name$"))
    admin.get_by_role("combobox", name="Any approval").select_option("true")
    expect(admin).to_have_url(re.compile("approved=true"))
    expect(grid.locator("tbody [data-col=first_name]").first).to_contain_text(names[0], timeout=TIMEOUT_MS)
    admin.get_by_role("button", name="Columns").click()
    admin.get_by_role("checkbox", name="Balance").click()
    admin.keyboard.press("Escape")
    expect(grid.get_by_role("columnheader", name="Balance")).to_have_count(0)
    view = f"View {uuid4().hex[:6]}"
    admin.get_by_role("button", name="Views").click()
    admin.get_by_role("textbox", name="View name").fill(view)
    admin.keyboard.press("Enter")
    expect(admin.get_by_role("button", name=view, exact=True)).to_be_visible(timeout=TIMEOUT_MS)

    # Another page, another day: all columns, default order.
    other = office(open_page)
    heading(other, "/riders", "Riders")
    expect(grid_of(other).get_by_role("columnheader", name="Balance")).to_have_count(1, timeout=TIMEOUT_MS)
    other.get_by_role("button", name="Views").click()
    other.get_by_role("button", name=view, exact=True).click(timeout=TIMEOUT_MS)
    expect(grid_of(other).get_by_role("columnheader", name="Balance")).to_have_count(0)
    expect(other).to_have_url(re.compile("approved=true"))
    snap(other, "view")

    other.get_by_role("button", name="Export").click()
    dialog = other.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile("CSV")).press(" ")
    with other.expect_download(timeout=TIMEOUT_MS) as kept:
        dialog.get_by_role("button", name="Export", exact=True).click()
    expect(dialog.get_by_role("status")).to_contain_text(re.compile(r"\d"), timeout=TIMEOUT_MS)
    lines = list(csv.reader(io.StringIO(kept.value.path().read_text(encoding="utf-8-sig"))))
    assert lines[1][lines[0].index("First name")] == names[0]
    other.keyboard.press("Escape")

    first = grid_of(other).locator("[data-cell='0:0']")
    first.focus()
    other.keyboard.press("ArrowDown")
    expect(grid_of(other).locator("[data-cell='1:0']")).to_be_focused()
    other.keyboard.press("ArrowUp")
    other.keyboard.press("Enter")
    other.wait_for_url(re.compile(r"/people/\d+$"))

    other.route("**/api/v1/riders/*", lambda route: route.abort())
    heading(other, "/riders", "Riders")
    failure = other.get_by_role("alert").filter(has_text=re.compile("again|connection", re.IGNORECASE))
    expect(failure.first).to_be_visible(timeout=TIMEOUT_MS)
    other.unroute("**/api/v1/riders/*")
    failure.get_by_role("button", name="Try again").click()
    expect(grid_of(other)).to_be_visible(timeout=TIMEOUT_MS)


def is_kept(response: Response) -> bool:
    return response.request.method == "PATCH" and response.ok


def grid_of(page: Page) -> Locator:
    return page.get_by_role("grid", name="Riders")


def test_fleet_admin_has_the_fleets_bookings_and_a_profile(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    fay = Person(platform, "fay")
    fleet = office(open_page, "Fay")
    rail = fleet.get_by_role("navigation", name="Back office")
    box = fleet.get_by_role("complementary").bounding_box()
    assert box
    assert box["width"] == 240
    entries = [
        *("Dashboard", "Dispatch board", "Bookings", "Cases", "Drivers", "Documents", "Vehicles"),
        *("Driver earnings", "Profile"),
    ]
    assert sorted(rail.get_by_role("link").all_inner_texts()) == sorted(entries)
    fleet.goto("/bookings")
    own = {booking["reference"] for booking in fay.get("bookings/?page_size=100")["results"]}
    every = {
        booking["reference"] for booking in Person(platform, "dora").get("bookings/?page_size=100")["results"]
    }
    expect(fleet.get_by_role("heading", level=1)).to_be_visible(timeout=TIMEOUT_MS)
    fleet.wait_for_load_state("networkidle")
    shown = fleet.get_by_role("main").inner_text()
    assert [reference for reference in every - own if reference in shown] == []
    snap(fleet, "bookings")
    names = {name: Person(platform, name.lower()) for name in ("Fay", "Dora")}
    for page, name in ((fleet, "Fay"), (office(open_page), "Dora")):
        page.goto("/profile")
        field = page.get_by_role("textbox", name="First name")
        expect(field).to_have_value(name, timeout=TIMEOUT_MS)
        try:
            for value in (f"{name}y", name):
                field.fill(value)
                with page.expect_response(is_kept):
                    page.get_by_role("button", name="Save", exact=True).first.click()
                expect(page.get_by_text("Profile updated.").first).to_be_visible(timeout=TIMEOUT_MS)
                assert names[name].get("me/")["first_name"] == value
        finally:
            names[name].patch("me/", {"first_name": name})
    snap(fleet, "profile")


@contextmanager
def promo(platform: Platform) -> Iterator[str]:
    name = f"DEMO{uuid4().hex[:6].upper()}"
    try:
        yield name
    finally:
        platform.sql(f"DELETE FROM fares_promo WHERE promo_name = '{name}'")


def test_every_screen_hides_and_refuses_as_documented_in_demo_mode(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben = Person(platform, "ben")
    amount = some_amount()
    with (
        requested_withdrawal(ben, amount),
        settings(platform, allow_critical_edits_admin=False),
        promo(platform) as name,
    ):
        admin = office(open_page)
        # Emails and mobile numbers.
        for path, title, word in (
            ("/riders", "Riders", "Hidden"),
            ("/drivers", "Drivers", "Hidden"),
            ("/fleetadmins", "Fleet admins", "Hidden"),
            ("/alladmin", "Admins", "Hidden for Demo"),
        ):
            heading(admin, path, title)
            expect(admin.get_by_role("gridcell", name=word, exact=True).first).to_be_visible(
                timeout=TIMEOUT_MS
            )
            assert "@hansom.example" not in admin.get_by_role("grid").inner_text()
            exports = admin.get_by_role("main").get_by_role("button", name="Export")
            expect(exports).to_have_count(0 if path == "/alladmin" else 1)
        snap(admin, "admins")
        heading(admin, "/addtowallet", "Add to wallet")
        admin.get_by_role("combobox", name="User").fill("Ben")
        expect(admin.get_by_role("option", name=re.compile("Ben.*Hidden · Hidden")).first).to_be_visible(
            timeout=TIMEOUT_MS
        )
        # Controls that are not offered.
        for path, title in (("/settings", "Settings"), ("/appinfo", "Application info")):
            heading(admin, path, title)
            expect(
                admin.get_by_role("textbox", name="App name")
                .or_(admin.get_by_role("textbox", name="Currency symbol"))
                .first
            ).to_be_disabled(timeout=TIMEOUT_MS)
        heading(admin, "/cancelreasons", "Cancellation reasons")
        expect(admin.get_by_role("grid")).to_be_visible(timeout=TIMEOUT_MS)
        expect(admin.get_by_role("button", name=re.compile("^(Add|Delete|Edit|Move)"))).to_have_count(0)
        # A promo can be added, but neither changed nor deleted.
        heading(admin, "/promos", "Promo codes")
        admin.get_by_role("button", name="Add promo").first.click(timeout=TIMEOUT_MS)
        drawer = admin.get_by_role("dialog", name="Add promo")
        drawer.get_by_role("textbox", name="Code").fill(name)
        drawer.get_by_role("textbox", name="Value").fill("5")
        drawer.get_by_label("Expires").fill("2030-12-31")
        drawer.get_by_role("button", name="Add promo").click()
        expect(drawer).to_be_hidden(timeout=TIMEOUT_MS)
        refused(admin, name)
        assert platform.sql(f"SELECT count(*) FROM fares_promo WHERE promo_name = '{name}'").strip() == "1"
        # Every other refusal shows a message.
        heading(admin, "/cartypes", "Car types")
        refused(admin, "Exclusive")
        heading(admin, "/languagesetting", "Languages")
        press_action(admin, "Deutsch", "Make default")
        expect(admin.get_by_text(DEMONSTRATION).first).to_be_visible(timeout=TIMEOUT_MS)
        heading(admin, "/withdraws", "Withdrawals")
        row = admin.get_by_role("row").filter(has_text=f"${amount}")
        row.get_by_role("button", name=re.compile("^Process")).click(timeout=TIMEOUT_MS)
        sheet = admin.get_by_role("dialog")
        sheet.get_by_role("button", name="Process", exact=True).click()
        expect(sheet.get_by_role("alert")).to_contain_text(DEMONSTRATION, timeout=TIMEOUT_MS)
        snap(admin, "withdraw")
        fleet = office(open_page, "Fay")
        heading(fleet, "/drivers", "Drivers")
        expect(fleet.get_by_role("gridcell", name="Hidden", exact=True).first).to_be_visible(
            timeout=TIMEOUT_MS
        )
        refused(fleet, "Bob")


def refused(page: Page, row: str) -> None:
    """Try to delete the row, which stays."""
    press_action(page, row, "Delete")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Delete", exact=True).click()
    expect(sheet.get_by_role("alert")).to_contain_text(DEMONSTRATION, timeout=TIMEOUT_MS)
    page.keyboard.press("Escape")
    expect(page.get_by_role("row").filter(has_text=row).first).to_be_visible()


def test_editor_of_a_languages_json_is_as_wide_as_documented(open_page: OpenPage) -> None:
    admin = office(open_page)
    heading(admin, "/languagesetting", "Languages")
    press_action(admin, "Deutsch", "Edit JSON")
    dialog = admin.get_by_role("dialog")
    expect(dialog.get_by_label("Keys and texts")).to_be_visible(timeout=TIMEOUT_MS)
    admin.wait_for_timeout(400)
    box = dialog.bounding_box()
    assert box
    assert box["width"] == 850
