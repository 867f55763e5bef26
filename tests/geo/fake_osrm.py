"""A server that replies like a failing OSRM over real sockets; an unexpected request is refused."""

import json
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

Reply = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        assert self.headers["Content-Type"] == "application/json"
        self._answer(self.rfile.read(int(self.headers["Content-Length"])))

    def _answer(self, body: bytes) -> None:
        address = urlsplit(self.path)
        self.server.seen.append(
            {
                "method": self.command,
                "path": address.path,
                "query": {name: values[0] for name, values in parse_qs(address.query).items()},
                "body": json.loads(body) if body else None,
            }
        )
        reply = self.server.replies.pop(0) if self.server.replies else refuse_all
        reply(self)

    def send_json(self, status: int, body: Any) -> None:
        self.send_bytes(status, json.dumps(body).encode(), "application/json")

    def send_bytes(self, status: int, content: bytes, content_type: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies: list[Reply] = []
        self.seen: list[dict[str, Any]] = []


class FakeOsrm:
    """Replies in the given order; `seen` has the requests."""

    def __init__(self) -> None:
        self._server = Server()

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        if kind is None:
            assert not self._server.replies, f"{len(self._server.replies)} replies were not requested"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def seen(self) -> list[dict[str, Any]]:
        return self._server.seen

    def will(self, *replies: Reply) -> None:
        self._server.replies += replies


def route(metres: float, seconds: float, geometry: str = "") -> Reply:
    return ok(routes=[{"distance": metres, "duration": seconds, "geometry": geometry}])


def ok(**body: Any) -> Reply:
    return lambda handler: handler.send_json(200, {"code": "Ok", **body})


def refuse(code: str) -> Reply:
    return lambda handler: handler.send_json(400, {"code": code, "message": f"fake {code}"})


def send(status: int, content: bytes) -> Reply:
    return lambda handler: handler.send_bytes(status, content, "text/html")


def hang_up(handler: Handler) -> None:
    """Close the connection, as OSRM does after 512 requests."""
    handler.close_connection = True
    handler.connection.shutdown(2)


def delay(seconds: float) -> Reply:
    def reply(handler: Handler) -> None:
        time.sleep(seconds)
        hang_up(handler)

    return reply


def refuse_all(handler: Handler) -> None:
    handler.send_json(400, {"code": "InvalidUrl", "message": "unexpected request"})
