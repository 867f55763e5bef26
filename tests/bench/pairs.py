"""A rider and a driver at the same street corner who make trip after trip."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from apps.simulator.api import Api
from apps.simulator.live import Live

PASSWORD = "hansom123"
OFFER_SECONDS = 20.0


@dataclass
class Pair:
    rider: Api
    driver: Api
    pickup: dict[str, Any]
    drop: dict[str, Any]
    offered: asyncio.Event

    async def ride(self) -> None:
        """Make a complete trip; raise Refused or TimeoutError on any failure."""
        await self._here(self.pickup)
        estimate = await self.rider.post("estimates/", {"pickup": self.pickup, "drop": self.drop})
        car_type_id = self.driver.user["driver"]["car_type"]["id"]
        quote = next(o["quote_id"] for o in estimate["options"] if o["car_type"]["id"] == car_type_id)
        self.offered.clear()
        booking = await self.rider.post("bookings/", {"quote_id": quote, "payment_mode": "cash"})
        address = f"bookings/{booking['id']}/"
        await asyncio.wait_for(self.offered.wait(), OFFER_SECONDS)
        await self.driver.post(f"{address}accept/")
        await self.driver.post(f"{address}arrive/")
        await self.driver.post(f"{address}start/")
        await self._here(self.drop)
        await self.driver.post(f"{address}reach/")
        await self.driver.post(f"{address}collect-cash/")
        done = await self.rider.post(f"{address}complete/", {"rating": 5})
        assert done["status"] == "COMPLETE", done["status"]

    async def _here(self, place: dict[str, Any]) -> None:
        point = {"lat": place["lat"], "lng": place["lng"], "at": datetime.now(UTC).isoformat()}
        await self.driver.post("me/location/", {"points": [point]})


@asynccontextmanager
async def make_pairs(url: str, count: int) -> AsyncIterator[list[Pair]]:
    """Yield so many pairs, at least three kilometres from each other."""
    async with AsyncExitStack() as stack:
        background = []
        pairs = []
        for number in range(1, count + 1):
            rider = await stack.enter_async_context(_api(url, "rider", number))
            driver = await stack.enter_async_context(_api(url, "driver", number))
            await rider.sign_in()
            await driver.sign_in()
            pickup, drop = await _corner(rider, number - 1)
            offered = asyncio.Event()

            async def listen(frame: dict[str, Any], offered: asyncio.Event = offered) -> None:
                if frame.get("type") == "offer.made":
                    offered.set()

            live = Live(driver, listen)
            background.append(asyncio.create_task(live.run()))
            await live.subscribe("tasks")
            pair = Pair(rider, driver, pickup, drop, offered)
            await pair._here(pickup)
            await driver.put("me/availability/", {"active": True})
            pairs.append(pair)
        await asyncio.sleep(2)
        try:
            yield pairs
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)


def _api(url: str, role: str, number: int) -> Api:
    return Api(url, email=f"sim-{role}-{number:03d}@hansom.example", password=PASSWORD)


async def _corner(api: Api, index: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return pickup and drop of a pair, on a grid around the middle of the map."""
    center = (await api.get("map/"))["center"]
    lat = center["lat"] + (index // 3) * 0.03 - 0.015
    lng = center["lng"] + (index % 3 - 1) * 0.05
    return await _address(api, lat, lng), await _address(api, lat + 0.006, lng + 0.004)


async def _address(api: Api, lat: float, lng: float) -> dict[str, Any]:
    place = await api.get("places/reverse/", lat=lat, lng=lng)
    return {"lat": place["lat"], "lng": place["lng"], "add": place["description"]}
