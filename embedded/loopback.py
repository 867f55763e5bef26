"""A fake of a third-party server, over real sockets on this machine."""

import json
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes

    @property
    def form(self) -> dict[str, str]:
        """Return the form; no field may occur twice."""
        fields = parse_qs(self.body.decode(), keep_blank_values=True, strict_parsing=True)
        assert all(len(values) == 1 for values in fields.values()), fields
        return {name: values[0] for name, values in fields.items()}


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    after_seconds: float = 0


NO_ANSWER: Final = Reply(0)
"""Closes the connection without a reply, as when a server dies."""


class Refusal(Exception):
    """A request that the original would reject, with the original's reply."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply)
        self.reply = reply


class Loopback:
    """Replies from `scripted` first, then with `answer`; `seen` contains every request."""

    def __init__(
        self, *, certificate: ssl.SSLContext | None = None, host: str = "127.0.0.1", port: int = 0
    ) -> None:
        self.seen: list[Request] = []
        self.scripted: list[Reply | Callable[[Request], Reply]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler_of(self))
        self._server.daemon_threads = True
        if certificate:
            self._server.socket = certificate.wrap_socket(self._server.socket, server_side=True)
        self.url = f"{'https' if certificate else 'http'}://{host}:{self._server.server_address[1]}"

    def answer(self, request: Request) -> Reply:
        raise NotImplementedError

    def reply_to(self, request: Request) -> Reply:
        self.seen.append(request)
        if self.scripted:
            step = self.scripted.pop(0)
            return step if isinstance(step, Reply) else step(request)
        try:
            return self.answer(request)
        except Refusal as refusal:
            return refusal.reply

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()


def _handler_of(loopback: Loopback) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def do_PUT(self) -> None:
            self._answer()

        def _answer(self) -> None:
            address = urlsplit(self.path)
            reply = loopback.reply_to(
                Request(
                    method=self.command,
                    path=address.path,
                    query={name: values[0] for name, values in parse_qs(address.query).items()},
                    headers=dict(self.headers.items()),
                    body=self.rfile.read(int(self.headers.get("Content-Length", 0))),
                )
            )
            time.sleep(reply.after_seconds)
            if reply.status == NO_ANSWER.status:
                self.close_connection = True
                return
            content = _encoded(reply.body)
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            if content and "Content-Type" not in reply.headers:
                self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Do not log."""

        def handle(self) -> None:
            try:
                super().handle()
            except (ConnectionError, ssl.SSLError):
                """The client has disconnected."""

    return Handler


def _encoded(body: Any) -> bytes:
    if isinstance(body, bytes):
        return body
    return b"" if body is None else json.dumps(body).encode()
