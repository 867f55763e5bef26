"""Every marked dialog takes the focus, passes axe and returns the focus on Escape."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import enter_as, sign_in_as
from tests.e2e.rides import STAND, Person, book, no_other_trips
from tests.e2e.test_axe import AXE, PAGES
from tests.e2e.travel import prepare_travel, travel_to
from tests.platform import Platform

pytestmark = pytest.mark.e2e

AT_LEAST: Final = {"Ada": 4, "Ben": 4, "Fay": 5, "Dora": 30}
"""The minimum of dialogs for each user: without any, the test would prove nothing."""
SHARED: Final = ("Export", "Columns", "Views", "Inbox", "Alerts", "Go to", "Credentials of")
"""Starts of the names of buttons that open the same dialog in many places."""
PASSED_OVER: Final = ("Keyboard shortcuts", "Book now")
"""A dialog that replaces another, and a form's button that first shows what is missing."""
HELPERS: Final = """
const visible = (element) => element.checkVisibility({visibilityProperty: true});
const nameOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim();
window.lookFor = (popup, root) => {
    const seen = new Set();
    return [...(root ?? document).querySelectorAll(`[aria-haspopup=${popup}]`)].flatMap((opener) => {
        if (!visible(opener) || opener.matches(":disabled, [data-disabled]")) return [];
        const row = opener.closest("tr, li");
        const at = row ? [...row.querySelectorAll("[aria-haspopup]")].indexOf(opener) : -1;
        // Of a list's rows one is enough.
        const key = row && row.parentElement.children.length > 1 ? `${opener.tagName} ${at}` : nameOf(opener);
        if (seen.has(key)) return [];
        seen.add(key);
        const id = `opener-${Math.random().toString(36).slice(2)}`;
        opener.setAttribute("data-opener", id);
        return [[id, nameOf(opener), opener.matches("[role=gridcell]")]];
    });
};
window.openDialogs = () => [...document.querySelectorAll("[role=dialog]")].filter(visible);
"""
OPEN: Final = "(depth) => until(() => openDialogs().length > depth)"
FOCUS_INSIDE: Final = "(depth) => until(() => openDialogs()[depth]?.contains(document.activeElement))"
FOCUS_IN_MENU: Final = (
    "() => until(() => document.querySelector('[role=menu]')?.contains(document.activeElement))"
)
CLOSED: Final = "(depth) => until(() => openDialogs().length <= depth)"
RETURNED: Final = "(id) => until(() => document.activeElement?.getAttribute('data-opener') === id)"
FOCUSED: Final = "() => document.activeElement?.outerHTML.slice(0, 200)"
RUN: Final = """async (depth) => {
    const {violations} = await axe.run(openDialogs()[depth], {resultTypes: ["violations"]});
    return violations.map(({id, help, nodes}) => [
        id, help, nodes.slice(0, 3).map(({html}) => html.slice(0, 300)),
    ]);
}"""


