"""Clients that make trips and write without a pause, with a record of every reply."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, Final

import httpx

from apps.simulator.api import TIMEOUT, Api, Refused
from apps.simulator.live import Live
from tests.bench.pairs import PASSWORD, _corner

STREAMS: Final = {"rider": ("me", "user"), "driver": ("tasks", "tasks")}
"""The topic that a role follows, and its name on the server without the id."""
PROBE_SECONDS: Final = 0.1
PROBE_TIMEOUT: Final = 3.0
POLL_SECONDS: Final = 0.25
TRIP_SECONDS: Final = 60.0
"""After that, a pair gives the trip up and begins another one."""
CATCH_UP_SECONDS: Final = 10.0
"""How long sockets stay open at the end, to receive what is on its way."""
ACTIONS: Final = ("accept", "arrive", "start", "reach", "collect-cash")


@dataclass
class Record:
    """What clients saw, in seconds of the monotonic clock."""

    replies: list[tuple[float, str]] = field(default_factory=list)
    """Time and status code, or "no reply"."""
    writes: dict[str, list[float]] = field(default_factory=dict)
    """Times of acknowledged writes, by prober."""
    last_value: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The number of the last acknowledged and of the last attempted write, by prober."""
    trips: list[tuple[float, float]] = field(default_factory=list)
    """Begin and end of each whole trip."""
    booked: set[int] = field(default_factory=set)
    """Acknowledged bookings."""
    transitions: set[tuple[int, str]] = field(default_factory=set)
    """Acknowledged transitions of them, by the last part of the address."""
    given_up: Counter[str] = field(default_factory=Counter)
    streams: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)
    """Numbers that a client got of a topic, and whether it had to read the state again from there."""

    def statuses(self, begin: float, end: float) -> Counter[str]:
        """Return the replies that were no success, by status."""
        return Counter(
            status for at, status in self.replies if begin <= at < end and not status.startswith("2")
        )

    def refused_seconds(self, begin: float, end: float) -> float:
        """Return the longest time without an acknowledged write, of the client that waited longest."""
        longest = 0.0
        for times in self.writes.values():
            inside = [at for at in times if begin - 5 <= at < end]
            gaps = (after - max(before, begin) for before, after in pairwise(inside) if after > begin)
            longest = max([longest, *gaps])
        return longest

    def trip_seconds(self, begin: float) -> float | None:
        """Return when the first whole trip ended that had begun after `begin`."""
        ends = [end for start, end in self.trips if start >= begin]
        return min(ends) - begin if ends else None


class _Recording(httpx.AsyncHTTPTransport):
    def __init__(self, record: Record) -> None:
        super().__init__()
        self._record = record

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        try:
            response = await super().handle_async_request(request)
        except httpx.TransportError:
            self._record.replies.append((time.monotonic(), "no reply"))
            raise
        self._record.replies.append((time.monotonic(), str(response.status_code)))
        return response


class RecordedApi(Api):
    def __init__(self, base_url: str, record: Record, *, email: str) -> None:
        super().__init__(base_url, email=email, password=PASSWORD)
        transport = _Recording(record)
        self._client = httpx.AsyncClient(
            base_url=f"{self.base_url}/api/v1/", timeout=TIMEOUT, transport=transport
        )


