"""Set-up and clean-up of ride stories: drivers at their positions, no other trip."""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from playwright.sync_api import Geolocation, Locator, Page, expect

from apps.core.platform import CACHE_SECONDS
from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import PASSWORD, enter_as, new_person
from tests.platform import Platform

"""Milliseconds to wait for other users, beat or the socket on a slow machine."""
STAND = Geolocation(latitude=50.6975, longitude=-1.2950)
"""Where the drivers wait, some hundred metres from PICKUP."""
PICKUP, DROP = {"lat": 50.6995, "lng": -1.2935}, {"lat": 50.7080, "lng": -1.2870}
FUNDED = tuple(f"{name}@hansom.example" for name in ("ada", "ben", "bob", "cleo", "vera"))
ENOUGH = 200
LIVE = ("PAYMENT_PENDING", "NEW", "ACCEPTED", "ARRIVED", "STARTED", "REACHED", "PENDING")


class Person:
    """A user over the API, one call at a time: a seeded one by name, others by email."""

    def __init__(self, platform: Platform, name: str, *, password: str = PASSWORD) -> None:
        self.platform = platform
        self.email = name if "@" in name else f"{name}@hansom.example"
        self.password = password
        self._token = ""

    def get(self, path: str) -> Any:
        return self._call("GET", path, None)

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self._call("POST", path, body or {})

    def put(self, path: str, body: dict[str, Any]) -> Any:
        return self._call("PUT", path, body)

    def patch(self, path: str, body: dict[str, Any]) -> Any:
        return self._call("PATCH", path, body)

    def delete(self, path: str) -> Any:
        return self._call("DELETE", path, None)

    def report_position(self, lat: float, lng: float) -> None:
        """Report the driver's position."""
        point = {"lat": lat, "lng": lng, "at": datetime.now(UTC).isoformat()}
        self.post("me/location/", {"points": [point]})

    def work_at(self, lat: float, lng: float) -> None:
        """Go online there."""
        self.put("me/availability/", {"active": True})
        self.report_position(lat, lng)

    def take(self, booking_id: int) -> None:
        """Accept as soon as the offer is there."""
        end = time.monotonic() + TIMEOUT_MS / 1000
        while not any(offer["booking_id"] == booking_id for offer in self.get("me/tasks/")["offers"]):
            assert time.monotonic() < end, (
                f"booking {booking_id} was not offered\n{self.platform.last_output()}"
            )
            time.sleep(0.3)
        self.post(f"bookings/{booking_id}/accept/")

    def _call(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        if not self._token:
            self._token = self._send(
                "POST", "auth/sign-in/", {"email": self.email, "password": self.password}
            )["access"]
        return self._send(method, path, body)

    def _send(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        headers = {"Content-Type": "application/json", "Idempotency-Key": uuid4().hex}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.platform.url}/api/v1/{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as refusal:
            raise AssertionError(f"{method} {path}: {refusal.code} {refusal.read().decode()}") from refusal


class NewRider(Person):
    """A rider added by staff, without any history."""

    def __init__(self, platform: Platform) -> None:
        self.name, email, self.mobile = new_person()
        super().__init__(platform, email, password="lamplight7")
        Person(platform, "dora").post(
            "riders/",
            {
                "first_name": self.name,
                "last_name": "Lamp",
                "email": email,
                "mobile": self.mobile,
                "password": self.password,
            },
        )


def book(rider: Person, car: str = "Economy", **more: Any) -> Any:
    """Create a NEW booking from PICKUP to DROP, paid in cash by default."""
    pickup, drop = (
        {**at, "add": rider.get(f"places/reverse/?lat={at['lat']}&lng={at['lng']}")["description"]}
        for at in (PICKUP, DROP)
    )
    at = {name: more[name] for name in ("trip_date",) if name in more}
    options = rider.post("estimates/", {"pickup": pickup, "drop": drop, **at})["options"]
    quote = next(option["quote_id"] for option in options if option["car_type"]["name"] == car)
    return rider.post("bookings/", {"quote_id": quote, "payment_mode": "cash", **more})


def console_of(open_page: OpenPage, name: str, place: Geolocation = STAND) -> Page:
    """A driver's page on a phone with a position."""
    page = open_page(phone=True, permissions=["geolocation"], geolocation=place)
    enter_as(page, name)
    return page


def shows(page: Page, text: str) -> None:
    """Check the headline of a ride."""
    expect(page.get_by_role("heading", level=1, name=re.compile(text))).to_be_visible(timeout=TIMEOUT_MS)


def go_online(console: Page) -> None:
    console.get_by_role("switch").press(" ")
    expect(console.get_by_text("Waiting for a trip")).to_be_visible(timeout=TIMEOUT_MS)


def choose(page: Page | Locator, field: str, place: str) -> None:
    """Choose a place by its name in the search results."""
    box = page.get_by_role("combobox", name=field)
    box.fill(place)
    page.get_by_role("option", name=re.compile(place)).first.click(timeout=TIMEOUT_MS)
    expect(box).to_have_value(re.compile(place), timeout=TIMEOUT_MS)


def pick(scope: Page | Locator, name: str) -> None:
    """Choose one of several by a click on its card."""
    radio = scope.get_by_role("radio", name=re.compile(f"^{name}"))
    radio.locator("xpath=ancestor::label").click(timeout=TIMEOUT_MS)
    expect(radio).to_be_checked(timeout=TIMEOUT_MS)


def slide(page: Page, label: str) -> None:
    """Slide by keyboard: hold Enter."""
    slider = page.get_by_role("button", name=re.compile(label))
    expect(slider).to_have_attribute("aria-disabled", "false", timeout=TIMEOUT_MS)
    slider.focus()
    page.keyboard.down("Enter")
    # The slider needs Enter held for this long.
    page.wait_for_timeout(1500)
    page.keyboard.up("Enter")


def stir(console: Page, place: Geolocation = STAND) -> None:
    """Move a car slightly: an emulated position is sent only when it changes."""
    aside = Geolocation(latitude=place["latitude"], longitude=place["longitude"] + 0.0003)
    console.context.set_geolocation(aside)
    console.context.set_geolocation(place)


@contextmanager
def settings(platform: Platform, **changes: bool | int | str) -> Iterator[None]:
    """Change platform settings for a block, after every process has seen them."""
    read = "SELECT quote_nullable({}) FROM core_platformsettings"
    before = {name: platform.sql(read.format(name)).strip() for name in changes}
    _set(platform, {name: f"'{str(value).lower()}'" for name, value in changes.items()})
    try:
        yield
    finally:
        _set(platform, before)


def _set(platform: Platform, values: dict[str, str]) -> None:
    changes = ", ".join(f"{name} = {value}" for name, value in values.items())
    platform.sql(f"UPDATE core_platformsettings SET {changes}")
    # No process reports when its cache of settings has expired.
    time.sleep(CACHE_SECONDS + 0.2)


@contextmanager
def no_other_trips(platform: Platform) -> Iterator[None]:
    """End trips and take drivers offline, before and after a story."""
    _end_everything(platform)
    _fund(platform)
    try:
        yield
    finally:
        _end_everything(platform)


def _fund(platform: Platform) -> None:
    """Give all users money, whatever earlier stories took."""
    wallets = "SELECT sum(balance) FROM wallet_account WHERE user_id = u.id"
    poor = f"SELECT id FROM accounts_user u WHERE email IN {FUNDED} AND coalesce(({wallets}), 0) < {ENOUGH}"
    for user_id in _column(platform, poor):
        Person(platform, "dora").post(f"users/{user_id}/wallet/credit/", {"amount": str(2 * ENOUGH)})


def _end_everything(platform: Platform) -> None:
    operator = Person(platform, "dora")
    for booking_id in _column(platform, f"SELECT id FROM bookings_booking WHERE status IN {LIVE}"):
        _end(platform, operator, booking_id)
    online = "SELECT split_part(email, '@', 1) FROM accounts_user u JOIN accounts_driverprofile d"
    for name in _column(platform, f"{online} ON d.user_id = u.id WHERE d.active"):
        Person(platform, name).put("me/availability/", {"active": False})


def _end(platform: Platform, operator: Person, booking_id: str) -> None:
    booking = operator.get(f"bookings/{booking_id}/")
    why = {"reason": "The story is over."}
    driver = Person(platform, _login(platform, booking["driver"]["id"])) if booking["driver"] else None
    if booking["status"] == "ARRIVED" and driver:
        driver.post(f"bookings/{booking_id}/cancel/", why)
    if booking["status"] == "STARTED":
        operator.post(f"bookings/{booking_id}/force-end/", why)
    if booking["status"] in ("STARTED", "REACHED") and driver:
        driver.post(f"bookings/{booking_id}/collect-cash/")
    elif booking["status"] == "PENDING":
        # The trip blocks no user, and another story covers the wallet.
        return
    else:
        operator.post(f"bookings/{booking_id}/cancel/", why)


def _login(platform: Platform, user_id: int) -> str:
    return platform.sql(f"SELECT split_part(email, '@', 1) FROM accounts_user WHERE id = {user_id}").strip()


def _column(platform: Platform, query: str) -> list[str]:
    return platform.sql(query).split()
