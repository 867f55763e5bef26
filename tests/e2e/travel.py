"""Follows links from page to page of the app, which is faster than loading each page."""

from typing import Final

from playwright.sync_api import Page

from tests.e2e.rides import LONG

HELPERS: Final = """
window.underWay = 0;
const send = window.fetch;
window.fetch = (...request) => {
    window.underWay += 1;
    return send(...request).finally(() => { window.underWay -= 1; });
};
window.until = async (holds, seconds = 15) => {
    for (let tries = 0; tries < seconds * 10; tries++) {
        if (holds()) return true;
        await new Promise((next) => setTimeout(next, 100));
    }
    return false;
};
"""
GO: Final = """(path) => {
    // The old page stays until the next one's scripts load; pages of one component may keep the heading.
    const reused = path === location.pathname
        || [/^[/]people[/]/, /^[/](reset-password|verify-email)/].some((component) =>
            [path, location.pathname].every((page) => component.test(page)));
    const heading = document.querySelector("main h1");
    if (!reused) heading?.setAttribute("data-old", heading.textContent);
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
SETTLED: Final = f"""async () => {{
    let [before, same] = ["", 0];
    return await until(() => {{
        const heading = document.querySelector("main h1");
        const now = `${{location.pathname}} ${{heading?.textContent ?? ""}}
            ${{document.querySelectorAll("[aria-haspopup], [class*=Skeleton-root]").length}}`;
        const isNew = heading && heading.textContent !== heading.getAttribute("data-old");
        same = now === before && underWay === 0 && isNew ? same + 1 : 0;
        before = now;
        return same >= 5;
    }}, {LONG // 1000});
}}"""


def prepare_travel(page: Page) -> None:
    """Prepare a page for `travel_to`, before it opens."""
    page.add_init_script(HELPERS)


def travel_to(page: Page, path: str) -> None:
    """Follow a link to the path, and wait until the page has all its data."""
    page.evaluate(GO, path)
    assert page.evaluate(SETTLED), f"{path} is still loading"
