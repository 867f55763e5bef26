"""A simulated driver: roams, accepts offers, drives trips and collects payments."""

import asyncio
import contextlib
import random
from typing import Any

from apps.simulator.api import Api, Refused
from apps.simulator.city import City
from apps.simulator.live import Live
from apps.simulator.photo import parcel_photo
from apps.simulator.roads import Position, along, decode, metres_between

TICK_SECONDS = 2.0
ROAMING_SPEED = 9.0
"""Metres per second."""


class Driver:
    """One driver; `run` continues until it is cancelled."""

    def __init__(self, api: Api, city: City, rng: random.Random) -> None:
        self._api = api
        self._city = city
        self._rng = rng
        self._live = Live(api, self._on_event)
        self._position: Position | None = None
        self._wake = asyncio.Event()
        self._speed = rng.uniform(12, 17) * city.speed

    @property
    def live(self) -> Live:
        return self._live

    async def run(self) -> None:
        await self._api.sign_in()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._live.run())
            await self._live.subscribe("tasks")
            self._position = await self._city.random_position(self._api, self._rng)
            await self._send_position(self._position)
            await self._api.put("me/availability/", {"active": True})
            tasks.create_task(self._work())

    async def _on_event(self, frame: dict[str, Any]) -> None:
        if frame.get("op") == "refetch" or frame.get("type") == "offer.made":
            self._wake.set()

    async def _work(self) -> None:
        while True:
            try:
                work = await self._api.get("me/tasks/")
                if work["current"]:
                    await self._drive(work["current"])
                elif booking := await self._answer_offers(work["offers"]):
                    await self._drive(booking)
                else:
                    await self._drive_around()
            except Refused as refused:
                self._city.count(f"driver:{refused.code}")
                await asyncio.sleep(1)

    async def _answer_offers(self, offers: list[dict[str, Any]]) -> dict[str, Any] | None:
        self._wake.clear()
        for offer in offers:
            await asyncio.sleep(self._rng.uniform(0.5, 3) / self._city.speed)
            answer = "decline" if self._rng.random() < self._city.decline_share else "accept"
            with contextlib.suppress(Refused):
                booking: dict[str, Any] = await self._api.post(f"bookings/{offer['booking_id']}/{answer}/")
                if answer == "accept":
                    return booking
        return None

    async def _drive_around(self) -> None:
        """Drive around until an offer arrives."""
        start = self._current_position()
        end = await self._city.random_position(self._api, self._rng)
        try:
            corners = await self._route(start, end)
        except Refused:
            corners = [(start.lat, start.lng)]
        for position in along(corners, speed=ROAMING_SPEED, every_seconds=TICK_SECONDS):
            await self._send_position(position)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), TICK_SECONDS)
            if self._wake.is_set():
                return

    async def _drive(self, booking: dict[str, Any]) -> None:
        """Continue the trip from its current status to its end; a cancelled one is dropped."""
        address = f"bookings/{booking['id']}/"
        while True:
            match booking["status"]:
                case "ACCEPTED":
                    await self._drive_to(booking, booking["pickup"])
                    booking = await self._apply(address, "arrive")
                case "ARRIVED":
                    await asyncio.sleep(self._rng.uniform(1, 4) / self._city.speed)
                    await self._photograph(booking)
                    booking = await self._apply(address, "start", self._city.code_of(booking["id"]))
                case "STARTED":
                    await self._drive_to(booking, booking["drop"])
                    await self._photograph(booking)
                    booking = await self._apply(address, "reach", self._city.code_of(booking["id"]))
                case "REACHED":
                    is_cash = booking["chosen_payment"] == "cash"
                    booking = await self._apply(address, "collect-cash" if is_cash else "request-payment")
                case _:
                    return

    async def _photograph(self, booking: dict[str, Any]) -> None:
        """Upload a photo of the parcel if the next step requires one."""
        if booking["needs_image"]:
            with contextlib.suppress(Refused):
                await self._api.put_image(
                    f"bookings/{booking['id']}/images/{booking['needs_image']}/", parcel_photo()
                )

    async def _apply(self, address: str, action: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        try:
            booking: dict[str, Any] = await self._api.post(f"{address}{action}/", body)
        except Refused:
            # Arrived automatically, or cancelled by the rider.
            booking = await self._api.get(address)
        return booking

    async def _drive_to(self, booking: dict[str, Any], to: dict[str, Any]) -> None:
        start = self._current_position()
        target = Position(to["lat"], to["lng"])
        try:
            corners = await self._route(start, target)
        except Refused:
            corners = [(start.lat, start.lng), (target.lat, target.lng)]
        for tick, position in enumerate(along(corners, speed=self._speed, every_seconds=TICK_SECONDS)):
            await self._send_position(position, durable=True)
            await asyncio.sleep(TICK_SECONDS)
            if tick % 5 == 4 and booking["status"] == "ACCEPTED" and await self._is_over(booking):
                return

    async def _is_over(self, booking: dict[str, Any]) -> bool:
        try:
            now = await self._api.get(f"bookings/{booking['id']}/")
        except Refused:
            return True
        return bool(now["status"] != booking["status"])

    async def _route(self, start: Position, end: Position) -> list[tuple[float, float]]:
        if metres_between((start.lat, start.lng), (end.lat, end.lng)) < 30:
            return [(end.lat, end.lng)]
        body = {"pickup": {"lat": start.lat, "lng": start.lng}, "drop": {"lat": end.lat, "lng": end.lng}}
        return decode((await self._api.post("routes/", body))["polyline_points"])

    async def _send_position(self, position: Position, *, durable: bool = False) -> None:
        self._position = position
        await self._live.send_position(position, durable=durable)

    def _current_position(self) -> Position:
        if self._position is None:
            raise RuntimeError("the driver has no position yet")
        return self._position
