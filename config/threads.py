"""Runs Django's WSGI application in threads, below `config.bodies`, which receives the request bodies.

A complete reply passes from its thread to the event loop at once, because each message by itself would wake
the event loop, and then the thread again (docs/decisions/0113).
"""

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Final

from config.bodies import BODY

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

WSGI: Final[dict[str, Any]] = {
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stdout,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}
"""What is the same for all requests."""


class InThreads:
    """An ASGI application for HTTP that calls a WSGI application in a thread of its pool."""

    def __init__(self, application: Application, *, workers: int) -> None:
        self._application = application
        self.executor = ThreadPoolExecutor(workers, thread_name_prefix="WSGI")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()

        def send_now(message: Message) -> None:
            asyncio.run_coroutine_threadsafe(_sent(send, message), loop).result()

        # In a context of its own, which ends with the request.
        run = copy_context().run
        left = await loop.run_in_executor(self.executor, run, self._reply, environ_of(scope), send_now)
        for message in left:
            await send(message)

    def _reply(self, environ: dict[str, Any], send_now: Callable[[Message], None]) -> list[Message]:
        """Return the messages of a complete reply, or the last one of a stream, whose others are sent."""
        start: Message = {"type": "http.response.start"}

        def start_response(status: str, headers: Iterable[tuple[str, str]], _error: Any = None) -> None:
            start["status"] = int(status[:3])
            start["headers"] = [
                (name.strip().lower().encode("latin-1"), value.strip().encode("latin-1"))
                for name, value in headers
            ]

        content = self._application(environ, start_response)
        try:
            if not getattr(content, "streaming", False):
                return [start, {"type": "http.response.body", "body": b"".join(content)}]
            send_now(start)
            for chunk in content:
                send_now({"type": "http.response.body", "body": chunk, "more_body": True})
            return [{"type": "http.response.body", "body": b""}]
        finally:
            getattr(content, "close", lambda: None)()


async def _sent(send: Send, message: Message) -> None:
    await send(message)


def environ_of(scope: dict[str, Any]) -> dict[str, Any]:
    """Return the WSGI environment of a request; a body that was not received is empty."""
    body = scope.get(BODY)
    if body is None:
        body = io.BytesIO()
    # Something ahead of Django may have read it.
    body.seek(0)
    prefix, path = scope.get("root_path", ""), scope["path"]
    host, port = scope.get("server") or ("localhost", 80)
    environ = WSGI | {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": _as_latin_1(prefix),
        "PATH_INFO": _as_latin_1(path.removeprefix(prefix)),
        "QUERY_STRING": scope["query_string"].decode("ascii"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
    }
    if scope.get("client"):
        environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = scope["client"][0], str(scope["client"][1])
    for name, value in scope["headers"]:
        # Otherwise X_Forwarded_For of a client would count as the proxy's X-Forwarded-For.
        if b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_LENGTH", "CONTENT_TYPE"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


def _as_latin_1(text: str) -> str:
    """Return the bytes of a text as WSGI has them: one character a byte."""
    return text.encode().decode("latin-1")
