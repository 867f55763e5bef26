"""A driver who roams, takes offers, drives to the pickup and to the drop, and takes the money."""

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
"""Metres a second: a cab that looks for work is in no hurry."""


class Driver:
    """One driver's day. `run` goes on until it is cancelled."""

    def __init__(self, api: Api, city: City, chance: random.Random) -> None:
        self._api = api
        self._city = city
        self._chance = chance
        self._live = Live(api, self._on_event)
        self._position: Position | None = None
        self._wake = asyncio.Event()
        self._speed = chance.uniform(12, 17) * city.speed

    @property
    def live(self) -> Live:
        return self._live

    async def run(self) -> None:
        await self._api.sign_in()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._live.run())
            await self._live.subscribe("tasks")
            self._position = await self._city.somewhere(self._api, self._chance)
            await self._tell(self._position)
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
                elif booking := await self._take_one(work["offers"]):
                    await self._drive(booking)
                else:
                    await self._roam()
            except Refused as refused:
                self._city.count(f"driver:{refused.code}")
                await asyncio.sleep(1)

    async def _take_one(self, offers: list[dict[str, Any]]) -> dict[str, Any] | None:
        self._wake.clear()
        for offer in offers:
            await asyncio.sleep(self._chance.uniform(0.5, 3) / self._city.speed)
            answer = "decline" if self._chance.random() < self._city.decline_share else "accept"
            with contextlib.suppress(Refused):
                booking: dict[str, Any] = await self._api.post(f"bookings/{offer['booking_id']}/{answer}/")
                if answer == "accept":
                    return booking
        return None

    async def _roam(self) -> None:
        """Drive about until an offer comes."""
        here = self._here()
        there = await self._city.somewhere(self._api, self._chance)
        try:
            corners = await self._route(here, there)
        except Refused:
            corners = [(here.lat, here.lng)]
        for position in along(corners, speed=ROAMING_SPEED, every_seconds=TICK_SECONDS):
            await self._tell(position)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), TICK_SECONDS)
            if self._wake.is_set():
                return

    async def _drive(self, booking: dict[str, Any]) -> None:
        """Take the trip from wherever it stands to its end; a cancelled one is dropped."""
        address = f"bookings/{booking['id']}/"
        while True:
            match booking["status"]:
                case "ACCEPTED":
                    await self._go(booking, booking["pickup"])
                    booking = await self._step(address, "arrive")
                case "ARRIVED":
                    await asyncio.sleep(self._chance.uniform(1, 4) / self._city.speed)
                    await self._photograph(booking)
                    booking = await self._step(address, "start", self._city.code_of(booking["id"]))
                case "STARTED":
                    await self._go(booking, booking["drop"])
                    await self._photograph(booking)
                    booking = await self._step(address, "reach", self._city.code_of(booking["id"]))
                case "REACHED":
                    is_cash = booking["chosen_payment"] == "cash"
                    booking = await self._step(address, "collect-cash" if is_cash else "request-payment")
                case _:
                    return

    async def _photograph(self, booking: dict[str, Any]) -> None:
        """The parcel, where the platform wants to see it before it lets the driver go on."""
        if booking["needs_image"]:
            with contextlib.suppress(Refused):
                await self._api.put_image(
                    f"bookings/{booking['id']}/images/{booking['needs_image']}/", parcel_photo()
                )

    async def _step(self, address: str, action: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        try:
            booking: dict[str, Any] = await self._api.post(f"{address}{action}/", body)
        except Refused:
            # Arrived by itself, or cancelled by the rider: the platform knows.
            booking = await self._api.get(address)
        return booking

    async def _go(self, booking: dict[str, Any], to: dict[str, Any]) -> None:
        here = self._here()
        target = Position(to["lat"], to["lng"])
        try:
            corners = await self._route(here, target)
        except Refused:
            corners = [(here.lat, here.lng), (target.lat, target.lng)]
        for tick, position in enumerate(along(corners, speed=self._speed, every_seconds=TICK_SECONDS)):
            await self._tell(position, durable=True)
            await asyncio.sleep(TICK_SECONDS)
            if tick % 5 == 4 and booking["status"] == "ACCEPTED" and await self._is_over(booking):
                return

    async def _is_over(self, booking: dict[str, Any]) -> bool:
        try:
            now = await self._api.get(f"bookings/{booking['id']}/")
        except Refused:
            return True
        return bool(now["status"] != booking["status"])

    async def _route(self, here: Position, there: Position) -> list[tuple[float, float]]:
        if metres_between((here.lat, here.lng), (there.lat, there.lng)) < 30:
            return [(there.lat, there.lng)]
        body = {"pickup": {"lat": here.lat, "lng": here.lng}, "drop": {"lat": there.lat, "lng": there.lng}}
        return decode((await self._api.post("routes/", body))["polyline_points"])

    async def _tell(self, position: Position, *, durable: bool = False) -> None:
        self._position = position
        await self._live.send_position(position, durable=durable)

    def _here(self) -> Position:
        if self._position is None:
            raise RuntimeError("a driver has a place before work begins")
        return self._position
