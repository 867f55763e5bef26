"""A simulated rider: books, follows the trip, pays, rates, and books again."""

import asyncio
import contextlib
import random
from typing import Any

from apps.simulator.api import Api, Refused
from apps.simulator.city import City
from apps.simulator.live import Live

POLL_SECONDS = 15.0
OVER = ("COMPLETE", "CANCELLED")
RECIPIENT = {
    "delivery_person": "Sam Recipient",
    "delivery_person_phone": "07700 900999",
    "delivery_instructions": "Ring twice",
}
"""The recipient of deliveries; ignored for rides."""


class Rider:
    """One rider; `run` ends with the last booking of the city, or when it is cancelled."""

    def __init__(self, api: Api, city: City, rng: random.Random) -> None:
        self._api = api
        self._city = city
        self._rng = rng
        self._live = Live(api, self._on_event)
        self._updated = asyncio.Event()

    async def run(self) -> None:
        await self._api.sign_in()
        async with asyncio.TaskGroup() as tasks:
            live = tasks.create_task(self._live.run())
            await self._run_bookings()
            live.cancel()

    async def _on_event(self, frame: dict[str, Any]) -> None:
        self._updated.set()

    async def _run_bookings(self) -> None:
        await self._finish_open_bookings()
        while self._city.takes_bookings:
            await asyncio.sleep(self._rng.expovariate(1 / self._city.pause_seconds))
            try:
                booking = await self._book()
                if booking is not None:
                    await self._follow(booking)
            except Refused as refused:
                self._city.count(f"rider:{refused.code}")

    async def _finish_open_bookings(self) -> None:
        with contextlib.suppress(Refused):
            for row in (await self._api.get("bookings/", active="true"))["results"]:
                await self._follow(await self._api.get(f"bookings/{row['id']}/"))

    async def _book(self) -> dict[str, Any] | None:
        """Book a random trip; None if others have made the last booking meanwhile."""
        pickup = await self._city.address(self._api, self._rng)
        drop = await self._city.address(self._api, self._rng, near=pickup)
        estimate = await self._api.post("estimates/", {"pickup": pickup, "drop": drop})
        option = await self._with_parcel(pickup, drop, self._rng.choice(estimate["options"]))
        mode = "wallet" if self._rng.random() < self._city.wallet_share else "cash"
        if not self._city.takes_bookings:
            return None
        with self._city.one_booking():
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
        """Return an option with a random parcel type and option, if the car type offers them."""
        kinds = {kind["id"]: kind for kind in (await self._api.get("car-types/"))["results"]}
        kind = kinds.get(option["car_type"]["id"])
        if kind is None or not (kind["parcel_types"] and kind["options"]) or self._rng.random() < 0.3:
            return option
        body = {
            "pickup": pickup,
            "drop": drop,
            "car_type_id": kind["id"],
            "parcel_type_id": self._rng.choice(kind["parcel_types"])["id"],
            "option_id": self._rng.choice(kind["options"])["id"],
        }
        priced: dict[str, Any] = (await self._api.post("estimates/", body))["options"][0]
        return priced

    async def _prepay(self, address: str) -> None:
        """Pay a delivery in advance, or cancel it if the payment fails."""
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
                    await self._prepay(address)
                elif booking["status"] == "PENDING":
                    await self._api.post(f"{address}pay/", {"method": "wallet"})
                elif booking["status"] == "PAID":
                    await self._api.post(f"{address}complete/", {"rating": self._rng.choice((3, 4, 5, 5, 5))})
                elif booking["status"] == "ACCEPTED" and self._rng.random() < self._city.cancel_share:
                    await self._api.post(f"{address}cancel/", {"reason_value": 2})
                else:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._updated.wait(), POLL_SECONDS)
                    self._updated.clear()
                booking = await self._api.get(address)
        finally:
            await self._live.unsubscribe(topic)
        self._city.count("completed" if booking["status"] == "COMPLETE" else "cancelled")
