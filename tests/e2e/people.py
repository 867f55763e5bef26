"""People of the seeded platform as API clients, and as browser pages."""

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


def somebody() -> tuple[str, str, str]:
    """A first name, an address and a number that nobody has."""
    number = uuid4().int
    name = "Q" + "".join(chr(ord("a") + number // 26**place % 26) for place in range(7))
    return name, f"{name.lower()}@people.example", f"+4477{1 + number % 7}{number % 10**7:07d}"


@asynccontextmanager
async def signed_in(url: str, name: str) -> AsyncIterator[Api]:
    """The seeded person of that first name, over the API."""
    async with Api(url, email=f"{name}@hansom.example", password=PASSWORD) as api:
        await api.sign_in()
        yield api


class Listener:
    """What one person's socket has told, in order."""

    def __init__(self, api: Api) -> None:
        self.frames: list[dict[str, Any]] = []
        self.live = Live(api, self._take)

    def types(self, topic: str) -> list[str]:
        return [frame.get("type", frame["op"]) for frame in self.frames if frame["topic"] == topic]

    async def _take(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)


async def stand_at(api: Api, place: dict[str, Any]) -> None:
    """A driver's telephone reports a place."""
    point = {"lat": place["lat"], "lng": place["lng"], "at": datetime.now(UTC).isoformat()}
    await api.post("me/location/", {"points": [point]})


async def two_places(api: Api) -> tuple[dict[str, Any], dict[str, Any]]:
    """A pickup and a drop, about a kilometre apart, near the middle of the map."""
    center = (await api.get("map/"))["center"]
    near = await api.get("places/reverse/", lat=center["lat"], lng=center["lng"])
    far = await api.get("places/reverse/", lat=center["lat"] + 0.008, lng=center["lng"] + 0.005)
    pickup, drop = (
        {"lat": place["lat"], "lng": place["lng"], "add": place["description"]} for place in (near, far)
    )
    return pickup, drop


async def book(rider: Api, pickup: dict[str, Any], drop: dict[str, Any], car: str = "Economy") -> Any:
    """A NEW booking, paid in cash."""
    estimate = await rider.post("estimates/", {"pickup": pickup, "drop": drop})
    quote = next(o["quote_id"] for o in estimate["options"] if o["car_type"]["name"] == car)
    return await rider.post("bookings/", {"quote_id": quote, "payment_mode": "cash"})


def log_in(page: Page, email: str, password: str) -> None:
    """By the form, as anybody does."""
    page.goto("/login")
    page.get_by_role("textbox", name="Email").fill(email)
    page.get_by_label(re.compile(r"^Password")).fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def enter_as(page: Page, name: str) -> None:
    """Sign in with one click of the demo's panel."""
    page.goto("/login")
    page.get_by_role("button", name=re.compile(name)).click()
    page.wait_for_url(lambda url: not url.endswith("/login"))
