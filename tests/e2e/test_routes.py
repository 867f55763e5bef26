"""Every page of the app against every kind of visitor, in the browser; a page without a row fails."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.documents import ROUTES
from tests.e2e.conftest import OpenPage
from tests.e2e.people import enter_as
from tests.servers import ROOT

pytestmark = pytest.mark.e2e

EVERYBODY: Final = "rider, admin, driver, fleetadmin"
BESIDE_THE_DOCUMENTS: Final = {
    "/bookings/history": EVERYBODY,
    "/bookings/:id": EVERYBODY,
    "/reset-password": "all",
    "/verify-email": "all",
}
PERMITTED: Final = ROUTES | BESIDE_THE_DOCUMENTS
PEOPLE: Final = {"rider": "Ada", "driver": "Ben", "fleetadmin": "Fay", "admin": "Dora"}


def test_every_page_of_the_app_has_a_row() -> None:
    router = (ROOT / "frontend/src/app/router.tsx").read_text()
    table = (ROOT / "frontend/src/app/routes.ts").read_text()
    named = set(re.findall(r'path="(/[^"]*)"', router)) | set(re.findall(r'^  "(/[a-z-]+)":', table, re.M))
    assert named - PERMITTED.keys() == set(), "pages that nobody decided about"
    assert PERMITTED.keys() - named - {"/"} == set(), "rows about nothing"


@pytest.mark.parametrize("role", [None, *PEOPLE])
def test_pages_open_to_those_who_may_and_send_others_to_login(open_page: OpenPage, role: str | None) -> None:
    page = open_page()
    if role:
        enter_as(page, PEOPLE[role])
    got = {route: opens(page, route.replace(":id", "0")) for route in PERMITTED if route != "/login"}
    assert got == {
        route: permitted == "all" or role in permitted.split(", ")
        for route, permitted in PERMITTED.items()
        if route != "/login"
    }


def opens(page: Page, path: str) -> bool:
    """Whether a page asked for by its address stays, rather than ending at /login."""
    page.goto(path)
    # Settled: something of the page itself is there, not the spinner of the guard.
    expect(page.get_by_role("main").or_(page.get_by_role("heading", level=1)).first).to_be_visible()
    expect(page.get_by_role("status", name=re.compile("Loading"))).to_have_count(0)
    return not page.url.endswith("/login")
