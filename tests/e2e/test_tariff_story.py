"""An operator's change of prices, from the map to the receipt."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, NewRider, Person, book, no_other_trips
from tests.e2e.test_tariff_zones import dora, draw_around_pickup
from tests.platform import Platform

__all__ = ["dora"]

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


def add_rule(page: Page, name: str, amount: str, *, zone: str = "", hours: str = "") -> None:
    page.get_by_role("button", name="Add rule").click()
    rule = page.get_by_role("dialog", name="Add rule")
    rule.get_by_label("Name").fill(name, timeout=TIMEOUT_MS)
    rule.get_by_label("What it does").select_option("extra")
    rule.get_by_label("Amount").fill(amount)
    if zone:
        rule.get_by_role("combobox", name="Pickup in").click()
        page.get_by_role("option", name=zone).click()
        page.keyboard.press("Escape")
    if hours:
        rule.get_by_label("Days and times").fill(hours)
    rule.get_by_role("button", name="Save").click()
    expect(rule).to_have_count(0, timeout=TIMEOUT_MS)


def snap_settled(snap: Snap, page: Page, name: str) -> None:
    # Scrolling and charts move for a moment.
    page.wait_for_timeout(1500)
    snap(page, name)


def drive(ben: Person, rider: Person, booking_id: int) -> None:
    ben.take(booking_id)
    for action in ("arrive", "start", "reach", "collect-cash"):
        code = {"otp": rider.get(f"bookings/{booking_id}/").get("otp") or ""} if action == "start" else {}
        ben.post(f"bookings/{booking_id}/{action}/", code)


def explanations(rider: Person, booking_id: int) -> list[str]:
    return [line["explanation"] for line in rider.get(f"bookings/{booking_id}/")["breakdown"]]


def test_a_zone_and_a_night_rate_are_tried_on_past_trips_published_and_explained_on_the_receipt(
    platform: Platform, open_page: OpenPage, snap: Snap, dora: Person
) -> None:
    ben = Person(platform, "ben")
    with no_other_trips(platform):
        ben.work_at(STAND["latitude"], STAND["longitude"])
        # A past trip to replay.
        rider = Person(platform, "ada")
        before = book(rider)
        drive(ben, rider, before["id"])

        admin = open_page()
        enter_as(admin, "Dora")
        admin.goto("/tariffs")
        admin.get_by_role("button", name="Add tariff").first.click(timeout=TIMEOUT_MS)
        zones = admin.get_by_role("region", name="Zones", exact=True)
        zones.get_by_role("button", name="Add zone").click(timeout=TIMEOUT_MS)
        form = admin.get_by_role("dialog", name="Add zone")
        form.get_by_label("Name").fill("Harbour", timeout=TIMEOUT_MS)
        draw_around_pickup(admin, form)
        snap_settled(snap, admin, "story-1-zone")
        form.get_by_role("button", name="Save").click()
        expect(form).to_have_count(0, timeout=TIMEOUT_MS)

        prices = admin.get_by_role("region", name="Prices")
        expect(prices.get_by_role("cell").first).to_be_visible(timeout=TIMEOUT_MS)
        expect(prices.get_by_text("+$")).to_have_count(0)
        add_rule(admin, "Harbour fee", "3.25", zone="Harbour")
        add_rule(admin, "Night surcharge", "2.00", hours="22:00-06:00")
        expect(prices.get_by_text(re.compile(r"^\+\$2\.[23]")).first).to_be_visible(timeout=TIMEOUT_MS)
        prices.scroll_into_view_if_needed()
        snap_settled(snap, admin, "story-2-grid")

        draft = admin.url

        admin.goto("/tariffs/replay")
        # The draft is the newest tariff, which is the first one after each trip's own.
        admin.get_by_label("Tariff").select_option(index=1, timeout=TIMEOUT_MS)
        admin.get_by_role("button", name="Start replay").click()
        changes = admin.get_by_role("region", name="Largest changes")
        expect(changes.get_by_role("link", name=before["reference"])).to_be_visible(timeout=2 * TIMEOUT_MS)
        snap_settled(snap, admin, "story-3-replay")
        admin.get_by_role("link", name=re.compile("^Show trips: Ben")).click()
        trips = admin.get_by_role("region", name="Trips, largest changes first")
        expect(trips.get_by_role("link", name=before["reference"])).to_be_visible(timeout=TIMEOUT_MS)
        snap_settled(snap, admin, "story-4-driver")

        admin.goto(draft)
        admin.get_by_role("button", name="Publish").click(timeout=TIMEOUT_MS)
        sheet = admin.get_by_role("dialog", name="Publish Tariff?")
        sheet.get_by_role("button", name="Publish").click()
        expect(admin.get_by_text("In force", exact=True)).to_be_visible(timeout=TIMEOUT_MS)

        # From the zone across its boundary, now and at night.
        booked = book(rider)
        drive(ben, rider, booked["id"])
        night = datetime.now(ZoneInfo("Europe/London")).replace(hour=23, minute=30, second=0, microsecond=0)
        other = NewRider(platform)
        later = book(other, trip_date=(night + timedelta(days=1)).isoformat())
        by_night = explanations(other, later["id"])
        assert any(line.startswith("Night surcharge") for line in by_night), by_night
        lines = explanations(rider, booked["id"])
        assert any(line.startswith("Harbour fee") for line in lines), lines

        client = open_page()
        enter_as(client, "Ada")
        client.goto(f"/bookings/{booked['id']}/receipt")
        expect(client.get_by_text("Harbour fee").first).to_be_visible(timeout=TIMEOUT_MS)
        snap_settled(snap, client, "story-5-receipt")
