"""The dashboard and the reports, as admin and as fleet admin.

A car that moves, an alert that leads to its booking, a number and the trips behind it.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import DROP, STAND, Person, book, no_other_trips
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def paid(platform: Platform, driver_name: str) -> dict[str, Any]:
    """A trip of that driver, just paid in cash."""
    ada, driver = Person(platform, "ada"), Person(platform, driver_name)
    driver.work_at(STAND["latitude"], STAND["longitude"])
    booking_id = int(book(ada)["id"])
    driver.take(booking_id)
    for move in ("arrive", "start"):
        driver.post(f"bookings/{booking_id}/{move}/")
    driver.report_position(DROP["lat"], DROP["lng"])
    driver.post(f"bookings/{booking_id}/reach/")
    driver.post(f"bookings/{booking_id}/collect-cash/")
    found: dict[str, Any] = Person(platform, "dora").get(f"bookings/{booking_id}/")
    return found


def picture(page: Page) -> str:
    """Return the drawing of the cars."""
    drawn: str = page.locator("canvas.leaflet-zoom-animated").last.evaluate("canvas => canvas.toDataURL()")
    return drawn


def office(open_page: OpenPage, name: str, **options: Any) -> Page:
    page = open_page(permissions=["geolocation"], geolocation=STAND, accept_downloads=True, **options)
    enter_as(page, name)
    page.wait_for_url("**/dashboard")
    return page


def test_admin_sees_a_driver_move_and_an_alert_links_to_its_booking(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben = Person(platform, "ben")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    admin = office(open_page, "Dora")
    drivers = admin.get_by_role("region", name="Drivers on the map")
    drivers.get_by_role("button", name=re.compile("HW19 BEN")).click(timeout=TIMEOUT_MS)
    expect(admin.get_by_role("status").filter(has_text="HW19 BEN")).to_be_visible(timeout=TIMEOUT_MS)
    admin.wait_for_timeout(1500)
    snap(admin, "driver")
    before = picture(admin)
    ben.report_position(STAND["latitude"] + 0.003, STAND["longitude"] + 0.004)
    for _ in range(60):
        if picture(admin) != before:
            break
        admin.wait_for_timeout(250)
    assert picture(admin) != before
    expect(admin.get_by_text("Free", exact=False).first).to_be_visible()

    booking = book(Person(platform, "ada"))
    platform.sql(
        f"UPDATE bookings_booking SET trip_date = now() - interval '7 minutes' WHERE id = {booking['id']}"
    )
    admin.reload()
    alerts = admin.get_by_role("region", name="Alerts")
    case = alerts.get_by_role("link", name=re.compile(rf"{booking['reference']} "))
    expect(case).to_be_visible(timeout=TIMEOUT_MS)
    admin.wait_for_timeout(800)
    snap(admin, "alert")
    case.click()
    admin.wait_for_url(re.compile(rf"/bookings/{booking['id']}$"))
    expect(admin.get_by_text(booking["reference"]).first).to_be_visible(timeout=TIMEOUT_MS)
    # On every page: the count in the header and the tab, and the link to assigning a driver.
    expect(admin).to_have_title(re.compile(r"^\(\d+\+?\) "))
    admin.goto("/settings")
    admin.get_by_role("button", name=re.compile(r"^Urgent alerts: \d")).click()
    listed = admin.get_by_role("dialog", name="Alerts")
    admin.wait_for_timeout(500)
    snap(admin, "alerts")
    listed.get_by_role("link", name=f"Search again: {booking['reference']}").click()
    admin.wait_for_url(re.compile(rf"/bookings/{booking['id']}$"))
    expect(admin.get_by_role("checkbox", name="Expand search")).to_be_visible(timeout=TIMEOUT_MS)


def test_admin_opens_a_trip_behind_a_reports_number_and_exports_the_report(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    dora = Person(platform, "dora")
    trip = paid(platform, "ben")
    row = dora.get("reports/earnings/")["results"][0]
    admin = office(open_page, "Dora")
    earned = admin.locator("dt", has_text="Fees today").locator("xpath=following-sibling::dd[1]")
    today = Decimal(dora.get("dashboard/")["earnings"]["today"])
    expect(earned).to_have_text(f"${today:,.2f}", timeout=TIMEOUT_MS)
    admin.get_by_role("slider", name="Convenience fees").focus()
    admin.wait_for_timeout(500)
    snap(admin, "chart")

    admin.goto("/earningreports")
    number = admin.get_by_role("link", name=re.compile(r"^Gross earnings, (?!Total)")).first
    expect(number).to_have_text(f"${Decimal(row['gross']):,.2f}", timeout=TIMEOUT_MS)
    snap(admin, "earnings")
    admin.get_by_role("button", name="Export").click()
    dialog = admin.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile("CSV")).press(" ")
    with admin.expect_download(timeout=TIMEOUT_MS) as kept:
        dialog.get_by_role("button", name="Export", exact=True).click()
    lines = list(csv.reader(io.StringIO(kept.value.path().read_text(encoding="utf-8-sig"))))
    assert lines[0][:3] == ["Year", "Month", "Rides"]
    assert lines[1][lines[0].index("Gross earnings")] == f"{Decimal(row['gross']):.2f}"
    admin.keyboard.press("Escape")

    number.click()
    admin.wait_for_url(re.compile(r"/bookings\?settled_from=\d{4}-\d\d-01&settled_to="))
    expect(admin.get_by_text(trip["reference"]).first).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "behind-it")

    admin.goto("/driverearning?group=day")
    expect(admin.get_by_role("button", name="Ben").first).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "drivers")
    admin.goto("/earningreports?from=2001-01-01&to=2001-02-01")
    expect(admin.get_by_text("No data available.")).to_be_visible(timeout=TIMEOUT_MS)


def test_fleet_admin_sees_only_their_own_drivers(platform: Platform, open_page: OpenPage, snap: Snap) -> None:
    trip = paid(platform, "bob")
    Person(platform, "ben").work_at(STAND["latitude"], STAND["longitude"])
    fleet = office(open_page, "Fay", phone=True)
    drivers = fleet.get_by_role("region", name="Drivers on the map")
    expect(drivers.get_by_role("button", name=re.compile(trip["driver"]["name"]))).to_be_visible(
        timeout=TIMEOUT_MS
    )
    expect(drivers.get_by_role("button", name=re.compile("HW19 BEN"))).to_have_count(0)
    snap(fleet, "dashboard")
    fleet.goto("/driverearning")
    number = fleet.get_by_role("link", name=re.compile(f"^Driver share, .*{trip['driver']['name']}")).first
    rows = Person(platform, "fay").get("reports/driver-earnings/")["results"]
    share = next(row["driver_share"] for row in rows if row["driver"]["id"] == trip["driver"]["id"])
    expect(number).to_have_text(f"${Decimal(share):,.2f}", timeout=TIMEOUT_MS)
    expect(fleet.get_by_role("button", name="Ben")).to_have_count(0)
    snap(fleet, "driver-earnings")
    number.click()
    expect(fleet.get_by_text(trip["reference"]).first).to_be_visible(timeout=TIMEOUT_MS)
