"""A rider who books between two places, follows the trip, pays, rates, and comes back later."""

import asyncio
import contextlib
import random
from typing import Any

from apps.simulator.api import Api, Refused
from apps.simulator.city import City
from apps.simulator.live import Live

LOOK_AGAIN_SECONDS = 15.0
OVER = ("COMPLETE", "CANCELLED")
RECIPIENT = {
    "delivery_person": "Sam Recipient",
    "delivery_person_phone": "07700 900999",
    "delivery_instructions": "Ring twice",
}
"""Who receives a delivery; where people ride the platform does not look at it."""


class Rider:
    """One rider's day. `run` goes on until it is cancelled."""

    def __init__(self, api: Api, city: City, chance: random.Random) -> None:
        self._api = api
        self._city = city
        self._chance = chance
        self._live = Live(api, self._on_event)
        self._news = asyncio.Event()

    async def run(self) -> None:
        await self._api.sign_in()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._live.run())
            tasks.create_task(self._day())

    async def _on_event(self, frame: dict[str, Any]) -> None:
        self._news.set()

    async def _day(self) -> None:
        await self._finish_yesterday()
        while True:
            await asyncio.sleep(self._chance.expovariate(1 / self._city.pause_seconds))
            try:
                booking = await self._book()
                await self._follow(booking)
            except Refused as refused:
                self._city.count(f"rider:{refused.code}")

    async def _finish_yesterday(self) -> None:
        with contextlib.suppress(Refused):
            for row in (await self._api.get("bookings/", active="true"))["results"]:
                await self._follow(await self._api.get(f"bookings/{row['id']}/"))

    async def _book(self) -> dict[str, Any]:
        pickup = await self._city.address(self._api, self._chance)
        drop = await self._city.address(self._api, self._chance, near=pickup)
        estimate = await self._api.post("estimates/", {"pickup": pickup, "drop": drop})
        option = await self._with_parcel(pickup, drop, self._chance.choice(estimate["options"]))
        mode = "wallet" if self._chance.random() < self._city.wallet_share else "cash"
        booking: dict[str, Any] = await self._api.post(
            "bookings/", {"quote_id": option["quote_id"], "payment_mode": mode, **RECIPIENT}
        )
        self._city.count("booked")
        if booking["otp"]:
            self._city.codes[booking["id"]] = booking["otp"]
        return booking

    async def _with_parcel(
        self, pickup: dict[str, Any], drop: dict[str, Any], option: dict[str, Any]
    ) -> dict[str, Any]:
        """The same ride, or now and then with one of the parcels and ways that the car type offers."""
        kinds = {kind["id"]: kind for kind in (await self._api.get("car-types/"))["results"]}
        kind = kinds.get(option["car_type"]["id"])
        if kind is None or not (kind["parcel_types"] and kind["options"]) or self._chance.random() < 0.3:
            return option
        body = {
            "pickup": pickup,
            "drop": drop,
            "car_type_id": kind["id"],
            "parcel_type_id": self._chance.choice(kind["parcel_types"])["id"],
            "option_id": self._chance.choice(kind["options"])["id"],
        }
        priced: dict[str, Any] = (await self._api.post("estimates/", body))["options"][0]
        return priced

    async def _pay_first(self, address: str) -> None:
        """A delivery is paid before drivers are asked; who cannot pay lets it be."""
        try:
            await self._api.post(f"{address}pay/", {"method": "wallet"})
        except Refused as refused:
            self._city.count(f"rider:{refused.code}")
            await self._api.post(f"{address}cancel/")

    async def _follow(self, booking: dict[str, Any]) -> None:
        address, topic = f"bookings/{booking['id']}/", f"booking:{booking['id']}"
        await self._live.subscribe(topic)
        try:
            while booking["status"] not in OVER:
                if booking["status"] == "PAYMENT_PENDING":
                    await self._pay_first(address)
                elif booking["status"] == "PENDING":
                    await self._api.post(f"{address}pay/", {"method": "wallet"})
                elif booking["status"] == "PAID":
                    await self._api.post(
                        f"{address}complete/", {"rating": self._chance.choice((3, 4, 5, 5, 5))}
                    )
                elif booking["status"] == "ACCEPTED" and self._chance.random() < self._city.cancel_share:
                    await self._api.post(f"{address}cancel/", {"reason_value": 2})
                else:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._news.wait(), LOOK_AGAIN_SECONDS)
                    self._news.clear()
                booking = await self._api.get(address)
        finally:
            await self._live.unsubscribe(topic)
        self._city.count("completed" if booking["status"] == "COMPLETE" else "cancelled")
