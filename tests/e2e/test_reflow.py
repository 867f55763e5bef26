"""No page scrolls sideways: on the narrowest phone, and at 200 percent zoom (WCAG 2.2, 1.4.10)."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.e2e.conftest import OpenPage
from tests.e2e.people import sign_in_as
from tests.e2e.rides import Person
from tests.e2e.test_axe import PAGES, PUBLIC_PAGES
from tests.e2e.travel import prepare_travel, travel_to
from tests.platform import Platform

pytestmark = pytest.mark.e2e

NARROW: Final = ViewportSize(width=320, height=640)
ZOOMED: Final = ViewportSize(width=640, height=400)
"""A window of 1280 by 800 at 200 percent."""
TOO_WIDE: Final = """() => {
    const {scrollWidth, clientWidth} = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const beyond = [...document.querySelectorAll("body *")].filter((part) => {
        const {left, right, width} = part.getBoundingClientRect();
        return width > 0 && (right > clientWidth + 0.5 || left < -0.5);
    });
    return [scrollWidth, clientWidth, ...beyond.slice(0, 6).map(
        (part) => `${part.tagName}.${String(part.className).slice(0, 60)} ${part.textContent.slice(0, 30)}`
    )];
}"""


def too_wide(page: Page, path: str) -> list[Any]:
    """Return the elements that are wider than the window, in both sizes."""
    page.set_viewport_size(NARROW)
    travel_to(page, path)
    found = []
    for size in (NARROW, ZOOMED):
        page.set_viewport_size(size)
        page.wait_for_timeout(150)
        if wide := page.evaluate(TOO_WIDE):
            found.append((path, size["width"], wide))
    return found


def pages_of(platform: Platform, name: str | None) -> list[str]:
    """Return every page of the list, and one of each page with an id in its path."""
    if name is None:
        return list(PUBLIC_PAGES)
    pages = list(PAGES[name])
    if bookings := Person(platform, name.lower()).get("bookings/")["results"]:
        booking = bookings[0]["id"]
        pages += [f"/bookings/{booking}", f"/bookings/{booking}/receipt"]
    if name == "Dora":
        pages.append(f"/people/{Person(platform, 'ada').get('me/')['id']}")
    return pages


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", [None, *PAGES])
def test_no_page_scrolls_sideways(
    platform: Platform, open_page: OpenPage, name: str | None, language: str
) -> None:
    page = open_page(viewport=NARROW)
    page.add_init_script(f"localStorage.setItem('hansom.language', '{language}')")
    prepare_travel(page)
    if name:
        sign_in_as(page, name)
    paths = pages_of(platform, name)
    page.goto(paths[0])
    found = [wide for path in paths for wide in too_wide(page, path)]
    assert not found, "\n".join(str(each) for each in found)
