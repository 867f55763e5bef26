"""Zones of a tariff: an admin draws one on the map, a rule names it, and a rider pays by it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import DROP, PICKUP, Person
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]


@pytest.fixture
def dora(platform: Platform) -> Iterator[Person]:
    """An admin; afterwards the car types' prices apply again, and no draft is left."""
    admin = Person(platform, "dora")
    try:
        yield admin
    finally:
        admin.post("tariffs/use-car-types/", {})
        for draft in admin.get("tariffs/?state=draft&page_size=100")["results"]:
            admin.delete(f"tariffs/{draft['id']}/")


def draw_around_pickup(page: Page, form: Locator) -> None:
    """Draw a zone on the map, then move its corners so that only the pickup is in it."""
    drawn = form.locator(".leaflet-container")
    # A button is clicked when the form has stopped moving.
    form.get_by_role("button", name="Zoom in").click(timeout=TIMEOUT_MS)
    form.get_by_role("button", name="Polygon").click()
    box = drawn.bounding_box()
    assert box is not None
    outline = ((0.3, 0.3), (0.6, 0.3), (0.6, 0.7), (0.3, 0.7))
    for across, down in (*outline, outline[0]):
        x, y = box["x"] + box["width"] * across, box["y"] + box["height"] * down
        page.mouse.move(x, y, steps=5)
        # As a hand does.
        page.wait_for_timeout(200)
        page.mouse.click(x, y)
    corners = form.get_by_label("Latitude of corner")
    expect(corners).to_have_count(4, timeout=TIMEOUT_MS)
    north, south = (PICKUP["lat"] + DROP["lat"]) / 2, PICKUP["lat"] - 0.02
    west, east = PICKUP["lng"] - 0.02, PICKUP["lng"] + 0.02
    places = ((west, north), (east, north), (east, south), (west, south))
    for number, (lng, lat) in enumerate(places, start=1):
        form.get_by_label(f"Latitude of corner {number}").fill(f"{lat:.6f}")
        form.get_by_label(f"Longitude of corner {number}").fill(f"{lng:.6f}")


def test_a_drawn_zone_is_renamed_with_its_rule_and_a_rider_pays_by_it(
    platform: Platform, open_page: OpenPage, snap: Snap, dora: Person
) -> None:
    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto("/tariffs")
    admin.get_by_role("button", name="Add tariff").first.click(timeout=TIMEOUT_MS)
    zones = admin.get_by_role("region", name="Zones", exact=True)
    zones.get_by_role("button", name="Add zone").click(timeout=TIMEOUT_MS)
    form = admin.get_by_role("dialog", name="Add zone")
    form.get_by_label("Name").fill("Harbour", timeout=TIMEOUT_MS)
    draw_around_pickup(admin, form)
    snap(admin, "zone-form")

    # A corner beyond the opposite edge, which the server refuses at the table.
    north = form.get_by_label("Latitude of corner 1").input_value()
    form.get_by_label("Latitude of corner 1").fill("50.60")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_text("The outline crosses itself.")).to_be_visible(timeout=TIMEOUT_MS)
    form.get_by_role("button", name="Undo").click()
    expect(form.get_by_label("Latitude of corner 1")).to_have_value(north)
    form.get_by_role("button", name="Save").click()
    expect(form).to_have_count(0, timeout=TIMEOUT_MS)
    expect(zones.get_by_role("button", name="Add zone")).to_be_focused()
    expect(zones.locator(".leaflet-tooltip", has_text="Harbour")).to_be_visible(timeout=TIMEOUT_MS)

    admin.get_by_role("button", name="Add rule").click()
    rule = admin.get_by_role("dialog", name="Add rule")
    rule.get_by_label("Name").fill("Harbour fee", timeout=TIMEOUT_MS)
    rule.get_by_label("What it does").select_option("extra")
    rule.get_by_label("Amount").fill("3.25")
    rule.get_by_role("combobox", name="Pickup in").click()
    admin.get_by_role("option", name="Harbour").click()
    admin.keyboard.press("Escape")
    rule.get_by_role("button", name="Save").click()
    rules = admin.get_by_role("list", name="Rules")
    expect(rules.get_by_text("from Harbour")).to_be_visible(timeout=TIMEOUT_MS)
    expect(zones.get_by_role("button", name="Remove zone Harbour")).to_be_disabled()

    zones.get_by_role("button", name="Edit zone Harbour").click()
    form = admin.get_by_role("dialog", name="Edit zone")
    form.get_by_label("Name").fill("Old port", timeout=TIMEOUT_MS)
    form.get_by_role("button", name="Save").click()
    expect(rules.get_by_text("from Old port")).to_be_visible(timeout=TIMEOUT_MS)
    expect(zones.get_by_role("button", name="Edit zone Old port")).to_be_focused(timeout=TIMEOUT_MS)
    snap(admin, "zones")

    admin.get_by_role("button", name="Publish").click()
    admin.get_by_role("dialog", name="Publish Tariff?").get_by_role("button", name="Publish").click()
    expect(admin.get_by_text("In force", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    expect(zones.locator(".leaflet-tooltip", has_text="Old port")).to_be_visible(timeout=TIMEOUT_MS)
    expect(zones.get_by_role("button", name="Add zone")).to_have_count(0)

    rider = Person(platform, "ada")
    assert any(line.startswith("Harbour fee") for line in explanations(rider, PICKUP, DROP))
    assert not any(line.startswith("Harbour fee") for line in explanations(rider, DROP, PICKUP))


def explanations(rider: Person, pickup: dict[str, float], drop: dict[str, float]) -> list[str]:
    """Return the explanations of the lines of an Economy trip's price."""
    trip = {"pickup": {**pickup, "add": "Here"}, "drop": {**drop, "add": "There"}}
    options = rider.post("estimates/", trip)["options"]
    economy = next(option for option in options if option["car_type"]["name"] == "Economy")
    return [line["explanation"] for line in economy["breakdown"]]
