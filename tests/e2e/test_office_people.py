"""The office's users: added, edited, approved, imported, deleted; by admins and fleet admins."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as, new_person, sign_in_as
from tests.pictures import jpeg
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


def is_kept(response: Response) -> bool:
    return response.request.method == "PATCH" and response.ok


def form(page: Page) -> Locator:
    return page.get_by_role("dialog")


def add(page: Page, button: str, *, role: str = "", **fields: str) -> None:
    page.get_by_role("button", name=button).first.click()
    for name, value in fields.items():
        form(page).get_by_label(name.replace("_", " "), exact=False).first.fill(value)
    if role:
        form(page).get_by_role("combobox", name="Role").select_option(role)
    form(page).get_by_role("button", name="Add", exact=True).click()


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has_text=name)


def find(page: Page, name: str) -> None:
    page.get_by_role("searchbox", name="Search").fill(name)


def change(page: Page, cell: str, value: str) -> None:
    """Edit a cell in place: its pencil, the value, Enter."""
    page.get_by_role("button", name=re.compile(f"^Edit {cell}")).first.click(force=True)
    field = page.get_by_role("textbox", name=re.compile(f"^Edit {cell}"))
    field.fill(value)
    field.press("Enter")


def test_admin_adds_edits_approves_imports_and_deletes_riders(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    name, email, mobile = new_person()
    page = open_page()
    sign_in_as(page, "Dora")
    page.goto("/riders")
    add(page, "Add rider", First_name=name, Last_name="Marlowe", Email="ada@hansom.example", Phone=mobile)
    expect(form(page).get_by_role("alert")).to_contain_text("An account with this email", timeout=TIMEOUT_MS)
    snap(page, "user-exists")
    form(page).get_by_label("Email").fill("nothing")
    form(page).get_by_role("button", name="Add", exact=True).click()
    expect(form(page).get_by_role("alert")).to_contain_text("Enter a valid email", timeout=TIMEOUT_MS)
    form(page).get_by_label("Email").fill(email)
    form(page).get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text(f"{name} Marlowe added")).to_be_visible(timeout=TIMEOUT_MS)
    find(page, name)
    # The header and the row searched for: the list has finished loading.
    expect(page.get_by_role("row")).to_have_count(2, timeout=TIMEOUT_MS)
    expect(row(page, name)).to_contain_text(email)

    with page.expect_response(is_kept, timeout=TIMEOUT_MS):
        change(page, "Last name", "Ashby")
    expect(row(page, name)).to_contain_text("Ashby")
    approved = page.get_by_role("checkbox", name=f"Edit Approved: {name} Ashby")
    approved.click()
    confirmation = page.get_by_role("dialog", name=f"Revoke approval of {name} Ashby?")
    expect(confirmation).to_contain_text("logged out on all devices")
    with page.expect_response(is_kept, timeout=TIMEOUT_MS):
        confirmation.get_by_role("button", name="Revoke approval").click()
    expect(approved).not_to_be_checked()
    snap(page, "riders")
    page.get_by_role("gridcell", name=re.compile(f"^{name}")).first.click()
    expect(page.get_by_text("Not approved")).to_be_visible(timeout=TIMEOUT_MS)
    page.get_by_role("button", name="Approve", exact=True).click()
    confirmation = page.get_by_role("dialog", name=f"Approve {name} Ashby?")
    confirmation.get_by_role("button", name="Approve", exact=True).click()
    expect(page.get_by_role("button", name="Revoke approval")).to_be_visible(timeout=TIMEOUT_MS)
    snap(page, "person")
    page.get_by_role("tab", name="Audit log").click()
    expect(page.get_by_role("row").filter(has_text="Dora Whitfield")).to_have_count(4, timeout=TIMEOUT_MS)

    page.get_by_role("button", name="Delete", exact=True).click()
    expect(form(page)).to_contain_text("Trips and payments are kept")
    form(page).get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url("**/riders")
    find(page, name)
    expect(page.get_by_text("No results")).to_be_visible(timeout=TIMEOUT_MS)

    first, second = new_person(), new_person()
    page.get_by_role("button", name="Import").click()
    form(page).get_by_role("textbox").fill(
        "firstName,lastName,email,mobile\n"
        f"{first[0]},Lee,{first[1]},{first[2]}\n"
        f"{second[0]},Lee,nothing,{second[2]}\n"
    )
    form(page).get_by_role("button", name="Preview").click()
    expect(form(page)).to_contain_text("1 row with errors", timeout=TIMEOUT_MS)
    expect(form(page)).to_contain_text("Enter a valid email")
    snap(page, "import")
    form(page).get_by_role("button", name="Add 1 person").click()
    expect(page.get_by_text("1 person added · 1 row skipped")).to_be_visible(timeout=TIMEOUT_MS)
    find(page, first[0])
    expect(row(page, first[0])).to_contain_text(first[1], timeout=TIMEOUT_MS)


def test_admin_manages_drivers_their_documents_fleet_admins_and_admins(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    page = open_page()
    enter_as(page, "Dora")
    for path, button in (("/fleetadmins", "Add fleet admin"), ("/alladmin", "Add admin")):
        name, email, _mobile = new_person()
        page.goto(path)
        role = "Inspector" if path == "/alladmin" else ""
        add(page, button, role=role, First_name=name, Last_name="Lee", Email=email)
        expect(page.get_by_text(f"{name} Lee added")).to_be_visible(timeout=TIMEOUT_MS)
        find(page, name)
        expect(row(page, name)).to_contain_text(email, timeout=TIMEOUT_MS)
        # Until the search arrives, the list still shows everyone, and then closes an open menu.
        expect(page.locator("tbody tr")).to_have_count(1, timeout=TIMEOUT_MS)
        snap(page, path.strip("/"))
        page.get_by_role("button", name=re.compile(f"Actions for {name}")).click()
        page.get_by_role("menuitem", name="Delete").click()
        form(page).get_by_role("button", name="Delete", exact=True).click()
        expect(page.get_by_text(f"{name} Lee deleted")).to_be_visible(timeout=TIMEOUT_MS)

    name, email, mobile = new_person()
    page.goto("/drivers")
    add(page, "Add driver", First_name=name, Last_name="Lee", Email=email, Phone=mobile, Make="Skoda")
    expect(page.get_by_text(f"{name} Lee added")).to_be_visible(timeout=TIMEOUT_MS)
    snap(page, "drivers")
    find(page, name)
    expect(page).to_have_url(re.compile(f"q={name}"), timeout=TIMEOUT_MS)
    page.get_by_role("gridcell", name=re.compile(f"^{name}")).first.click(position={"x": 6, "y": 6})
    page.get_by_role("tab", name="Documents").click()
    page.get_by_role("button", name="Add document").click()
    with page.expect_file_chooser() as chooser:
        form(page).get_by_role("button", name="Choose photo").click()
    chooser.value.set_files({"name": "p.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})
    form(page).get_by_label("Number").fill("P-77")
    form(page).get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Pending review")).to_be_visible(timeout=TIMEOUT_MS)
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("Accepted")).to_be_visible(timeout=TIMEOUT_MS)
    page.get_by_role("button", name="View Insurance").click()
    page.get_by_role("button", name="Zoom in").click()
    expect(page.get_by_role("img", name="Photo of the document")).to_be_visible(timeout=TIMEOUT_MS)
    snap(page, "document")


def test_fleet_admin_adds_and_edits_their_own_drivers_and_sees_no_others(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben = platform.sql("SELECT id FROM accounts_user WHERE email = 'ben@hansom.example'")
    name, email, mobile = new_person()
    page = open_page(phone=True)
    sign_in_as(page, "Fay")
    page.goto("/drivers")
    expect(row(page, "Mensah").first).to_be_visible(timeout=TIMEOUT_MS)
    expect(row(page, "Carisbrooke")).to_have_count(0)
    add(page, "Add driver", First_name=name, Last_name="Lee", Email=email, Phone=mobile)
    expect(page.get_by_text(f"{name} Lee added")).to_be_visible(timeout=TIMEOUT_MS)
    find(page, name)
    expect(row(page, name)).to_be_visible(timeout=TIMEOUT_MS)
    owner = (
        "SELECT f.first_name FROM accounts_driverprofile d JOIN accounts_user f ON f.id = d.fleet_admin_id "
        f"JOIN accounts_user u ON u.id = d.user_id WHERE u.email = '{email}'"
    )
    assert platform.sql(owner).strip() == "Fay"
    snap(page, "drivers")
    page.get_by_role("gridcell", name=re.compile(f"^{name}")).first.click()
    page.get_by_role("button", name="Edit", exact=True).click()
    form(page).get_by_label("Vehicle number").fill("IW 77")
    form(page).get_by_role("button", name="Save").click()
    expect(page.get_by_role("main")).to_contain_text("IW 77", timeout=TIMEOUT_MS)
    snap(page, "driver")
    page.goto(f"/people/{re.sub('[^0-9]', '', str(ben))}")
    expect(page.get_by_role("heading", name="No users available.")).to_be_visible(timeout=TIMEOUT_MS)


def test_drivers_table_and_menu_fit_a_laptops_screen(open_page: OpenPage, snap: Snap) -> None:
    """At 1,440 by 900: plate, car type, online and busy without sideways scrolling, the menu without any."""
    admin = open_page(viewport={"width": 1440, "height": 900})
    enter_as(admin, "Dora")
    admin.wait_for_url("**/dashboard")
    admin.goto("/drivers")
    for head in ("Vehicle number", "Car type", "Active", "Busy"):
        column = admin.get_by_role("columnheader", name=head)
        expect(column).to_be_in_viewport(ratio=1, timeout=TIMEOUT_MS)
    scrolled = "part => [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight]"
    assert admin.locator("html").evaluate(scrolled)[0] <= 0
    menu = admin.get_by_role("navigation", name="Back office")
    menu.get_by_role("button", name="Platform", exact=True).click()
    expect(menu.get_by_role("link", name="Audit log")).to_be_in_viewport(ratio=1)
    assert menu.evaluate(scrolled) == [0, 0]
    admin.get_by_role("button", name="Columns", exact=True).click()
    admin.get_by_label("Compact rows").check()
    heights = "rows => rows.map(row => row.getBoundingClientRect().height)"
    assert {round(height) for height in admin.locator("tbody tr").evaluate_all(heights)} == {48}
    snap(admin, "drivers")
