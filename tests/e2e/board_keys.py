"""A dispatcher who runs the board by keys alone, for as long as jobs come."""

import random
import re
import time
from dataclasses import dataclass, field

from playwright.sync_api import Error, Locator, Page, expect

SHORT_MS = 8_000
"""For what opens or closes at a key; a job that changes meanwhile refuses."""
EXTRAS = ((4, "message"), (6, "reassign"), (9, "cancel"))
"""What else is done, each time that so many jobs were assigned."""


@dataclass
class Done:
    """What the server confirmed, counted."""

    assigned: int = 0
    reassigned: int = 0
    cancelled: int = 0
    messages: int = 0
    given_up: int = 0
    """Actions that a change of the job in between had stopped."""
    seconds: list[float] = field(default_factory=list)
    """Of each assignment, from the first key to the closed dialog."""


class BoardKeys:
    """Takes the next job that waits, and sometimes reassigns, cancels or writes to the drivers."""

    def __init__(self, page: Page, chance: random.Random) -> None:
        self.page = page
        self.chance = chance
        self.done = Done()
        self.planned: list[str] = []
        self.looked_at = 0

    def work(self) -> None:
        """Do the next thing that is to do, or look at the board for a moment."""
        try:
            self._work()
        except (Error, AssertionError):
            self.done.given_up += 1
            self._leave()

    def _work(self) -> None:
        self.planned += [extra for every, extra in EXTRAS if self._is_due(every)]
        self.looked_at = self.done.assigned
        for extra in self.planned:
            lane = {"reassign": "on_the_way", "cancel": "waiting"}.get(extra)
            if lane is None or self._select(lane):
                self.planned.remove(extra)
                {"reassign": self._reassign, "cancel": self._cancel, "message": self._message}[extra]()
                return
        if self._select("waiting") or self._select_late():
            self._assign()
        else:
            self.page.wait_for_timeout(1_000)

    def _is_due(self, every: int) -> bool:
        """Return whether another so many jobs were assigned since the last call."""
        return self.done.assigned // every > self.looked_at // every

    def _select(self, lane: str) -> bool:
        """Select the first job of a lane; return whether there is one."""
        lanes = self.page.locator("[data-lane]:not([data-empty])")
        order = lanes.evaluate_all("lanes => lanes.map((lane) => lane.dataset.lane)")
        if lane not in order:
            return False
        self._leave()
        self.page.keyboard.press("j")
        for _ in range(order.index(lane)):
            self.page.keyboard.press("l")
        self.page.keyboard.press("Home")
        chosen = self.page.locator(f"[data-lane={lane}] [aria-selected=true]")
        expect(chosen).to_have_count(1, timeout=SHORT_MS)
        return True

    def _select_late(self) -> bool:
        """Select the first late job without a driver; others are late on their way."""
        if not self._select("late"):
            return False
        jobs = self.page.locator("[data-lane=late] [role=option]").count()
        for _ in range(jobs):
            # The bar offers A once the record of the job is read.
            self.page.wait_for_timeout(1_000)
            if self.page.get_by_role("toolbar").locator("[aria-keyshortcuts=A]").count():
                return True
            self.page.keyboard.press("j")
        return False

    def _assign(self) -> None:
        began = time.monotonic()
        self.page.keyboard.press("a")
        self._pick_nearest()
        self._is_closed()
        self.done.seconds.append(time.monotonic() - began)
        self.done.assigned += 1

    def _pick_nearest(self) -> None:
        """Enter takes the first driver of the list who is free."""
        dialog = self.page.get_by_role("dialog", name="Assign a driver")
        expect(dialog.locator("input:focus")).to_be_visible(timeout=SHORT_MS)
        expect(dialog.get_by_role("button", disabled=False).filter(has_text="Enter")).to_be_visible(
            timeout=SHORT_MS
        )
        self.page.keyboard.press("Enter")

    def _reassign(self) -> None:
        self.page.keyboard.press("r")
        self._pick_nearest()
        sheet = self.page.get_by_role("dialog")
        expect(sheet.locator("textarea:focus")).to_be_visible(timeout=SHORT_MS)
        self.page.keyboard.type("The car is full")
        self._press(sheet.get_by_role("button", name=re.compile("^Reassign to")))
        self._is_closed()
        self.done.reassigned += 1

    def _cancel(self) -> None:
        self.page.keyboard.press("c")
        sheet = self.page.get_by_role("dialog", name=re.compile("Cancel"))
        self._tab_to(sheet.get_by_role("radio").first)
        self.page.keyboard.press(" ")
        self._press(sheet.get_by_role("button", name="Cancel booking"))
        self._is_closed()
        self.done.cancelled += 1

    def _message(self) -> None:
        self._leave()
        self.page.keyboard.press("m")
        sheet = self.page.get_by_role("dialog")
        expect(sheet.locator("textarea:focus")).to_be_visible(timeout=SHORT_MS)
        self.page.keyboard.type("The match ends at ten")
        self._press(sheet.get_by_role("button", name="Send message"))
        self._is_closed()
        self.done.messages += 1

    def _press(self, button: Locator) -> None:
        self._tab_to(button)
        self.page.keyboard.press("Enter")

    def _tab_to(self, target: Locator) -> None:
        expect(target).to_be_visible(timeout=SHORT_MS)
        for _ in range(40):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab never came to it")

    def _is_closed(self) -> None:
        expect(self.page.get_by_role("dialog")).to_have_count(0, timeout=SHORT_MS)

    def _leave(self) -> None:
        """Close what is open, discard what was typed, and select no job."""
        for _ in range(6):
            self.page.keyboard.press("Escape")
            self.page.wait_for_timeout(150)
            discard = self.page.get_by_role("button", name=re.compile("Discard|Leave"))
            if discard.count() and discard.first.is_visible():
                discard.first.press("Enter")
            if self.page.get_by_role("dialog").count() == 0:
                break
        self.page.keyboard.press("Escape")
