"""The main flow in two browsers: a rider books, a driver on a phone accepts, drives and is paid."""

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import polyline
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from apps.simulator.roads import along
from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import no_other_trips, pick
from tests.platform import Platform

pytestmark = pytest.mark.e2e

PICKUP, DROP = "Newport Bus Station", "St Mary's Hospital"
START = {"latitude": 50.6975, "longitude": -1.2950}
STEP_SECONDS, SPEED = 0.5, 40.0
"""A fast driver, but slower than the filter's 200 km/h."""
CENT = Decimal("0.01")


@pytest.fixture(autouse=True)
def _no_other_trips(platform: Platform) -> Iterator[None]:
    with no_other_trips(platform):
        yield


@pytest.fixture
def rider(open_page: OpenPage) -> Page:
    return open_page(viewport={"width": 1440, "height": 900})


@pytest.fixture
def driver(open_page: OpenPage) -> Page:
    return open_page(phone=True, permissions=["geolocation"], geolocation=START)


def test_ride_from_search_to_payment_rating_and_ledger(
    platform: Platform, rider: Page, driver: Page, snap: Callable[[Page, str], Path]
) -> None:
    wallet_before = _balance(platform, "ben")
    enter_as(driver, "Ben")
    driver.get_by_role("switch").press(" ")
    expect(driver.get_by_text("Waiting for a trip")).to_be_visible(timeout=TIMEOUT_MS)
    snap(driver, "driver-waiting")

    rider.goto("/")
    snap(rider, "home")
    _choose(rider, "Pickup", PICKUP)
    _choose(rider, "Drop-off", DROP)
    pick(rider, "Economy")
    snap(rider, "prices")
    rider.get_by_role("button", name=re.compile("Book")).last.click()
    snap(rider, "must-login")
    rider.get_by_role("button", name="Log in", exact=True).click()
    rider.get_by_role("button", name=re.compile("Ada")).click()
    # The draft was kept, and so was the step: the confirmation is open again.
    expect(rider.get_by_role("dialog")).to_contain_text(PICKUP, timeout=TIMEOUT_MS)
    snap(rider, "confirm")
    rider.get_by_role("button", name=re.compile("Confirm for")).click()
    rider.wait_for_url(re.compile(r"/bookings/\d+"))
    expect(rider.get_by_text("Your trip is booked.")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "booked")
    booking_id = int(rider.url.rsplit("/", 1)[1])
    expect(rider.get_by_role("heading", name="Looking for a driver")).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "looking-for-a-driver")

    accept = driver.get_by_role("button", name="Accept")
    expect(accept).to_be_visible(timeout=TIMEOUT_MS)
    snap(driver, "driver-offer")
    accept.click()
    expect(rider.get_by_role("heading", name=re.compile("is on the way"))).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "driver-on-the-way")
    snap(driver, "driver-to-pickup")

    booking = _booking(platform, booking_id)
    _drive(driver.context, _way(platform, START, booking["pickup"]))
    # Within 20 m of the pickup the platform detects the arrival.
    expect(rider.get_by_role("heading", name=re.compile("is here for you"))).to_be_visible(timeout=TIMEOUT_MS)
    snap(rider, "driver-is-here")

    _slide(driver, "Slide to start")
    expect(rider.get_by_role("heading", name=re.compile("On the way to"))).to_be_visible(timeout=TIMEOUT_MS)
    seen = []
    for point in _drive_slowly(driver.context, polyline.decode(booking["route_polyline"])):
        seen.append(point)
        if len(seen) == 20:
            snap(rider, "on-the-trip")
            snap(driver, "driver-on-the-trip")
    shown = _booking(platform, booking_id)["driver_position"]
    assert abs(shown["lat"] - seen[-1][0]) < 0.002, "the car did not move on the rider's side"

    _slide(driver, "Slide to end trip")
    expect(driver.get_by_text("Amount due", exact=True)).to_be_visible(timeout=TIMEOUT_MS)
    snap(driver, "driver-takes-the-money")
    driver.get_by_role("button", name="Cash collected").click()
    expect(rider.get_by_role("heading", name=re.compile("How was your trip"))).to_be_visible(
        timeout=TIMEOUT_MS
    )
    snap(rider, "paid")
    rider.get_by_role("radio", name="5 stars").press(" ")
    rider.get_by_role("button", name="Submit rating").click()
    expect(rider.get_by_role("heading", name=re.compile("Thanks for riding"))).to_be_visible(
        timeout=TIMEOUT_MS
    )
    snap(rider, "complete")

    done = _booking(platform, booking_id)
    _assert_fare_as_documented(done)
    assert _balance(platform, "ben") - wallet_before == Decimal(done["driver_share"]) - Decimal(
        done["cash_payment_amount"]
    )
    history = _get(platform, "me/wallet/history/", "ben")["results"]
    of_this = {row["type"]: row["amount"] for row in history if row["booking_reference"] == done["reference"]}
    assert of_this == {"Credit": done["driver_share"], "Debit": done["cash_payment_amount"]}
    for page in (rider, driver):
        page.goto("/bookings" if page is rider else "/bookings/history")
        expect(page.get_by_text(done["reference"])).to_be_visible(timeout=TIMEOUT_MS)
        snap(page, "history")
    rider.goto(f"/bookings/{booking_id}")
    snap(rider, "receipt")
    assert "the ledger is consistent" in platform.manage("verify_ledger").lower()


