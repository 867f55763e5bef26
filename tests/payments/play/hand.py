"""A hand on the API that does not let go: what was not answered is asked again under the same key."""

import random
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

import httpx

from tests.payments.play.town import OPENING, Town

API: Final = "/api/v1"
PATIENCE: Final = 60.0
"""Seconds that a platform may take to come back."""
TRY_AGAIN: Final = {"idempotency_in_flight"}


@dataclass
class Table:
    """What all hands share: the town, what was begun, and what the platform said yes to."""

    town: Town
    secret_key: str
    lock: threading.Lock = field(default_factory=threading.Lock)
    attempts: list[tuple[str, int, str]] = field(default_factory=list)
    """Reference, payer, amount."""
    withdrawals: list[int] = field(default_factory=list)
    paid_orders: list[tuple[int, int, int]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    """Deeds by name and answer."""
    retries: int = 0

    credits: dict[str, tuple[int, Decimal]] = field(default_factory=dict)
    """By idempotency key."""
    refunds: dict[int, tuple[str, Decimal]] = field(default_factory=dict)
    asked_out: dict[int, tuple[int, Decimal]] = field(default_factory=dict)
    """Withdrawals by id: whose, and how much."""
    decided: dict[int, str] = field(default_factory=dict)
    settled: dict[int, str] = field(default_factory=dict)
    """Bookings by id, and how the platform said that they stand."""
    told: set[str] = field(default_factory=set)
    """Attempts whose approval the gateway sent and the platform took."""

    def __post_init__(self) -> None:
        for user in (*self.town.riders, *self.town.drivers):
            self.credits[f"opening-{user}"] = (user, OPENING)

    def credited(self) -> dict[int, Decimal]:
        sums: dict[int, Decimal] = defaultdict(Decimal)
        for user, amount in self.credits.values():
            sums[user] += amount
        return sums


class Hand:
    """One thread's: a client, its own dice, and the table."""

    def __init__(self, table: Table, client: httpx.Client, seed: int) -> None:
        self.table, self.client, self.dice = table, client, random.Random(seed)

    def key(self) -> str:
        return str(UUID(int=self.dice.getrandbits(128)))

    def amount(self, top: int) -> str:
        return f"{self.dice.randint(1, top * 100) / 100:.2f}"

    def post(self, path: str, by: int, body: dict[str, Any], *, key: str = "") -> httpx.Response:
        headers = {
            "Authorization": f"Bearer {self.table.town.tokens[by]}",
            "Idempotency-Key": key or self.key(),
        }
        return self.ask("POST", f"{API}/{path}", headers=headers, json=body)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """The platform's answer; sent again for as long as there is none."""
        until = time.monotonic() + PATIENCE
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
            with self.table.lock:
                self.table.retries += 1
            time.sleep(0.2)


def _none(reply: httpx.Response) -> str:
    """Why this is no answer; empty for one."""
    if reply.status_code >= 500 and reply.status_code != 503:
        return f"{reply.status_code} {reply.text[:200]}"
    if reply.status_code == 503:
        return "503"
    if reply.status_code == 409 and reply.json()["code"] in TRY_AGAIN:
        return "in flight"
    return ""