class Load:
    """Runs in its own thread until stopped."""

    def __init__(self, url: str, *, pairs: int) -> None:
        self.url = url
        self.pairs = pairs
        self.record = Record()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._error: BaseException | None = None

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Let every pair end its trip."""
        self._stopping.set()
        self._thread.join(TRIP_SECONDS * 3 + CATCH_UP_SECONDS)
        assert not self._thread.is_alive()
        if self._error:
            raise self._error

    async def _run(self) -> None:
        try:
            async with asyncio.TaskGroup() as sockets:
                following = [
                    sockets.create_task(self._follow_forever(role, number))
                    for role in STREAMS
                    for number in range(1, self.pairs + 1)
                ]
                async with asyncio.TaskGroup() as tasks:
                    for number in range(1, self.pairs + 1):
                        tasks.create_task(self._ride_forever(number))
                        tasks.create_task(self._write_forever(number))
                await asyncio.sleep(CATCH_UP_SECONDS)
                for task in following:
                    task.cancel()
        except BaseException as error:
            self._error = error

    def _api(self, role: str, number: int) -> RecordedApi:
        return RecordedApi(self.url, self.record, email=f"sim-{role}-{number:03d}@hansom.example")

    async def _write_forever(self, number: int) -> None:
        """Rename a saved address again and again; each request either is acknowledged or fails at once."""
        name = f"prober {number}"
        async with self._api("rider", number) as api:
            await api.sign_in()
            center = (await api.get("map/"))["center"]
            body = {"lat": center["lat"], "lng": center["lng"], "description": "0"}
            address = (await api.post("me/addresses/", body))["id"]
            times = self.record.writes[name] = []
            value, acknowledged = 0, 0
            while not self._stopping.is_set():
                value += 1
                self.record.last_value[f"{address}"] = (acknowledged, value)
                try:
                    async with asyncio.timeout(PROBE_TIMEOUT):
                        reply = await api._client.patch(
                            f"me/addresses/{address}/",
                            json={"description": str(value)},
                            headers={"Authorization": f"Bearer {api._access}"},
                        )
                except (httpx.TransportError, TimeoutError):
                    pass
                else:
                    if reply.is_success:
                        acknowledged = value
                        times.append(time.monotonic())
                    elif reply.status_code == httpx.codes.UNAUTHORIZED:
                        await api._renew()
                self.record.last_value[f"{address}"] = (acknowledged, value)
                await asyncio.sleep(PROBE_SECONDS)

    async def _follow_forever(self, role: str, number: int) -> None:
        """Receive the events of a user's own topic, and catch up after each gap."""
        name, topic = STREAMS[role]
        async with self._api(role, number) as api:
            await api.sign_in()
            received = self.record.streams[f"{topic}:{api.user['id']}"] = []

            async def note(frame: dict[str, Any]) -> None:
                received.append((frame["seq"], frame["op"] == "refetch"))

            live = Live(api, note)
            await live.subscribe(name)
            await live.run()

    async def _ride_forever(self, number: int) -> None:
        async with self._api("rider", number) as rider, self._api("driver", number) as driver:
            await rider.sign_in()
            await driver.sign_in()
            pickup, drop = await _corner(rider, number - 1)
            pair = Pair(rider, driver, pickup, drop, self.record)
            await pair.go_online()
            while not self._stopping.is_set():
                begin = time.monotonic()
                try:
                    async with asyncio.timeout(TRIP_SECONDS):
                        await pair.ride()
                except (Refused, TimeoutError, httpx.HTTPError) as error:
                    self.record.given_up[f"{type(error).__name__} {error}"[:60]] += 1
                    await pair.clean_up()
                else:
                    self.record.trips.append((begin, time.monotonic()))


@dataclass
class Pair:
    """A rider and a driver at the same corner."""

    rider: Api
    driver: Api
    pickup: dict[str, Any]
    drop: dict[str, Any]
    record: Record

    async def go_online(self) -> None:
        await self._here(self.pickup)
        await self.driver.put("me/availability/", {"active": True})

    async def ride(self) -> None:
        """Make a whole trip; every request is repeated while it gets no reply or a 503."""
        await self._here(self.pickup)
        estimate = await self.rider.post("estimates/", {"pickup": self.pickup, "drop": self.drop})
        car_type = self.driver.user["driver"]["car_type"]["id"]
        quote = next(
            option["quote_id"] for option in estimate["options"] if option["car_type"]["id"] == car_type
        )
        booking = await self.rider.post("bookings/", {"quote_id": quote, "payment_mode": "cash"})
        self.record.booked.add(booking["id"])
        await self._wait_for_offer(booking["id"])
        await self._drive(booking["id"])

    async def clean_up(self) -> None:
        """End what is left of a trip."""
        with contextlib.suppress(Refused, httpx.HTTPError, TimeoutError):
            current = (await self.driver.get("me/tasks/"))["current"]
            if current:
                await self._drive(current["id"])
            for row in (await self.rider.get("bookings/", active="true"))["results"]:
                with contextlib.suppress(Refused):
                    await self.rider.post(f"bookings/{row['id']}/cancel/")
                    self.record.transitions.add((row["id"], "cancel"))
            await self.go_online()

    async def _drive(self, booking_id: int) -> None:
        for action in ACTIONS:
            if action == "reach":
                await self._here(self.drop)
            # An earlier attempt may have made the first ones; a driver may have arrived by position.
            with contextlib.suppress(Refused):
                await self._act(self.driver, booking_id, action)
        await self._act(self.rider, booking_id, "complete", rating=5)

    async def _act(self, api: Api, booking_id: int, action: str, **body: Any) -> None:
        await api.post(f"bookings/{booking_id}/{action}/", body)
        self.record.transitions.add((booking_id, action))

    async def _wait_for_offer(self, booking_id: int) -> None:
        while True:
            offers = (await self.driver.get("me/tasks/"))["offers"]
            if any(offer["booking_id"] == booking_id for offer in offers):
                return
            await asyncio.sleep(POLL_SECONDS)

    async def _here(self, place: dict[str, Any]) -> None:
        point = {"lat": place["lat"], "lng": place["lng"], "at": datetime.now(UTC).isoformat()}
        await self.driver.post("me/location/", {"points": [point]})
