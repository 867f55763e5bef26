"""Users of the seeded platform as API clients and as browser pages."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page

from apps.simulator.api import Api
from apps.simulator.live import Live

PASSWORD = "hansom123"


def new_person() -> tuple[str, str, str]:
    """Return a first name, an address and a number that are not in use."""
    number = uuid4().int
    name = "Q" + "".join(chr(ord("a") + number // 26**place % 26) for place in range(7))
    return name, f"{name.lower()}@people.example", f"+4477{1 + number % 7}{number % 10**7:07d}"


@asynccontextmanager
async def signed_in(url: str, name: str) -> AsyncIterator[Api]:
    """The seeded user of that first name, over the API."""
    async with Api(url, email=f"{name}@hansom.example", password=PASSWORD) as api:
        await api.sign_in()
        yield api


class Listener:
    """The events of one user's socket, in order."""

    def __init__(self, api: Api) -> None:
        self.frames: list[dict[str, Any]] = []
        self.live = Live(api, self._take)

    def types(self, topic: str) -> list[str]:
        return [frame.get("type", frame["op"]) for frame in self.frames if frame["topic"] == topic]

    async def _take(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)


async def report_position(api: Api, place: dict[str, Any]) -> None:
    """Report a driver's position."""
    point = {"lat": place["lat"], "lng": place["lng"], "at": datetime.now(UTC).isoformat()}
    await api.post("me/location/", {"points": [point]})


async def two_places(api: Api) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a pickup and a drop about a kilometre apart, near the middle of the map."""
    center = (await api.get("map/"))["center"]
    near = await api.get("places/reverse/", lat=center["lat"], lng=center["lng"])
    far = await api.get("places/reverse/", lat=center["lat"] + 0.008, lng=center["lng"] + 0.005)
    pickup, drop = (
        {"lat": place["lat"], "lng": place["lng"], "add": place["description"]} for place in (near, far)
    )
    return pickup, drop


async def book(rider: Api, pickup: dict[str, Any], drop: dict[str, Any], car: str = "Economy") -> Any:
    """Create a NEW booking, paid in cash."""
    estimate = await rider.post("estimates/", {"pickup": pickup, "drop": drop})
    quote = next(o["quote_id"] for o in estimate["options"] if o["car_type"]["name"] == car)
    return await rider.post("bookings/", {"quote_id": quote, "payment_mode": "cash"})


def log_in(page: Page, email: str, password: str) -> None:
    """Log in with the form."""
    page.goto("/login")
    page.get_by_role("textbox", name="Email").fill(email)
    page.get_by_label(re.compile(r"^Password")).fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def sign_in_as(page: Page, name: str) -> None:
    """Log in over the API; the next page that opens is that user's. Costs a third of `enter_as`."""
    credentials = {"email": f"{name.lower()}@hansom.example", "password": PASSWORD}
    reply = page.request.post("/api/v1/auth/sign-in/", data=credentials)
    assert reply.ok, reply.text()
    role = reply.json()["user"]["user_type"]
    # The refresh cookie is set; the rest is what the login page leaves in the browser.
    page.goto("/healthz")
    page.evaluate(
        """(role) => {
            localStorage.setItem("hansom.signed-in", role);
            document.cookie = `hansom_role=${role}; path=/; samesite=lax`;
        }""",
        role,
    )


def enter_as(page: Page, name: str) -> None:
    """Log in with one click of the demo panel, for a test that continues on the landing page."""
    page.goto("/login")
    page.get_by_role("button", name=re.compile(name)).click()
    page.wait_for_url(lambda url: not url.endswith("/login"))
