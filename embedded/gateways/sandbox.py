"""One server for all sandbox gateways, each below `/<name>`."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Final

import httpx

from embedded.gateways.base import Gateway
from embedded.gateways.registry import sandbox_gateways
from embedded.loopback import Loopback, Reply, Request

TRIES: Final = 5


@dataclass(frozen=True, slots=True)
class Delivery:
    """A webhook sent to the shop."""

    url: str
    body: bytes
    headers: Mapping[str, str]


class SandboxGateways(Loopback):
    """The sandbox server for the shop at the URL `shop`.

    `outbox` records the webhooks. With `post` they are also sent over HTTP, with retries. `advance` moves
    the sandbox's clock forward.
    """

    def __init__(self, *, shop: str, port: int = 0, post: bool = False) -> None:
        super().__init__(port=port)
        self._shop = shop.rstrip("/")
        self.outbox: list[Delivery] = []
        self.gateways: dict[str, Gateway] = {name: kind(self) for name, kind in sandbox_gateways().items()}
        self._post = post
        self._ahead = 0.0
        self._due: list[tuple[float, Callable[[], None]]] = []
        self._lock = Lock()

    def now(self) -> float:
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Move the clock forward and run the work that becomes due."""
        self._ahead += seconds
        self.run_due()

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        with self._lock:
            self._due.append((self.now() + seconds, work))

    def shop_webhook(self, name: str) -> str:
        """Return the webhook address that a merchant enters in the gateway's dashboard."""
        return f"{self._shop}/api/v1/payments/{name}/webhook/"

    def run_due(self) -> None:
        with self._lock:
            due = [work for when, work in self._due if when <= self.now()]
            self._due = [(when, work) for when, work in self._due if when > self.now()]
        for work in due:
            work()

    def deliver(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        delivery = Delivery(url, body, dict(headers))
        self.outbox.append(delivery)
        if self._post:
            Thread(target=_post_webhook, args=(delivery,), daemon=True).start()

    def answer(self, request: Request) -> Reply:
        _, name, rest = (*request.path.split("/", 2), "", "")[:3]
        gateway = self.gateways.get(name)
        if gateway is None:
            return Reply(404, {"message": f"{name!r} has no sandbox here"})
        inner = Request(
            method=request.method,
            path=f"/{rest}",
            query=request.query,
            headers=request.headers,
            body=request.body,
        )
        return gateway.reply_to(inner)


def _post_webhook(delivery: Delivery) -> None:
    """Send the webhook, up to TRIES times with exponential backoff, until the shop accepts it."""
    for attempt in range(TRIES):
        with contextlib.suppress(httpx.HTTPError):
            answer = httpx.post(delivery.url, content=delivery.body, headers=delivery.headers, timeout=10)
            if answer.is_success:
                return
        time.sleep(2**attempt)
