"""Estimates through the platform's ASGI application, ahead of Django and by Django alone."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from django.core import signing
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections

from apps.core.http.quick.replies import QuickReplies
from apps.fares.estimates import quotes
from config.bodies import WholeBodies
from config.threads import InThreads

PATH: Final = "/api/v1/estimates/"
HEADERS: Final = {"host": "localhost", "accept": "*/*", "content-type": "application/json"}
QUOTE: Final = re.compile(rb'"quote_id": ?"([^"]*)"')
EXPIRY: Final = re.compile(rb'"expires_at": ?"[^"]*"')
EXPIRY_FIELD: Final = 15
"""Its place in a quote."""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return str(self.json()["code"])

    def without_times(self) -> tuple[int, dict[str, str], bytes]:
        """Return the reply with the readable content of its quotes, without what differs at each request."""
        body = EXPIRY.sub(b"", QUOTE.sub(lambda found: _readable(found[1].decode()).encode(), self.body))
        changing = {"x-request-id"} | ({"content-length"} if QUOTE.search(self.body) else set())
        headers = {name: value for name, value in self.headers.items() if name not in changing}
        if "set-cookie" in headers:
            # Its value is random.
            headers["set-cookie"] = headers["set-cookie"].partition("=")[0]
        return self.status, headers, body


def _readable(quote_id: str) -> str:
    fields = signing.Signer(salt=quotes._SALT).unsign_object(quote_id)
    return json.dumps([*fields[:EXPIRY_FIELD], *fields[EXPIRY_FIELD + 1 :]])


@dataclass
class Platform:
    """Both ways to the same endpoint, in one thread."""

    quick: Any
    django: Any
    passed: list[str] = field(default_factory=list)
    """The paths of requests that Django answered."""

    def send(self, body: Any, *, by: str = "quick", token: str = "", **changes: str | None) -> Reply:
        """Send a request; a change of None removes a header."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers: dict[str, str | None] = {**HEADERS, "content-length": str(len(content))}
        if token:
            headers["authorization"] = f"Bearer {token}"
        headers |= {name.replace("_", "-"): value for name, value in changes.items()}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": PATH,
            "raw_path": PATH.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(k.encode(), v.encode("latin-1")) for k, v in headers.items() if v is not None],
            "client": ("203.0.113.7", 4000),
            "server": ("localhost", 80),
        }
        return asyncio.run(_exchange(self.quick if by == "quick" else self.django, scope, content))

    def is_quick(self, body: Any, **options: Any) -> bool:
        """Send a request that succeeds; return whether it was answered ahead of Django."""
        before = len(self.passed)
        reply = self.send(body, **options)
        assert reply.status == 200, reply.body
        return len(self.passed) == before


async def _exchange(app: Any, scope: dict[str, Any], content: bytes) -> Reply:
    messages = [{"type": "http.request", "body": content, "more_body": False}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return messages.pop() if messages else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    start = sent[0]
    names = [name for name, _ in start["headers"]]
    assert len(set(names)) == len(names)
    return Reply(
        start["status"],
        {name.decode(): value.decode("latin-1") for name, value in start["headers"]},
        b"".join(message.get("body", b"") for message in sent[1:]),
    )


@contextmanager
def running(replies: Mapping[str, Any]) -> Iterator[Platform]:
    """Run both ways as config.asgi does, with one thread."""
    in_threads = InThreads(WSGIHandler(), workers=1)
    passed: list[str] = []

    async def counted(scope: Any, receive: Any, send: Any) -> None:
        passed.append(scope["path"])
        await in_threads(scope, receive, send)

    quick = QuickReplies(counted, replies, executor=in_threads.executor)
    try:
        yield Platform(
            WholeBodies(quick, limit=lambda scope: 1_000_000),
            WholeBodies(in_threads, limit=lambda scope: 1_000_000),
            passed,
        )
    finally:
        in_threads.executor.submit(connections.close_all).result()
        in_threads.executor.shutdown()
