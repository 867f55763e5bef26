"""A trip offline: the driven distance is charged, and a page shows the last known state."""

import re
import time
from collections.abc import Iterator
from typing import Any

import polyline
import pytest
from playwright.sync_api import Geolocation, Page, WebSocketRoute, expect

from apps.simulator.roads import along
from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import PICKUP, Person, book, no_other_trips, slide
from tests.platform import Platform

pytestmark = pytest.mark.e2e

AT_PICKUP = Geolocation(latitude=PICKUP["lat"], longitude=PICKUP["lng"])
STEP_SECONDS, SPEED = 0.5, 30.0


@pytest.fixture
def ride(platform: Platform) -> Iterator[dict[str, Any]]:
    """Ada's ride, accepted and at the pickup."""
    with no_other_trips(platform):
        ada, ben = Person(platform, "ada"), Person(platform, "ben")
        ben.work_at(**PICKUP)
        booking = book(ada)
        ben.take(booking["id"])
        ben.report_position(**PICKUP)
        yield booking


class Phone:
    """Ben's phone, with a network to switch off: the browser's own switch keeps open sockets."""

    def __init__(self, page: Page) -> None:
        self.page, self.context = page, page.context
        self._sockets: list[WebSocketRoute] = []
        self.context.route_web_socket(re.compile(r"/ws/v1/"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        self._sockets.append(socket)

    def lose_network(self) -> None:
        self.context.set_offline(True)
        while self._sockets:
            self._sockets.pop().close()

    def find_network(self) -> None:
        self.context.set_offline(False)

    def drive(self, places: list[Geolocation]) -> None:
        for place in places:
            self.context.set_geolocation(place)
            self.page.wait_for_timeout(STEP_SECONDS * 1000)

    def end_the_trip(self) -> None:
        slide(self.page, "Slide to end trip")


@pytest.fixture
def phone(open_page: OpenPage, ride: dict[str, Any]) -> Phone:
    """The phone on a started trip."""
    phone = Phone(open_page(phone=True, permissions=["geolocation"], geolocation=AT_PICKUP))
    enter_as(phone.page, "Ben")
    slide(phone.page, "Slide to start")
    end = phone.page.get_by_role("button", name=re.compile("Slide to end trip"))
    expect(end).to_be_visible(timeout=TIMEOUT_MS)
    return phone


def waits_for_network(phone: Phone) -> None:
    expect(phone.page.get_by_text("We’ll send this")).to_be_visible(timeout=TIMEOUT_MS)


def way_of(ride: dict[str, Any]) -> list[Geolocation]:
    """Return the phone's positions, step by step, from the pickup to the drop."""
    corners = polyline.decode(ride["route_polyline"])
    return [
        Geolocation(latitude=position.lat, longitude=position.lng)
        for position in along(corners, speed=SPEED, every_seconds=STEP_SECONDS)
    ]


def assert_charged_as_driven(platform: Platform, ride: dict[str, Any]) -> None:
    """Assert a distance within 2 percent of the driven way, and a drop where it ended."""
    dora = Person(platform, "dora")
    end = time.monotonic() + TIMEOUT_MS / 1000
    while (booking := dora.get(f"bookings/{ride['id']}/"))["status"] != "REACHED":
        assert time.monotonic() < end, f"still {booking['status']}\n{platform.last_output()}"
        time.sleep(0.5)
    driven = float(ride["estimate_distance_km"])
    while abs(booking["distance_km"] - driven) > 0.02 * driven:
        assert time.monotonic() < end, f"{driven} km driven, {booking['distance_km']} km charged"
        time.sleep(0.5)
        booking = dora.get(f"bookings/{ride['id']}/")
    last = way_of(ride)[-1]
    assert abs(booking["drop"]["lat"] - last["latitude"]) < 0.0005
    assert abs(booking["drop"]["lng"] - last["longitude"]) < 0.0005


def drive_into_a_gap(phone: Phone, ride: dict[str, Any]) -> None:
    """Drive a third of the way online, and the rest offline."""
    places = way_of(ride)
    third = len(places) // 3
    phone.drive(places[:third])
    phone.lose_network()
    phone.drive(places[third:])


def test_offline_end_of_a_trip_is_charged(platform: Platform, ride: dict[str, Any], phone: Phone) -> None:
    drive_into_a_gap(phone, ride)
    phone.end_the_trip()
    waits_for_network(phone)
    phone.find_network()
    assert_charged_as_driven(platform, ride)


def test_offline_part_is_charged_after_a_reload_before_the_end(
    platform: Platform, ride: dict[str, Any], phone: Phone
) -> None:
    drive_into_a_gap(phone, ride)
    phone.page.reload()
    phone.find_network()
    phone.end_the_trip()
    assert_charged_as_driven(platform, ride)


def test_offline_part_is_charged_after_the_tab_was_killed_at_the_end(
    platform: Platform, ride: dict[str, Any], phone: Phone
) -> None:
    drive_into_a_gap(phone, ride)
    phone.end_the_trip()
    waits_for_network(phone)
    phone.page.close()
    phone.find_network()
    phone.context.new_page().goto("/")
    assert_charged_as_driven(platform, ride)


def stored_shell_of(page: Page) -> None:
    """Wait until the service worker has stored everything that a page needs offline."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def assert_shows_last_known(page: Page, *texts: str) -> None:
    expect(page.get_by_role("heading", level=1, name="Last known trip status")).to_be_visible(
        timeout=TIMEOUT_MS
    )
    expect(page.get_by_text(re.compile("^Last known: Today, "))).to_be_visible()
    for text in texts:
        expect(page.get_by_text(text).first).to_be_visible()


def log_out(page: Page) -> None:
    page.get_by_role("button", name="Open menu").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You’re logged out.")).to_be_visible()


def assert_nothing_stored_of_trips(page: Page) -> None:
    stored = page.evaluate("JSON.stringify(Object.entries(localStorage))")
    assert "last-trips" not in stored
    expect(page.get_by_text(re.compile("^Last known"))).to_have_count(0)


def test_rider_who_reloads_offline_sees_the_last_known_trip_until_logout(
    platform: Platform, ride: dict[str, Any], open_page: OpenPage
) -> None:
    booking = Person(platform, "ada").get(f"bookings/{ride['id']}/")
    page = open_page(phone=True)
    enter_as(page, "Ada")
    page.goto(f"/bookings/{ride['id']}")
    plate, phone = booking["driver"]["vehicle_number"], booking["driver"]["contact"]
    expect(page.get_by_text(plate).first).to_be_visible(timeout=TIMEOUT_MS)
    stored_shell_of(page)

    page.context.set_offline(True)
    page.reload()
    texts = [plate, phone, *([booking["otp"]] if booking["otp"] else [])]
    assert_shows_last_known(page, *texts)
    page.goto("/")
    assert_shows_last_known(page, *texts)

    page.context.set_offline(False)
    expect(page.get_by_text(re.compile("^Last known"))).to_have_count(0, timeout=TIMEOUT_MS)
    page.goto(f"/bookings/{ride['id']}")
    expect(page.get_by_text(plate).first).to_be_visible(timeout=TIMEOUT_MS)
    log_out(page)
    assert_nothing_stored_of_trips(page)
    page.context.set_offline(True)
    page.goto(f"/bookings/{ride['id']}")
    expect(page.get_by_role("banner")).to_be_visible(timeout=TIMEOUT_MS)
    assert_nothing_stored_of_trips(page)
    expect(page.get_by_text(plate)).to_have_count(0)


def test_driver_who_reloads_offline_sees_the_last_known_trip(
    platform: Platform, ride: dict[str, Any], phone: Phone
) -> None:
    customer = Person(platform, "ben").get(f"bookings/{ride['id']}/")["customer"]
    stored_shell_of(phone.page)
    phone.lose_network()
    phone.page.reload()
    assert_shows_last_known(phone.page, customer["name"], customer["contact"])
    phone.find_network()
    end = phone.page.get_by_role("button", name=re.compile("Slide to end trip"))
    expect(end).to_be_visible(timeout=TIMEOUT_MS)
