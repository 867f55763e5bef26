"""A request's body is taken in by the event loop, and Django's thread gets it whole.

The platform has few threads, and a phone on a bad network sends a picture for a minute: read by a
thread, eight of them would keep everyone else waiting. Small bodies stay in memory, larger ones lie on the
disk; what is too large for its path and type is not taken in at all, for Django refuses it by its announced
size (apps.core.http.body_limit).
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import Any, Final

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

CHUNK_BYTES: Final = 64 * 1024
IN_MEMORY_BYTES: Final = 64 * 1024
LARGE_AT_ONCE: Final = 64
"""How many bodies may lie on the disk."""
SECONDS: Final = 180.0
"""Eight megabytes at 45 kB a second."""


class WholeBodies:
    """Calls an application when the body is there, and not at all for who went away."""

    def __init__(self, app: App, *, limit: Callable[[dict[str, Any]], int], seconds: float = SECONDS) -> None:
        self._app = app
        self._limit = limit
        self._seconds = seconds
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        length = _announced(scope)
        if not 0 < length <= self._limit(scope):
            await self._app(scope, receive, send)
        elif length <= IN_MEMORY_BYTES:
            await self._with_body(scope, receive, send)
        else:
            async with self._large:
                await self._with_body(scope, receive, send)

    async def _with_body(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        with SpooledTemporaryFile(max_size=IN_MEMORY_BYTES) as body, suppress(ClientLeft):
            try:
                async with asyncio.timeout(self._seconds):
                    await _take_in(body, receive)
            except TimeoutError:
                await _refuse(send, 408)
                return
            body.seek(0)

            async def give() -> Message:
                chunk = body.read(CHUNK_BYTES)
                return {"type": "http.request", "body": chunk, "more_body": len(chunk) == CHUNK_BYTES}

            await self._app(scope, give, send)


class ClientLeft(Exception):
    """No one waits for an answer any more."""


async def _take_in(body: Any, receive: Receive) -> None:
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        body.write(message.get("body", b""))
        more = message.get("more_body", False)


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _announced(scope: dict[str, Any]) -> int:
    """The size that the request says its body has; 0 for none, and for a chunked one (WSGI knows none)."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0