class Walk:
    """Opens all marked dialogs on a user's pages."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.opened: list[str] = []
        self.wrong: list[str] = []
        self.seen: set[str] = set()

    def visit(self, path: str) -> None:
        travel_to(self.page, path)
        for opener, name, cell in self.page.evaluate("() => lookFor('dialog')"):
            self._try(opener, f"{path}: {name}", name, cell=cell)
        for button, name, _ in self.page.evaluate("() => lookFor('menu')"):
            if name not in self.seen:
                self.seen.add(name)
                self._try_menu(button, path, name)

    def _try_menu(self, button: str, path: str, name: str) -> None:
        """Open each menu item that opens a dialog; the focus returns to the menu's button."""
        at = 0
        while True:
            self.page.locator(f"[data-opener={button}]").click()
            items = self.page.locator("[role=menuitem][aria-haspopup=dialog]:not([data-disabled])")
            # Escape closes the menu only once the focus is in it.
            if not self.page.evaluate(FOCUS_IN_MENU):
                self.wrong.append(f"{path}: {name}: the focus is on {self.page.evaluate(FOCUSED)}")
                return
            if at >= items.count():
                self.page.keyboard.press("Escape")
                self.page.locator("[role=menu]").wait_for(state="detached")
                return
            label = f"{path}: {name} > {items.nth(at).inner_text()}"
            items.nth(at).click()
            self._look(label, button, depth=0)
            at += 1

    def _try(self, opener: str, label: str, name: str, *, cell: bool = False, depth: int = 0) -> None:
        if name in PASSED_OVER:
            return
        if name.startswith(SHARED):
            shared = next(start for start in SHARED if name.startswith(start))
            if shared in self.seen:
                return
            self.seen.add(shared)
        target = self.page.locator(f"[data-opener={opener}]")
        if cell:
            target.focus()
            self.page.keyboard.press("Enter")
        else:
            target.click()
        self._look(label, opener, depth=depth)

    def _look(self, label: str, opener: str, *, depth: int) -> None:
        """Check the open dialog: its focus, axe and the dialogs that it opens."""
        if not self.page.evaluate(OPEN, depth):
            self.wrong.append(f"{label}: opens no dialog")
            return
        if not self.page.evaluate(FOCUS_INSIDE, depth):
            self.wrong.append(f"{label}: the focus is not in it but on {self.page.evaluate(FOCUSED)}")
        self.opened.append(label)
        self.wrong += [f"{label}: axe: {found}" for found in self.page.evaluate(RUN, depth)]
        if depth == 0:
            for inner, name, cell in self.page.evaluate("() => lookFor('dialog', openDialogs()[0])"):
                self._try(inner, f"{label} > {name}", name, cell=cell, depth=1)
        self.page.keyboard.press("Escape")
        if not self.page.evaluate(CLOSED, depth):
            self.wrong.append(f"{label}: Escape does not close it")
        if not self.page.evaluate(RETURNED, opener):
            self.wrong.append(f"{label}: the focus is on {self.page.evaluate(FOCUSED)}")


def pages_of(platform: Platform, name: str) -> Iterator[str]:
    """Yield the pages of the list, a booking, and for staff a user of each kind."""
    yield from PAGES[name]
    if bookings := Person(platform, name.lower()).get("bookings/")["results"]:
        yield f"/bookings/{bookings[0]['id']}"
    if name == "Dora":
        for person in ("ada", "ben"):
            yield f"/people/{Person(platform, person).get('me/')['id']}"


def open_profile(page: Page) -> None:
    """Open a page to start on without a reload, once its router listens."""
    page.goto("/profile")
    page.locator("main h1").wait_for()


@pytest.mark.parametrize("name", [*PAGES])
def test_every_dialog_takes_and_returns_the_focus(platform: Platform, open_page: OpenPage, name: str) -> None:
    page = open_page()
    page.add_init_script(f"localStorage.setItem('hansom.language', 'en');\n{AXE}\n{HELPERS}")
    prepare_travel(page)
    enter_as(page, name)
    open_profile(page)
    walk = Walk(page)
    for path in pages_of(platform, name):
        walk.visit(path)
    assert not walk.wrong, "\n".join([*walk.wrong, "", "opened:", *walk.opened])
    assert len(walk.opened) >= AT_LEAST[name], "\n".join(["too few dialogs:", *walk.opened])


@pytest.mark.parametrize(("name", "at_least"), [("Ada", 5), ("Ben", 4), ("Dora", 6)])
def test_every_dialog_of_a_live_ride_takes_and_returns_the_focus(
    platform: Platform, open_page: OpenPage, name: str, at_least: int
) -> None:
    with no_other_trips(platform):
        ben = Person(platform, "ben")
        ben.work_at(STAND["latitude"], STAND["longitude"])
        ride = book(Person(platform, "ada"))
        ben.take(ride["id"])
        page = open_page(permissions=["geolocation"], geolocation=STAND)
        page.add_init_script(f"localStorage.setItem('hansom.language', 'en');\n{AXE}\n{HELPERS}")
        prepare_travel(page)
        enter_as(page, name)
        open_profile(page)
        walk = Walk(page)
        walk.visit("/bookings" if name == "Ben" else f"/bookings/{ride['id']}")
    assert not walk.wrong, "\n".join([*walk.wrong, "", "opened:", *walk.opened])
    assert len(walk.opened) >= at_least, "\n".join(["too few dialogs:", *walk.opened])


def test_phone_menu_moves_the_focus_to_the_next_pages_heading(open_page: OpenPage) -> None:
    page = open_page(phone=True)
    sign_in_as(page, "Ada")
    page.goto("/wallet")
    button = page.get_by_role("button", name="Open menu")
    button.click()
    page.get_by_role("dialog").get_by_role("link", name="Profile").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused(timeout=TIMEOUT_MS)
    button.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()
