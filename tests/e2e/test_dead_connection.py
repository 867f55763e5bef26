"""A dead connection without an error, and map buttons under other elements."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, WebSocketRoute, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as, sign_in_as
from tests.e2e.rides import STAND, Person, book, no_other_trips
from tests.platform import Platform

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
PHONES: Final = (320, 390)
COVERED: Final = """(buttons) => buttons.flatMap((button) => {
    if (!button.checkVisibility({visibilityProperty: true})) return [];
    button.scrollIntoView({block: "center"});
    const own = button.getBoundingClientRect();
    const over = document.querySelectorAll("[data-map-top], [data-snap], section[aria-live=polite]");
    const panels = [...over].filter((panel) => {
        const box = panel.getBoundingClientRect();
        return box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
    });
    const corners = [own.left + 6, own.right - 6].flatMap(
        (x) => [own.top + 6, own.bottom - 6].map((y) => [x, y])
    );
    const under = corners.filter(([x, y]) => !button.contains(document.elementFromPoint(x, y)));
    return panels.length + under.length > 0 ? [`${button.ariaLabel}: ${panels.length} ${under}`] : [];
})"""


class Link:
    """Between a page and the platform: when it is dead, nothing arrives and nothing is refused."""

    def __init__(self, page: Page) -> None:
        self.is_dead = False
        self.is_live = False
        self._page = page
        self._held: list[Route] = []
        page.route("**/*", self._pass_on)
        page.route_web_socket(re.compile(r"/ws/v1/"), self._connect)

    def wait_until_live(self) -> None:
        """Wait until the socket has received something."""
        for _ in range(TIMEOUT_MS // 100):
            if self.is_live:
                return
            self._page.wait_for_timeout(100)
        raise AssertionError("Nothing came through the socket.")

    def come_back(self) -> None:
        self.is_dead = False
        while self._held:
            self._held.pop().abort()

    def _pass_on(self, route: Route) -> None:
        if self.is_dead:
            self._held.append(route)
        else:
            route.continue_()

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.is_dead:
            return
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if self.is_dead else server.send(text))
        server.on_message(lambda text: self._receive(socket, text))

    def _receive(self, socket: WebSocketRoute, text: str | bytes) -> None:
        if not self.is_dead:
            self.is_live = True
            socket.send(text)


def banner_of(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="You’re offline.")


@pytest.mark.parametrize(("name", "path"), [("Ada", "/"), ("Ben", "/"), ("Dora", "/settings")])
def test_page_shows_a_dead_connection_that_the_browser_does_not_report(
    open_page: OpenPage, snap: Snap, name: str, path: str
) -> None:
    page = open_page(phone=name != "Dora", permissions=["geolocation"], geolocation=STAND)
    enter_as(page, name)
    link = Link(page)
    page.goto(path)
    link.wait_until_live()
    page.get_by_role("heading", level=1).first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    expect(banner_of(page)).to_have_count(0)

    link.is_dead = True
    # heartbeat.test.ts checks the three seconds; here a frame may still be on its way.
    expect(banner_of(page)).to_be_visible()
    assert page.evaluate("navigator.onLine")
    snap(page, f"dead-link-{name}")

    link.come_back()
    expect(page.get_by_text("You’re offline.")).to_have_count(0, timeout=TIMEOUT_MS)


@pytest.fixture
def ride(platform: Platform) -> Iterator[dict[str, Any]]:
    """A ride of Ada, accepted by Ben, who is on the way."""
    with no_other_trips(platform):
        ada, ben = Person(platform, "ada"), Person(platform, "ben")
        ben.work_at(lat=STAND["latitude"], lng=STAND["longitude"])
        booking = book(ada)
        ben.take(booking["id"])
        yield booking


def assert_no_button_is_covered(page: Page, snap: Snap, name: str, widths: tuple[int, ...] = PHONES) -> None:
    buttons = page.get_by_role("button", name=re.compile("^(Zoom|Centre|Center|Recent)"))
    for width in widths:
        page.set_viewport_size(ViewportSize(width=width, height=640 if width == 320 else 844))
        page.locator(".leaflet-container").first.wait_for(timeout=TIMEOUT_MS)
        page.wait_for_load_state("networkidle")
        snap(page, f"{name}-{width}")
        found = buttons.evaluate_all(COVERED)
        assert not found, f"{name} at {width} px: {found}"


def test_panel_covers_no_map_button_on_a_phone(open_page: OpenPage, snap: Snap, ride: dict[str, Any]) -> None:
    rider = open_page(phone=True)
    sign_in_as(rider, "Ada")
    rider.goto(f"/bookings/{ride['id']}")
    assert_no_button_is_covered(rider, snap, "trip")
    driver = open_page(phone=True, permissions=["geolocation"], geolocation=STAND)
    enter_as(driver, "Ben")
    assert_no_button_is_covered(driver, snap, "console-on-a-trip")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_booking_form_covers_no_map_button(open_page: OpenPage, snap: Snap, language: str) -> None:
    page = open_page()
    page.add_init_script(f"localStorage.setItem('hansom.language', '{language}')")
    page.goto("/")
    pickup = page.get_by_role("combobox").filter(visible=True).nth(1)
    pickup.fill("Newport")
    page.get_by_role("listbox").get_by_role("option").first.click()
    for width in (*PHONES, 1280, 1920):
        assert_no_button_is_covered(page, snap, f"home-{language}", (width,))
    # Required by the licence of the map data.
    expect(page.get_by_role("link", name="© OpenStreetMap contributors")).to_be_in_viewport()


def test_panel_of_an_idle_console_covers_no_map_button(open_page: OpenPage, snap: Snap) -> None:
    driver = open_page(phone=True, permissions=["geolocation"], geolocation=STAND)
    enter_as(driver, "Ben")
    assert_no_button_is_covered(driver, snap, "console-idle")