def _assert_fare_as_documented(booking: dict[str, Any]) -> None:
    """Document 1 section 9 by hand; Economy is 10 + 5 a km + 5 an hour, at least 10, fee 15 percent."""
    km, seconds = Decimal(str(booking["distance_km"])), Decimal(booking["total_trip_time"])
    # Only the total is rounded: the lines of the breakdown are fitted to it.
    total = _cents(max(Decimal(10), 10 + 5 * km + 5 * seconds / 3600))
    fee = _cents(total * 15 / 100)
    assert Decimal(booking["trip_cost"]) == total + fee
    assert Decimal(booking["convenience_fees"]) == fee
    assert Decimal(booking["driver_share"]) == total
    assert Decimal(booking["cash_payment_amount"]) == total + fee
    assert Decimal("1.0") < km < Decimal("4.0")


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def _choose(page: Page, field: str, place: str) -> None:
    box = page.get_by_role("combobox", name=field)
    box.fill(place)
    page.get_by_role("option", name=re.compile(place)).first.click()
    expect(box).to_have_value(re.compile(place), timeout=TIMEOUT_MS)


def _slide(page: Page, label: str) -> None:
    """Slide by keyboard: hold Enter."""
    slider = page.get_by_role("button", name=re.compile(label))
    expect(slider).to_have_attribute("aria-disabled", "false", timeout=TIMEOUT_MS)
    slider.focus()
    page.keyboard.down("Enter")
    page.wait_for_timeout(1500)
    page.keyboard.up("Enter")


def _way(platform: Platform, start: dict[str, float], end: dict[str, Any]) -> list[tuple[float, float]]:
    body = {
        "pickup": {"lat": start["latitude"], "lng": start["longitude"]},
        "drop": {"lat": end["lat"], "lng": end["lng"]},
    }
    line = _call(platform, "routes/", body, _token(platform, "ben"))["polyline_points"]
    return [*polyline.decode(line), (end["lat"], end["lng"])]


def _drive(context: BrowserContext, corners: list[tuple[float, float]]) -> None:
    for _ in _drive_slowly(context, corners):
        pass


def _drive_slowly(
    context: BrowserContext, corners: list[tuple[float, float]]
) -> Iterator[tuple[float, float]]:
    """Move the phone along a road, a step each half second."""
    page = context.pages[0]
    for position in along(corners, speed=SPEED, every_seconds=STEP_SECONDS):
        context.set_geolocation({"latitude": position.lat, "longitude": position.lng})
        page.wait_for_timeout(STEP_SECONDS * 1000)
        yield position.lat, position.lng


def _booking(platform: Platform, booking_id: int) -> dict[str, Any]:
    booking: dict[str, Any] = _get(platform, f"bookings/{booking_id}/", "dora")
    booking["driver_position"] = (booking["driver"] or {}).get("position")
    return booking


def _balance(platform: Platform, name: str) -> Decimal:
    return Decimal(_get(platform, "me/wallet/", name)["balance"])


def _get(platform: Platform, path: str, name: str) -> Any:
    return _call(platform, path, None, _token(platform, name))


def _token(platform: Platform, name: str) -> str:
    body = {"email": f"{name}@hansom.example", "password": "hansom123"}
    token: str = _call(platform, "auth/sign-in/", body, None)["access"]
    return token


def _call(platform: Platform, path: str, body: dict[str, Any] | None, token: str | None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(
        f"{platform.url}/api/v1/{path}", json.dumps(body).encode() if body is not None else None, headers
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)
