"""A release is published while pages of the one before are open."""

import re

import pytest
from playwright.sync_api import Page, Request, Route, WebSocketRoute, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.people import enter_as

pytestmark = pytest.mark.e2e

OTHER = '<script type="module" crossorigin src="/static/assets/index-00000000.js"></script>'
READY = "A new version is available."


class NewRelease:
    """The server has another release than the page, and none of its parts, until the page is loaded again."""

    def __init__(self, page: Page, *, gone: str = "") -> None:
        self.navigations: list[str] = []
        self.lost = 0
        page.on("request", self._watch)
        page.route(re.compile(r"/static/index\.html\?latest"), self._answer)
        if gone:
            page.route(re.compile(rf"/static/assets/{gone}-.{{8}}\.js"), self._lose)

    def _watch(self, request: Request) -> None:
        if request.is_navigation_request():
            self.navigations.append(request.url)

    @property
    def loads(self) -> int:
        return len(self.navigations)

    def _answer(self, route: Route) -> None:
        if self.loads == 0:
            route.fulfill(body=OTHER, content_type="text/html")
        else:
            route.continue_()

    def _lose(self, route: Route) -> None:
        if self.loads == 0:
            self.lost += 1
            route.fulfill(status=404, body="")
        else:
            route.continue_()


@pytest.fixture
def office(open_page: OpenPage) -> Page:
    """Dora's, with no service worker that has all parts stored."""
    page = open_page(service_workers="block")
    enter_as(page, "Dora")
    page.goto("/settings")
    expect(page.get_by_role("textbox", name="Currency symbol")).to_be_visible()
    return page


def test_page_whose_part_is_gone_is_loaded_again_where_it_was_going(office: Page) -> None:
    release = NewRelease(office, gone="languages-page")
    menu = office.get_by_role("navigation", name="Back office")
    menu.get_by_role("link", name="Languages").click()
    expect(office).to_have_url(re.compile("/languagesetting$"))
    expect(office.get_by_role("heading", level=1, name="Languages")).to_be_visible()
    assert release.loads == 1


def test_page_is_not_loaded_again_while_a_change_is_not_saved(office: Page) -> None:
    symbol = office.get_by_role("textbox", name="Currency symbol")
    before = symbol.input_value()
    symbol.fill("¤")
    release = NewRelease(office, gone="command-palette")
    with office.expect_response(re.compile("/static/assets/command-palette-")):
        office.keyboard.press("Control+k")
    assert (release.lost, release.navigations) == (1, [])
    expect(office.get_by_text(READY)).to_be_visible()
    office.wait_for_timeout(2000)
    expect(symbol).to_have_value("¤")
    assert release.navigations == []
    symbol.fill(before)
    symbol.blur()
    expect(office.get_by_text(READY)).to_have_count(0)
    expect(symbol).to_have_value(before)
    assert release.loads == 1


def test_new_release_is_announced_when_the_server_is_back(open_page: OpenPage) -> None:
    page = open_page(service_workers="block")
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(re.compile(r"/ws/v1/"), connect)
    enter_as(page, "Ada")
    page.goto("/wallet")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    with page.expect_request(re.compile(r"/api/v1/realtime/ticket/")):
        release = NewRelease(page)
        page.wait_for_timeout(1000)
        while sockets:
            sockets.pop().close()
    expect(page.get_by_text(READY)).to_be_visible()
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_text(READY)).to_have_count(0)
    assert release.loads == 1
