"""A driver planned for a scheduled trip: on the board, in the driver's console, and at the trip's release."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import STAND, Person, book, console_of, no_other_trips, settings
from tests.e2e.test_desk import job_in
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
RELEASE = """
from datetime import timedelta
from django.utils import timezone
from apps.bookings.models import Booking
now = timezone.now()
Booking.objects.filter(pk={pk}).update(
    trip_date=now + timedelta(minutes=12), search_until=now + timedelta(minutes=20), dispatch_after=now
)
"""
"""Moves the trip to the start of its driver search, as if the time had passed."""


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def test_driver_is_planned_by_keyboard_confirms_and_gets_the_first_offer(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben, cleo = Person(platform, "ben"), Person(platform, "cleo")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    with settings(platform, auto_dispatch=True):
        at = datetime.now(UTC) + timedelta(hours=6)
        trip = book(cleo, trip_date=at.isoformat())
        console = console_of(open_page, "Ben")
        desk = open_page()
        enter_as(desk, "Dora")
        desk.goto("/desk")
        job_in(desk, "Scheduled", trip["reference"]).click()
        expect(desk.get_by_role("button", name=re.compile("^Plan driver"))).to_be_visible(timeout=TIMEOUT_MS)

        desk.keyboard.press("p")
        sheet = desk.get_by_role("dialog", name="Plan a driver")
        search = sheet.get_by_role("searchbox")
        expect(search).to_be_focused()
        desk.keyboard.type("ben")
        expect(sheet.get_by_role("button", name=re.compile("^Plan Ben"))).to_be_enabled(timeout=TIMEOUT_MS)
        expect(sheet.get_by_role("listitem")).to_have_count(1, timeout=TIMEOUT_MS)
        snap(desk, "plan-dialog")
        desk.keyboard.press("Enter")
        expect(sheet).to_be_hidden(timeout=TIMEOUT_MS)
        card = job_in(desk, "Scheduled", trip["reference"])
        expect(card).to_contain_text(re.compile("Planned, not confirmed: ?Ben"), timeout=TIMEOUT_MS)

        planned = console.get_by_role("listitem").filter(has_text="Planned for you")
        expect(planned).to_be_visible(timeout=TIMEOUT_MS)
        snap(console, "planned")
        planned.get_by_role("button", name="Confirm").press("Enter")
        expect(console.get_by_text("Planned for you, confirmed")).to_be_visible(timeout=TIMEOUT_MS)
        snap(console, "confirmed")
        expect(card).to_contain_text(re.compile("Planned, confirmed: ?Ben"), timeout=TIMEOUT_MS)
        snap(desk, "board")
        desk.goto(f"/bookings/{trip['id']}")
        expect(desk.get_by_text("Planned driver · confirmed")).to_be_visible(timeout=TIMEOUT_MS)
        snap(desk, "booking")

        platform.manage("shell", "-c", RELEASE.format(pk=trip["id"]))
        offer = console.get_by_role("article")
        expect(offer).to_be_visible(timeout=TIMEOUT_MS)
        ben.take(trip["id"])
        expect(desk.get_by_text("Planned driver · confirmed")).to_have_count(0, timeout=TIMEOUT_MS)
        offers = Person(platform, "dora").get(f"bookings/{trip['id']}/offers/")["results"]
        assert [(one["policy"], one["state"]) for one in offers] == [("planned", "accepted")]


def test_backup_is_chosen_by_keyboard_and_gets_the_trip_of_a_driver_who_declines(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben, bob, cleo = Person(platform, "ben"), Person(platform, "bob"), Person(platform, "cleo")
    ben.work_at(STAND["latitude"], STAND["longitude"])
    with settings(platform, auto_dispatch=True):
        at = datetime.now(UTC) + timedelta(hours=6)
        trip = book(cleo, trip_date=at.isoformat())
        dora = Person(platform, "dora")
        dora.post(f"bookings/{trip['id']}/plan/", {"driver_id": ben.get("me/")["id"]})
        desk = open_page()
        enter_as(desk, "Dora")
        desk.goto("/desk")
        job_in(desk, "Scheduled", trip["reference"]).click()
        expect(desk.get_by_role("button", name=re.compile("^Back-up"))).to_be_visible(timeout=TIMEOUT_MS)

        desk.keyboard.press("f")
        sheet = desk.get_by_role("dialog", name="Back-up driver")
        expect(sheet.get_by_role("searchbox")).to_be_focused()
        desk.keyboard.type("bob")
        choose = sheet.get_by_role("button", name=re.compile("^Choose Bob"))
        expect(choose).to_be_enabled(timeout=TIMEOUT_MS)
        expect(sheet.get_by_role("listitem")).to_have_count(1, timeout=TIMEOUT_MS)
        snap(desk, "backup-dialog")
        desk.keyboard.press("Enter")
        expect(sheet).to_be_hidden(timeout=TIMEOUT_MS)
        card = job_in(desk, "Scheduled", trip["reference"])
        expect(card).to_contain_text(re.compile("Back-up: ?Bob"), timeout=TIMEOUT_MS)
        desk.wait_for_timeout(1_500)
        snap(desk, "backup-board")

        console = console_of(open_page, "Bob")
        waits = console.get_by_role("listitem").filter(has_text="Back-up for")
        expect(waits).to_be_visible(timeout=TIMEOUT_MS)
        snap(console, "backup-console")
        desk.goto(f"/bookings/{trip['id']}")
        expect(desk.get_by_text("Back-up driver").first).to_be_visible(timeout=TIMEOUT_MS)
        desk.wait_for_timeout(1_500)
        snap(desk, "backup-booking")
        desk.goto(f"/bookings/{trip['id']}?lang=ar")
        desk.wait_for_timeout(1_500)
        snap(desk, "backup-booking-ar")

        ben.post(f"me/scheduled/{trip['id']}/decline/", {})
        expect(console.get_by_text("Planned for you. Can you take it?")).to_be_visible(timeout=TIMEOUT_MS)
        assert bob.get("me/scheduled/")["results"][0]["planned"] is True
