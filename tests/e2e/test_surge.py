"""Surge: an admin turns it on, a rider sees why the price is higher, and the emergency switch ends it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, book, choose, no_other_trips, pick, settings
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
UPDATE = "from apps.bookings.surge.updating import update_surge; update_surge()"
NOTICE = "Prices are 1.3 times the usual because many people are requesting trips here now."
LINE = "Fare × 1.3, because many people requested rides"


@pytest.fixture(autouse=True)
def _restored(platform: Platform) -> Iterator[None]:
    """One step of 30 percent for one waiting request; off again afterwards."""
    values = {"surge": False, "surge_stopped": False, "surge_threshold": 1, "surge_step": 30}
    with no_other_trips(platform):
        with settings(platform, **values):
            yield
        platform.manage("shell", "-c", UPDATE)


def test_rider_sees_the_factor_before_the_booking_and_on_the_receipt_until_an_admin_stops_it(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben, cleo = Person(platform, "ben"), Person(platform, "cleo")
    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto("/settings")
    admin.get_by_label("Search settings").fill("surge")
    admin.get_by_role("switch", name=re.compile("^Surge")).press(" ")
    admin.get_by_role("button", name="Save", exact=True).click()
    expect(admin.get_by_text("Saved", exact=True)).to_be_visible(timeout=TIMEOUT_MS)

    ben.work_at(STAND["latitude"], STAND["longitude"])
    waiting = book(cleo)
    platform.manage("shell", "-c", UPDATE)
    cleo.post(f"bookings/{waiting['id']}/cancel/", {"reason": "The story goes on."})

    rider = open_page(phone=True)
    enter_as(rider, "Ada")
    rider.goto("/")
    choose(rider, "Pickup", "Newport Bus Station")
    choose(rider, "Drop-off", "St Mary's Hospital")
    pick(rider, "Economy")
    expect(rider.get_by_text(NOTICE).first).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "surge-notice")
    rider.get_by_role("button", name=re.compile("^Book Economy")).click()
    sheet = rider.get_by_role("dialog", name="Confirm your trip")
    expect(sheet.get_by_text(NOTICE)).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "surge-confirmation")
    pick(sheet, "Cash")
    sheet.get_by_role("button", name=re.compile("^Confirm for")).click()
    rider.wait_for_url(re.compile(r"/bookings/\d+"), timeout=TIMEOUT_MS)
    booking_id = int(rider.url.rsplit("/", 1)[1])

    ben.take(booking_id)
    for action in ("arrive", "start", "reach", "collect-cash"):
        ben.post(f"bookings/{booking_id}/{action}/")
    rider.goto(f"/bookings/{booking_id}/receipt")
    expect(rider.get_by_text(LINE)).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "surge-receipt")

    admin.goto("/tariffs")
    admin.get_by_role("link", name="Surge", exact=True).click()
    now = admin.get_by_role("region", name="Current factors")
    expect(now.get_by_role("row", name=re.compile("Economy"))).to_contain_text("1.3", timeout=TIMEOUT_MS)
    snap(admin, "surge-now")
    admin.get_by_role("button", name="Stop surge").click()
    admin.get_by_role("dialog", name="Stop surge now?").get_by_role("button", name="Stop surge").click()
    expect(now.get_by_text("Stopped")).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "surge-stopped")

    rider.goto("/")
    choose(rider, "Pickup", "Newport Bus Station")
    choose(rider, "Drop-off", "St Mary's Hospital")
    expect(rider.get_by_role("button", name=re.compile(r"^Book .*\$"))).to_be_visible(timeout=TIMEOUT_MS)
    expect(rider.get_by_text(NOTICE)).to_have_count(0)
