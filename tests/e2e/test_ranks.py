"""Taxi ranks: an admin adds one, a driver checks in and gets the ride, an admin removes another driver."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import PICKUP, STAND, Person, book, console_of, go_online, no_other_trips
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
NAME = "Bus station rank"


@pytest.fixture(autouse=True)
def _restored(platform: Platform) -> Iterator[None]:
    """Close the rank afterwards, which ends its queue."""
    with no_other_trips(platform):
        yield
    dora = Person(platform, "dora")
    for rank in dora.get(f"ranks/?search={NAME.replace(' ', '%20')}")["results"]:
        dora.patch(f"ranks/{rank['id']}/", {"active": False})


def test_driver_checks_in_at_a_new_rank_and_gets_the_ride_before_nearer_drivers(
    platform: Platform, open_page: OpenPage, snap: Snap
) -> None:
    ben, bob, cleo = (Person(platform, name) for name in ("ben", "bob", "cleo"))
    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto("/ranks")
    admin.get_by_role("button", name="Add taxi rank").first.click()
    form = admin.get_by_role("dialog", name="Add taxi rank")
    form.get_by_label("Name").fill(NAME)
    form.get_by_label("Latitude").fill(str(STAND["latitude"]))
    form.get_by_label("Longitude").fill(str(STAND["longitude"]))
    form.get_by_label("Radius (metres)").fill("400")
    form.get_by_label("Maximum drivers").focus()
    expect(form.locator(".leaflet-overlay-pane path")).to_have_count(1, timeout=TIMEOUT_MS)
    snap(admin, "rank-form")
    form.get_by_role("button", name="Add taxi rank").click()
    row = admin.get_by_role("row", name=re.compile(NAME))
    expect(row).to_contain_text("0 of 20", timeout=TIMEOUT_MS)

    console = console_of(open_page, "Ben")
    go_online(console)
    card = console.get_by_role("region", name=re.compile("Taxi rank"))
    expect(card).to_contain_text(NAME, timeout=TIMEOUT_MS)
    snap(console, "rank-near")
    card.get_by_role("button", name="Check in").click()
    expect(card).to_contain_text("You’re number 1 of 1", timeout=TIMEOUT_MS)
    snap(console, "rank-place")

    bob.work_at(PICKUP["lat"], PICKUP["lng"])
    [rank] = Person(platform, "dora").get(f"ranks/?search={NAME.replace(' ', '%20')}")["results"]
    bob.post("me/rank/", {"rank": rank["id"]})
    expect(card).to_contain_text("You’re number 1 of 2", timeout=TIMEOUT_MS)
    expect(row).to_contain_text("2 of 20", timeout=TIMEOUT_MS)
    snap(admin, "rank-list")
    row.click()
    panel = admin.get_by_role("dialog", name=f"Queue: {NAME}")
    places = panel.get_by_role("listitem")
    expect(places).to_have_count(2, timeout=TIMEOUT_MS)
    expect(places.first).to_contain_text("Ben")
    snap(admin, "rank-queue")

    size = admin.viewport_size
    admin.set_viewport_size({"width": 390, "height": 844})
    snap(admin, "rank-queue-phone")
    assert size is not None
    admin.set_viewport_size(size)

    booking = book(cleo)
    expect(console.get_by_role("button", name=re.compile("Accept"))).to_be_visible(timeout=TIMEOUT_MS)
    assert booking["id"] not in [offer["booking_id"] for offer in bob.get("me/tasks/")["offers"]]
    ben.take(booking["id"])
    expect(places).to_have_count(1, timeout=TIMEOUT_MS)

    places.first.get_by_role("button", name=re.compile("Remove")).click()
    sheet = admin.get_by_role("dialog", name=re.compile("^Remove"))
    sheet.get_by_label("Reason").fill("Broken meter")
    sheet.get_by_role("button", name="Remove", exact=True).click()
    expect(panel.get_by_text("No drivers are waiting.")).to_be_visible(timeout=TIMEOUT_MS)
    assert bob.get("me/rank/")["place"] is None
