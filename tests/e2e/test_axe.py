"""axe on every page of every kind of visitor, in both writing directions and both color schemes."""

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal

import axe_playwright_python
import pytest
from playwright.sync_api import Page

from apps.core.pages.routes import BACK_OFFICE
from tests.e2e.conftest import OpenPage
from tests.e2e.people import sign_in_as
from tests.e2e.travel import prepare_travel, travel_to

pytestmark = pytest.mark.e2e

AXE: Final = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RUN: Final = """async () => {
    const {violations} = await axe.run(document, {resultTypes: ["violations"]});
    return violations.map(({id, help, nodes}) => ({
        id, help, nodes: nodes.map(({html, failureSummary}) => [html.slice(0, 300), failureSummary]),
    }));
}"""


def office_pages(role: str) -> list[str]:
    """Return the pages that a role may open, without those of one record."""
    return [page for page, roles in BACK_OFFICE.items() if role in roles and ":" not in page]


PUBLIC_PAGES: Final = (
    "/",
    "/login",
    "/register",
    "/about-us",
    "/privacy-policy",
    "/terms-of-use",
    "/setup",
    "/reset-password",
    "/nowhere",
)
PAGES: Final[dict[str, Sequence[str]]] = {
    "Ada": ("/bookings", "/bookings/calendar", "/profile", "/wallet"),
    "Ben": ("/bookings", "/bookings/history", "/profile", "/wallet"),
    "Fay": (*office_pages("fleetadmin"), "/bookings"),
    "Dora": (*office_pages("admin"), "/bookings"),
}


SHORT: Final = ((None, "en", "light"), ("Dora", "ar", "dark"))
"""Public pages in one pair, the back office in the other; `make soak` checks all users in all four pairs."""


def runs() -> Iterator[Any]:
    """Yield user, language and color scheme of each run."""
    for name, language, scheme in product((None, *PAGES), ("en", "ar"), ("light", "dark")):
        run = (name, language, scheme)
        yield run if run in SHORT else pytest.param(*run, marks=pytest.mark.soak)


def look(page: Page, path: str) -> list[Any]:
    """Return the violations that axe finds on a page that has loaded."""
    travel_to(page, path)
    return [(path, found["id"], found["help"], found["nodes"][:3]) for found in page.evaluate(RUN)]


@pytest.mark.parametrize(("name", "language", "scheme"), [*runs()])
def test_axe_finds_no_violations(
    open_page: OpenPage, name: str | None, language: str, scheme: Literal["light", "dark"]
) -> None:
    page = open_page(reduced_motion="reduce", color_scheme=scheme)
    page.add_init_script(f"localStorage.setItem('hansom.language', '{language}');\n{AXE}")
    prepare_travel(page)
    if name:
        sign_in_as(page, name)
    page.goto(PAGES[name][0] if name else PUBLIC_PAGES[0])
    violations = [found for path in (PAGES[name] if name else PUBLIC_PAGES) for found in look(page, path)]
    assert not violations, "\n\n".join(str(each) for each in violations)
