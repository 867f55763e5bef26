"""Tariffs: an admin adds a zone and a rule, sees the prices change, publishes, and a rider pays by them."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import DROP, PICKUP, Person
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
PLACE = (PICKUP["lat"], PICKUP["lng"])


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


def zone_file() -> bytes:
    lat, lng = PLACE
    west, east, south, north = lng - 0.01, lng + 0.01, lat - 0.01, lat + 0.01
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    feature = {
        "type": "Feature",
        "properties": {"name": "Harbour"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    return json.dumps({"type": "FeatureCollection", "features": [feature]}).encode()


def test_a_rule_for_a_zone_is_tested_published_and_explained_to_the_rider(
    platform: Platform, open_page: OpenPage, snap: Snap, dora: Person
) -> None:
    rider = Person(platform, "ada")
    ends = {name: {**at, "add": "Somewhere"} for name, at in (("pickup", PICKUP), ("drop", DROP))}

    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto("/tariffs")
    admin.get_by_role("button", name="Add tariff").first.click(timeout=TIMEOUT_MS)
    expect(admin.get_by_role("heading", name="Tariff", level=1)).to_be_visible(timeout=TIMEOUT_MS)
    prices = admin.get_by_role("region", name="Prices")
    expect(prices.get_by_role("cell").first).to_be_visible(timeout=TIMEOUT_MS)
    expect(prices.get_by_text("+$")).to_have_count(0)

    with admin.expect_file_chooser() as chooser:
        admin.get_by_role("button", name="Import GeoJSON").click()
    chooser.value.set_files({"name": "zones.geojson", "mimeType": "application/json", "buffer": zone_file()})
    zones = admin.get_by_role("region", name="Zones", exact=True)
    expect(zones.get_by_role("listitem").get_by_text("Harbour")).to_be_visible(timeout=TIMEOUT_MS)

    admin.get_by_role("button", name="Add rule").click()
    form = admin.get_by_role("dialog", name="Add rule")
    form.get_by_label("Name").fill("Harbour fee")
    form.get_by_label("What it does").select_option("extra")
    form.get_by_label("Amount").fill("-3")
    form.get_by_role("combobox", name="Pickup in").click()
    admin.get_by_role("option", name="Harbour").click()
    admin.keyboard.press("Escape")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_label("Amount")).to_be_focused(timeout=TIMEOUT_MS)
    form.get_by_label("Amount").fill("3.25")
    snap(admin, "tariff-rule")
    form.get_by_role("button", name="Save").click()
    rules = admin.get_by_role("list", name="Rules")
    expect(rules.get_by_text("from Harbour")).to_be_visible(timeout=TIMEOUT_MS)

    # The grid's runs have no places, so a rule without a zone changes them.
    admin.get_by_role("button", name="Add rule").click()
    form = admin.get_by_role("dialog", name="Add rule")
    form.get_by_label("Name").fill("Card machine")
    form.get_by_label("What it does").select_option("extra")
    form.get_by_label("Amount").fill("1.50")
    form.get_by_role("button", name="Save").click()
    # With the platform fee of 15 percent.
    expect(prices.get_by_text(re.compile(r"^\+\$1\.7[23]$")).first).to_be_visible(timeout=TIMEOUT_MS)
    prices.get_by_role("button", name="$").first.click()
    expect(prices.get_by_role("region", name="Lines of the price")).to_contain_text(
        "Card machine", timeout=TIMEOUT_MS
    )
    snap(admin, "tariff")

    admin.get_by_role("button", name="Publish").click()
    sheet = admin.get_by_role("dialog", name="Publish Tariff?")
    sheet.get_by_role("button", name="Publish").click()
    expect(admin.get_by_text("Tariff published")).to_be_visible(timeout=TIMEOUT_MS)
    expect(admin.get_by_text("In force", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    expect(admin.get_by_role("button", name="Add rule")).to_have_count(0)

    option = next(
        one for one in rider.post("estimates/", ends)["options"] if one["car_type"]["name"] == "Economy"
    )
    lines = [line["explanation"] for line in option["breakdown"]]
    assert any(line.startswith("Harbour fee") for line in lines), lines
    assert any(line.startswith("Card machine") for line in lines), lines


def test_a_file_that_is_no_tariff_is_refused(open_page: OpenPage, dora: Person) -> None:
    before = len(dora.get("tariffs/")["results"])
    admin = open_page()
    enter_as(admin, "Dora")
    admin.goto("/tariffs")
    with admin.expect_file_chooser() as chooser:
        admin.get_by_role("button", name="Import file").click(timeout=TIMEOUT_MS)
    chooser.value.set_files({"name": "x.json", "mimeType": "application/json", "buffer": b'{"a": 1}'})
    expect(admin.get_by_role("alert").first).to_be_visible(timeout=TIMEOUT_MS)
    assert len(dora.get("tariffs/")["results"]) == before
