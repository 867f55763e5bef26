"""axe on every page of every kind of visitor: both directions of writing, both colour schemes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import axe_playwright_python
import pytest
from playwright.sync_api import Page

from tests.documents import ADMIN_ROUTES
from tests.e2e.conftest import OpenPage
from tests.e2e.people import enter_as

pytestmark = pytest.mark.e2e

AXE: Final = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RUN: Final = """async (rules) => {
    const asked = {resultTypes: ["violations"]};
    if (rules.length) asked.runOnly = {type: "rule", values: rules};
    const {violations} = await axe.run(document, asked);
    return violations.map(({id, help, nodes}) => ({
        id, help, nodes: nodes.map(({html, failureSummary}) => [html.slice(0, 300), failureSummary]),
    }));
}"""
GO: Final = """(path) => {
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
ANYBODY: Final = ("/", "/login", "/register", "/about-us", "/privacy-policy", "/reset-password", "/nowhere")
PAGES: Final[dict[str, Sequence[str]]] = {
    "Ada": ("/bookings", "/bookings/calendar", "/profile", "/wallet"),
    "Ben": ("/bookings", "/bookings/history", "/profile", "/wallet"),
    "Fay": ("/dashboard", "/drivers", "/driverearning", "/bookings"),
    "Dora": (
        *("/dashboard", "/bookings", "/drivers", "/driverearning", *ADMIN_ROUTES),
        *("/transactions", "/payment-accounts", "/audit"),
    ),
}


def look(page: Page, path: str, *, said: list[Any]) -> None:
    """Both schemes of one page as it stands now."""
    page.evaluate(GO, path)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(250)
    for scheme, rules in (("light", []), ("dark", ["color-contrast"])):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        said += [
            (path, scheme, found["id"], found["help"], found["nodes"][:3])
            for found in page.evaluate(RUN, rules)
        ]


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", [None, *PAGES])
def test_axe_finds_nothing(open_page: OpenPage, name: str | None, language: str) -> None:
    page = open_page(reduced_motion="reduce", color_scheme="light")
    page.add_init_script(f"localStorage.setItem('hansom.language', '{language}');\n{AXE}")
    said: list[Any] = []
    if name:
        enter_as(page, name)
    else:
        page.goto("/")
    for path in PAGES[name] if name else ANYBODY:
        look(page, path, said=said)
    assert not said, "\n\n".join(str(each) for each in said)
