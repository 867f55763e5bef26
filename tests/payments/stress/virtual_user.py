"""A virtual user of the API: requests without a response are retried with the same idempotency key."""

import random
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

import httpx

from tests.payments.stress.fixtures import OPENING, StressData

API: Final = "/api/v1"
TIMEOUT_SECONDS: Final = 60.0
"""How long the platform may take to come back."""
RETRY_CODES: Final = {"idempotency_in_flight"}


@dataclass
class StressRun:
    """Shared state of a run: the data, started attempts and accepted operations."""

    data: StressData
    secret_key: str
    lock: threading.Lock = field(default_factory=threading.Lock)
    attempts: list[tuple[str, int, str]] = field(default_factory=list)
    """Reference, payer, amount."""
    withdrawals: list[int] = field(default_factory=list)
    paid_orders: list[tuple[int, int, int]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    """Actions by name and response."""
    retries: int = 0

    credits: dict[str, tuple[int, Decimal]] = field(default_factory=dict)
    """By idempotency key."""
    refunds: dict[int, tuple[str, Decimal]] = field(default_factory=dict)
    withdrawn: dict[int, tuple[int, Decimal]] = field(default_factory=dict)
    """Withdrawals by id: user and amount."""
    decided: dict[int, str] = field(default_factory=dict)
    settled: dict[int, str] = field(default_factory=dict)
    """Bookings by id, with the status that the platform returned."""
    approved: set[str] = field(default_factory=set)
    """Attempts whose approval the platform accepted from the gateway."""

    def __post_init__(self) -> None:
        for user in (*self.data.riders, *self.data.drivers):
            self.credits[f"opening-{user}"] = (user, OPENING)

    def credited(self) -> dict[int, Decimal]:
        sums: dict[int, Decimal] = defaultdict(Decimal)
        for user, amount in self.credits.values():
            sums[user] += amount
        return sums


class VirtualUser:
    """One thread: a client, its own random numbers, and the shared run."""

    def __init__(self, run: StressRun, client: httpx.Client, seed: int) -> None:
        self.run, self.client, self.rng = run, client, random.Random(seed)

    def key(self) -> str:
        return str(UUID(int=self.rng.getrandbits(128)))

    def amount(self, top: int) -> str:
        return f"{self.rng.randint(1, top * 100) / 100:.2f}"

    def post(self, path: str, by: int, body: dict[str, Any], *, key: str = "") -> httpx.Response:
        headers = {
            "Authorization": f"Bearer {self.run.data.tokens[by]}",
            "Idempotency-Key": key or self.key(),
        }
        return self.request("POST", f"{API}/{path}", headers=headers, json=body)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request until the platform responds, and return the response."""
        until = time.monotonic() + TIMEOUT_SECONDS
        while True:
            problem = ""
            try:
                reply = self.client.request(method, path, **more)
            except httpx.TransportError as error:
                problem = repr(error)
            else:
                problem = _none(reply)
                if not problem:
                    return reply
            if time.monotonic() > until:
                raise AssertionError(f"no answer to {method} {path}: {problem}")
            with self.run.lock:
                self.run.retries += 1
            time.sleep(0.2)


def _none(reply: httpx.Response) -> str:
    """Return why the request must be retried, or an empty string."""
    if reply.status_code >= 500 and reply.status_code != 503:
        return f"{reply.status_code} {reply.text[:200]}"
    if reply.status_code == 503:
        return "503"
    if reply.status_code == 409 and reply.json()["code"] in RETRY_CODES:
        return "in flight"
    return ""
