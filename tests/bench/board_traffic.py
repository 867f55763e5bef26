"""Cars that report positions and jobs that change, at stated rates, from a thread beside the browser."""

import asyncio
import contextlib
import json
import math
import threading
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Self

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from apps.simulator.api import Api, Refused
from tests.platform import Platform

PASSWORD: Final = "hansom123"
CENTER: Final = (50.7003, -1.2928)
SPREAD: Final = 0.05
"""Degrees around the middle of the city, as of the jobs."""
EVERY_SECONDS: Final = 2.0
"""Between two positions of a car, as the driver app sends them."""
START_SECONDS: Final = 300


class Traffic:
    """`positions` and `jobs_move` turn the two kinds of change on."""

    def __init__(self, platform: Platform, *, jobs: int, cars: int, changes: float) -> None:
        made = platform.manage(
            "shell", "-c", f"from tests.bench.board_jobs import make_board; make_board({jobs}, {cars})"
        )
        self._plan: dict[str, Any] = json.loads(made.strip().splitlines()[-1])
        self._url = platform.url
        self._pause = 1 / changes
        self.positions, self.jobs_move = threading.Event(), threading.Event()
        self.changed = self.positions_sent = self.refused = 0
        self._over, self._ready = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._ready.wait(START_SECONDS):
            raise AssertionError("the cars did not connect")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join(30)

    async def _run(self) -> None:
        async with AsyncExitStack() as stack:
            sockets = []
            for one in self._plan["tickets"]:
                address = f"{self._url.replace('http', 'ws', 1)}/ws/v1/?ticket={one['ticket']}"
                sockets.append(await stack.enter_async_context(connect(address, open_timeout=60)))
            desk = await self._logged_in(stack, "dora@hansom.example")
            drivers = {
                pair["job"]: await self._logged_in(stack, pair["email"]) for pair in self._plan["pairs"]
            }
            tasks = [asyncio.create_task(self._car(number, one)) for number, one in enumerate(sockets)]
            tasks += [asyncio.create_task(_read(socket)) for socket in sockets]
            tasks.append(asyncio.create_task(self._move_jobs(desk, drivers)))
            self._ready.set()
            while not self._over.is_set():
                await asyncio.sleep(0.2)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _logged_in(self, stack: AsyncExitStack, email: str) -> Api:
        api = await stack.enter_async_context(Api(self._url, email=email, password=PASSWORD))
        await api.sign_in()
        return api

    async def _car(self, number: int, socket: Any) -> None:
        """Drive round the middle of the city, each car on its own circle."""
        await asyncio.sleep(EVERY_SECONDS * number / len(self._plan["tickets"]))
        radius = SPREAD * (0.2 + 0.8 * (number * 37 % 100) / 100)
        for step in range(1_000_000):
            await asyncio.sleep(EVERY_SECONDS)
            if not self.positions.is_set():
                continue
            turn = number + step / 100
            point = {
                "lat": round(CENTER[0] + radius * math.sin(turn) * 0.6, 6),
                "lng": round(CENTER[1] + radius * math.cos(turn), 6),
                "heading": round(math.degrees(-turn) % 360, 1),
                "speed": 12.0,
                "at": datetime.now(UTC).isoformat(),
            }
            with contextlib.suppress(ConnectionClosed):
                await socket.send(json.dumps({"op": "positions", "id": str(step), "points": [point]}))
                self.positions_sent += 1

    async def _move_jobs(self, desk: Api, drivers: dict[int, Api]) -> None:
        """Start the next step of one job after the other; a job whose step is not done is passed over."""
        chosen = {pair["job"]: pair["driver"] for pair in self._plan["pairs"]}
        steps = dict.fromkeys(chosen, 0)
        running: dict[int, asyncio.Task[None]] = {}

        async def take(job: int) -> None:
            address = f"bookings/{job}/"
            try:
                match steps[job] % 4:
                    case 0:
                        await desk.post(f"{address}assign/", {"driver_id": chosen[job]})
                    case 1:
                        await drivers[job].post(f"{address}accept/")
                    case 2:
                        await drivers[job].post(f"{address}arrive/")
                    case _:
                        await desk.post(f"{address}unassign/", {"reason": "Flat tyre"})
            except (Refused, httpx.HTTPError) as error:
                self.refused += 1
                if self.refused < 4:
                    print(f"  job {job}, step {steps[job] % 4}: {error!r}", flush=True)
                return
            steps[job] += 1
            self.changed += 1

        while True:
            for job in chosen:
                await asyncio.sleep(self._pause)
                if self.jobs_move.is_set() and (job not in running or running[job].done()):
                    running[job] = asyncio.create_task(take(job))


async def _read(socket: Any) -> None:
    """Discard what the platform sends to a car."""
    with contextlib.suppress(ConnectionClosed):
        async for _ in socket:
            pass
