"""Every route has its own tab title, from a text that every language has."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage
from tests.e2e.people import enter_as
from tests.e2e.rides import Person
from tests.e2e.test_routes import PEOPLE, PERMITTED
from tests.platform import Platform
from tests.servers import ROOT

pytestmark = pytest.mark.e2e

CATALOGUES: Final = ROOT / "frontend/src/i18n"
LANGUAGES: Final = ("ar", "de", "en", "es", "fr", "hi", "pt", "zh")
SHOWN: Final = """async () => {
    const read = () => [document.querySelector("main h1")?.textContent.trim() ?? "", document.title];
    for (let tries = 0; tries < 300; tries++) {
        const [heading, title] = read();
        if (heading && title.startsWith(`${heading} · `)) break;
        await new Promise((next) => setTimeout(next, 100));
    }
    return read();
}"""
RECORD: Final = (
    "/bookings/:id",
    "/bookings/:id/receipt",
    "/people/:id",
    "/trip/:token",
    "/inspection/:token",
)
"""Pages of one record, whose headings name it."""
ALIKE: Final = ({"/bookings", "/bookings/history"}, {"/reset-password", "/verify-email"})
"""The rider's list at two addresses; expired links from emails."""


def texts(language: str) -> dict[str, str]:
    """Return the texts of a catalogue by file and key."""
    found: dict[str, str] = {}

    def collect(part: dict[str, Any], key: str) -> None:
        for name, value in part.items():
            if isinstance(value, dict):
                collect(value, f"{key}.{name}")
            else:
                found[f"{key}.{name}"] = value

    for path in (CATALOGUES / language).glob("*.json"):
        collect(json.loads(path.read_text()), path.stem)
    return found


def routes_by_role() -> dict[str | None, list[str]]:
    """Return each route once: with the first role that may open it, or as a visitor."""
    routes: dict[str | None, list[str]] = {}
    for route, permitted in PERMITTED.items():
        if route == "/":
            continue
        role = None if permitted == "all" else next(role for role in PEOPLE if role in permitted)
        routes.setdefault(role, []).append(route)
    return routes


def address(platform: Platform, route: str) -> str:
    if route.startswith("/bookings/:id"):
        bookings = Person(platform, "ada").get("bookings/")["results"]
        paid = [booking["id"] for booking in bookings if booking["status"] == "PAID"]
        return route.replace(":id", str([*paid, 0][0]))
    if route == "/people/:id":
        return route.replace(":id", str(Person(platform, "ben").get("me/")["id"]))
    return route.replace(":token", "none").replace(":ref", "none")


def title_of(page: Page, path: str) -> tuple[str, str]:
    """Return the page's heading and the tab's title, once both are those of this path."""
    page.goto(path)
    heading, title = page.evaluate(SHOWN)
    return heading, title


def test_every_route_has_its_own_title_in_every_language(platform: Platform, open_page: OpenPage) -> None:
    titles: dict[str, str] = {}
    headings: dict[str, str] = {}
    for role, routes in routes_by_role().items():
        page = open_page()
        page.add_init_script("localStorage.setItem('hansom.language', 'en')")
        if role:
            enter_as(page, PEOPLE[role])
        for route in routes:
            headings[route], titles[route] = title_of(page, address(platform, route))
        page.context.close()
    home = open_page()
    home.add_init_script("localStorage.setItem('hansom.language', 'en')")
    home.goto("/")
    home.get_by_role("heading", level=1).first.wait_for()
    app_name = home.title()

    assert len(titles) > 35, titles
    bare = {route for route, title in titles.items() if title in ("", app_name)}
    assert not bare, f"no title but the app's name: {bare}"
    assert all(title.endswith(f" · {app_name}") for title in titles.values()), titles
    shared = [
        (route, other, title)
        for route, title in titles.items()
        for other, same in titles.items()
        if route < other and title == same and not {route, other} & {*RECORD} and {route, other} not in ALIKE
    ]
    assert not shared, f"routes with one title: {shared}"

    english = texts("en")
    fixed = {route: heading for route, heading in headings.items() if route not in RECORD}
    for language in LANGUAGES:
        catalogue = texts(language)
        missing = {
            route: heading
            for route, heading in fixed.items()
            if not any(text == heading and catalogue.get(key) for key, text in english.items())
        }
        assert not missing, f"not in {language}: {missing}"
