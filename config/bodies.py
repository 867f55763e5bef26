"""Receives request bodies on the event loop and passes them to Django's threads complete.

The platform has few threads; eight slow uploads would otherwise block all of them. Small bodies stay in
memory, larger ones on disk. A body above the limit of its path and type is not received, because Django
rejects it by its Content-Length (apps.core.http.body_limit).
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
BODY: Final = "hansom.body"
"""The file of a complete body in the scope, for what reads it without `receive`."""
LARGE_AT_ONCE: Final = 64
"""Maximum number of bodies on disk."""
SECONDS: Final = 180.0
"""Eight megabytes at 45 kB per second."""


class WholeBodies:
    """Calls an application once the body is complete; not at all if the client disconnected."""

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
                    await _receive(body, receive)
            except TimeoutError:
                await _refuse(send, 408)
                return
            body.seek(0)

            async def receive_body() -> Message:
                chunk = body.read(CHUNK_BYTES)
                return {"type": "http.request", "body": chunk, "more_body": len(chunk) == CHUNK_BYTES}

            await self._app({**scope, BODY: body}, receive_body, send)


class ClientLeft(Exception):
    """The client disconnected."""


async def _receive(body: Any, receive: Receive) -> None:
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
    """Return the Content-Length; 0 if missing or chunked, as in WSGI."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0
