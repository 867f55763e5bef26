"""An owner makes a dispatcher, who books and assigns, but sees no money."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import PASSWORD, enter_as, log_in, new_person
from tests.e2e.rides import DROP, PICKUP, STAND, Person, no_other_trips, settings
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield
    platform.sql(
        "UPDATE accounts_user SET staff_role_id = NULL, approved = false WHERE staff_role_id IS NOT NULL"
    )
    platform.sql("DELETE FROM accounts_staffrole WHERE built_in = ''")


def add_role(page: Page, name: str, snap: Snap) -> None:
    page.goto("/staff-roles")
    expect(page.get_by_text("Accountant", exact=True).first).to_be_visible(timeout=TIMEOUT_MS)
    snap(page, "roles")
    page.get_by_role("button", name="Add role").click()
    form = page.get_by_role("dialog", name="Add role")
    form.get_by_role("textbox", name="Name").fill(name)
    for area, level in (
        ("Bookings and dispatch", "Change"),
        ("Riders, drivers and fleet admins", "View"),
        ("Support cases and safety", "Change"),
    ):
        form.get_by_role("group", name=area).get_by_role("radio", name=level).check()
    snap(page, "role-form")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden(timeout=TIMEOUT_MS)
    expect(page.get_by_text(name, exact=True).first).to_be_visible(timeout=TIMEOUT_MS)


def add_admin(page: Page, name: str, email: str, role: str, snap: Snap) -> None:
    page.goto("/alladmin")
    page.get_by_role("button", name="Add admin").first.click(timeout=TIMEOUT_MS)
    form = page.get_by_role("dialog", name="Add admin")
    form.get_by_role("textbox", name="First name").fill(name)
    form.get_by_role("textbox", name="Last name").fill("Lamp")
    form.get_by_role("textbox", name="Email").fill(email)
    form.get_by_label(re.compile("^Password")).fill(PASSWORD)
    form.get_by_role("combobox", name="Role").select_option(role)
    snap(page, "admin-form")
    form.get_by_role("button", name="Add").click()
    expect(form).to_be_hidden(timeout=TIMEOUT_MS)


def test_owner_makes_a_dispatcher_who_books_and_assigns_without_money(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    name, email, _mobile = new_person()
    role = f"Desk {name}"
    owner = open_page()
    enter_as(owner, "Dora")
    add_role(owner, role, snap)
    add_admin(owner, name, email, role, snap)
    owner.goto("/alladmin")
    expect(owner.get_by_text(role, exact=True).first).to_be_visible(timeout=TIMEOUT_MS)
    snap(owner, "admins")

    with settings(platform, auto_dispatch=False):
        ben, cleo = Person(platform, "ben"), Person(platform, "cleo")
        ben.work_at(STAND["latitude"], STAND["longitude"])
        desk = Person(platform, email)
        pickup, drop = (
            {**at, "add": desk.get(f"places/reverse/?lat={at['lat']}&lng={at['lng']}")["description"]}
            for at in (PICKUP, DROP)
        )
        options = desk.post("estimates/", {"pickup": pickup, "drop": drop})["options"]
        quote = next(one["quote_id"] for one in options if one["car_type"]["name"] == "Economy")
        booking = desk.post(
            "bookings/",
            {"quote_id": quote, "payment_mode": "cash", "customer_id": cleo.get("me/")["id"]},
        )
        page = open_page()
        log_in(page, email, PASSWORD)
        page.wait_for_url(re.compile("/dashboard"))
        menu = page.get_by_role("navigation", name=re.compile("office|Back office", re.IGNORECASE))
        expect(menu.get_by_role("link", name="Dispatch board")).to_be_visible(timeout=TIMEOUT_MS)
        for hidden in ("Transactions", "Withdrawals", "Settings", "Audit log", "Staff roles"):
            expect(menu.get_by_role("link", name=hidden)).to_have_count(0)
        expect(page.get_by_text(re.compile("Convenience fees|Earnings"))).to_have_count(0)
        snap(page, "dashboard-of-the-dispatcher")

        page.goto("/desk")
        card = page.get_by_role("option").filter(has_text="Cleo Hartmann")
        expect(card).to_be_visible(timeout=TIMEOUT_MS)
        card.click()
        page.get_by_role("toolbar").get_by_role("button", name=re.compile("^Assign")).click(
            timeout=TIMEOUT_MS
        )
        dialog = page.get_by_role("dialog", name="Assign a driver")
        dialog.get_by_role("listitem").filter(has_text="Ben").get_by_role("button").first.click(
            timeout=TIMEOUT_MS
        )
        expect(dialog).to_be_hidden(timeout=TIMEOUT_MS)
        ben.take(booking["id"])
        snap(page, "assigned")

    page.goto("/withdraws")
    expect(page.get_by_role("heading", name="Your role doesn’t include this page")).to_be_visible(
        timeout=TIMEOUT_MS
    )
    snap(page, "no-access")
    page.goto("/riders")
    expect(page.get_by_text("View only")).to_be_visible(timeout=TIMEOUT_MS)
    expect(page.get_by_role("button", name="Add rider")).to_have_count(0)
    snap(page, "view-only")
    for path in ("withdrawals/", "payments/attempts/", "reports/earnings/", "staff-roles/"):
        with pytest.raises(AssertionError, match="403"):
            desk.get(path)
    with pytest.raises(AssertionError, match="403"):
        desk.post(f"bookings/{booking['id']}/refund/", {"amount": "1", "reason": "Detour"})


def test_role_form_fits_a_phone_and_arabic(open_page: OpenPage, snap: Snap) -> None:
    phone = open_page(phone=True)
    # Chosen on this device: without a choice, a language that another story stored on Dora counts.
    phone.add_init_script("localStorage.setItem('hansom.language', 'ar')")
    enter_as(phone, "Dora")
    phone.goto("/staff-roles")
    phone.get_by_role("button", name="إضافة دور").click(timeout=TIMEOUT_MS)
    form = phone.get_by_role("dialog", name="إضافة دور")
    expect(form.get_by_role("radio").first).to_be_visible(timeout=TIMEOUT_MS)
    snap(phone, "form")
    width = phone.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    form.get_by_role("group").first.get_by_role("radio").nth(1).check()
    assert form.get_by_role("group").first.get_by_role("radio").nth(1).is_checked()
    snap(phone, "form-chosen")
