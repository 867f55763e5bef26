"""Every page of the app as every kind of visitor, in the browser; a page without a row fails."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from apps.core.pages.routes import BACK_OFFICE, PAGES
from tests.documents import ROUTES
from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as
from tests.e2e.travel import GO

pytestmark = pytest.mark.e2e

EVERYBODY: Final = "rider, admin, driver, fleetadmin"
BESIDE_THE_DOCUMENTS: Final = {
    "/bookings/history": EVERYBODY,
    "/bookings/calendar": EVERYBODY,
    "/bookings/:id": EVERYBODY,
    "/bookings/:id/receipt": EVERYBODY,
    "/wallet": "rider, driver",
    "/statements": "driver",
    "/help": "rider, driver",
    "/help/:id": "rider, driver",
    "/payments/:ref": "rider, driver",
    "/payments/test/:ref": "all",
    "/terms-of-use": "all",
    "/setup": "all",
    "/reset-password": "all",
    "/verify-email": "all",
    "/trip/:token": "all",
    "/inspection/:token": "all",
}
PERMITTED: Final = (
    {route: ", ".join(roles) for route, roles in BACK_OFFICE.items()} | ROUTES | BESIDE_THE_DOCUMENTS
)
BY_ADDRESS: Final = ("/dashboard", "/bookings", "/people/:id", "/payments/:ref")
"""Pages that each role opens by address, and visitors every page; links are faster. `make soak` has all."""
PATH: Final = "location.pathname"
SENT_TO: Final = f"""async (path) => {{
    for (let tries = 0; tries < {TIMEOUT_MS / 100} && {PATH} !== path; tries++)
        await new Promise((next) => setTimeout(next, 100));
    return {PATH};
}}"""
REFUSED: Final = "Your account doesn’t have access to that page."
LOG_IN: Final = "Log in to see this page."
PEOPLE: Final = {"rider": "Ada", "driver": "Ben", "fleetadmin": "Fay", "admin": "Dora"}


def test_every_page_of_the_app_has_a_row() -> None:
    assert PERMITTED.keys() == set(PAGES)


@pytest.mark.parametrize("by_address", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("role", [None, *PEOPLE])
def test_pages_open_to_allowed_roles_and_send_others_to_login(
    open_page: OpenPage, role: str | None, by_address: bool
) -> None:
    page = open_page()
    if role:
        enter_as(page, PEOPLE[role])
    for route, permitted in PERMITTED.items():
        if route == "/login":
            continue
        path = route.replace(":id", "0").replace(":token", "none").replace(":ref", "none")
        if role is None or by_address or route in BY_ADDRESS:
            open_path(page, path, signed_in=role is not None)
        else:
            page.evaluate(GO, path)
            # The guard decides in the next frame.
            page.wait_for_timeout(100)
        if permitted == "all" or role in permitted.split(", "):
            expect(page.get_by_role("main")).to_be_visible()
            expect(page.get_by_role("main").get_by_text("Loading", exact=True)).to_have_count(0)
            assert page.evaluate(PATH) != "/login", f"{route} is closed to {role}"
        else:
            # Evaluated in the page: Playwright may still have the address of the previous page.
            assert page.evaluate(SENT_TO, "/login") == "/login", f"{route} is open to {role}"
            expect(page.get_by_text(REFUSED if role else LOG_IN), f"{route} for {role}").to_be_visible()


def open_path(page: Page, path: str, *, signed_in: bool) -> None:
    """Open a page by its address, and wait until the user is known."""
    if not signed_in:
        page.goto(path)
        return
    with page.expect_response("**/auth/refresh/"):
        page.goto(path, wait_until="commit")
    # The guard decides in the next frame.
    page.wait_for_timeout(200)
