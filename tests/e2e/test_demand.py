"""Demand: the desk sees where cars are missing, and a driver sees the busy areas, but no single request."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import NewRider, Person, book, console_of, go_online, no_other_trips, settings
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


def test_desk_sees_demand_by_area_and_a_driver_the_busy_ones(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    with settings(platform, auto_dispatch=False):
        console = console_of(open_page, "Ben")
        go_online(console)
        for rider in (Person(platform, "ada"), Person(platform, "cleo"), NewRider(platform)):
            book(rider)

        desk = open_page()
        enter_as(desk, "Dora")
        desk.goto("/desk")
        desk.get_by_role("button", name="Layout").click(timeout=TIMEOUT_MS)
        desk.get_by_role("switch", name="Demand by zone").press(" ")
        desk.keyboard.press("Escape")
        table = desk.get_by_role("table", name="Demand")
        expect(table.get_by_role("row", name=re.compile("Whole area"))).to_contain_text(
            "3", timeout=TIMEOUT_MS
        )
        area = table.get_by_role("button").first
        area.press("Enter")
        expect(area).to_have_attribute("aria-pressed", "true")
        expect(desk.locator(".leaflet-overlay-pane path").first).to_be_visible(timeout=TIMEOUT_MS)
        snap(desk, "desk")

        console.get_by_role("button", name="Busy areas").press("Enter")
        busiest = console.get_by_role("list", name="Busiest areas")
        expect(busiest).to_contain_text(re.compile(r"\d m"), timeout=TIMEOUT_MS)
        expect(busiest).to_contain_text(re.compile("Level [1-5] of 5"))
        expect(console.get_by_text("aren’t guaranteed")).to_be_visible()
        expect(console.locator(".leaflet-overlay-pane path").first).to_be_visible(timeout=TIMEOUT_MS)
        snap(console, "driver")
        show = busiest.get_by_role("button", name=re.compile("Show on the map")).first
        show.press("Enter")
        expect(show).to_have_attribute("aria-pressed", "true")

        console.emulate_media(color_scheme="dark")
        # The colours change slowly.
        console.wait_for_timeout(1000)
        snap(console, "driver-dark")
        console.emulate_media(color_scheme="light")
        console.evaluate("localStorage.setItem('hansom.language', 'ar')")
        console.reload()
        expect(console.get_by_text("المناطق المزدحمة").first).to_be_visible(timeout=TIMEOUT_MS)
        expect(console.locator(".leaflet-overlay-pane path").first).to_be_visible(timeout=TIMEOUT_MS)
        snap(console, "driver-arabic")

        desk.set_viewport_size({"width": 390, "height": 844})
        desk.get_by_role("tab", name="Demand").click()
        expect(desk.get_by_role("table", name="Demand")).to_be_visible(timeout=TIMEOUT_MS)
        snap(desk, "desk-phone")
