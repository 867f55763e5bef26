"""Too large bodies are rejected unread, and slow uploads do not block other requests."""

import asyncio
import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from django.test import Client, RequestFactory

from apps.core.http.body_limit import BodyLimitMiddleware, limit_of_scope
from apps.core.models import OutboxEntry
from config.bodies import WholeBodies
from embedded.ports import free_port

MEGABYTE = 1024 * 1024
MULTIPART = "multipart/form-data; boundary=frontier"


def announce(length: int | str, content_type: str) -> Any:
    """Return the reply to a request with this Content-Length; reading its body would fail."""

    class Unread:
        def read(self, *size: int) -> bytes:
            raise AssertionError("read")

    request = RequestFactory().post("/api/v1/me/photo/")
    request.META |= {"CONTENT_LENGTH": str(length), "CONTENT_TYPE": content_type, "wsgi.input": Unread()}
    reached = object()
    reply = BodyLimitMiddleware(lambda _: reached)(request)  # type: ignore[arg-type, return-value]
    return None if reply is reached else reply


@pytest.mark.parametrize(
    ("length", "content_type", "code"),
    [
        (MEGABYTE + 1, "application/json", "too_large"),
        (20 * MEGABYTE, "application/json", "too_large"),
        (10**30, "application/json", "too_large"),
        (MEGABYTE + 1, "", "too_large"),
        (MEGABYTE + 1, "application/x-www-form-urlencoded", "too_large"),
        (9 * MEGABYTE + 1, MULTIPART, "image_too_large"),
        (20 * MEGABYTE, "Multipart/Form-Data; boundary=frontier", "image_too_large"),
    ],
)
def test_body_above_the_limit_of_its_type_is_413(length: int, content_type: str, code: str) -> None:
    reply = announce(length, content_type)
    assert (reply.status_code, json.loads(reply.content)["code"]) == (413, code)


@pytest.mark.parametrize(
    ("length", "content_type"),
    [(MEGABYTE, "application/json"), (9 * MEGABYTE, MULTIPART), ("", "application/json"), ("nonsense", "")],
)
def test_body_within_its_limit_passes(length: int | str, content_type: str) -> None:
    assert announce(length, content_type) is None


def test_every_endpoint_is_limited_and_nothing_happens(db: None) -> None:
    huge = "x" * (MEGABYTE + 1)
    for path in ("/api/v1/auth/sign-in/", "/functions/user_signup", "/django-admin/login/", "/nowhere"):
        response = Client().post(path, huge, content_type="application/json")
        assert response.status_code == 413
    assert not OutboxEntry.objects.exists()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Run the platform's ASGI application in its server, with its threads."""
    config = uvicorn.Config("config.asgi:application", port=free_port(), log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield config.port
    server.should_exit = True
    thread.join()


def one_megabyte(scope: dict[str, Any]) -> int:
    return MEGABYTE


def request(port: int, *headers: str, body: bytes = b"") -> bytes:
    """Send exactly this and return the reply."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        lines = ("PUT /api/v1/me/photo/ HTTP/1.1", "Host: localhost", *headers)
        connection.sendall("\r\n".join((*lines, "", "")).encode() + body)
        reply = b""
        while not reply.endswith((b"0\r\n\r\n", b"}")):
            part = connection.recv(65536)
            assert part, reply
            reply += part
        return reply


def test_server_rejects_20_megabytes_before_they_are_sent(port: int) -> None:
    for sent in (b"", b"x" * 100_000):
        reply = request(port, f"Content-Type: {MULTIPART}", f"Content-Length: {20 * MEGABYTE}", body=sent)
        assert reply.startswith(b"HTTP/1.1 413")
        assert b"image_too_large" in reply


@pytest.mark.parametrize("endpoint", ["webhook/", "start/", "return/1/", "cancel/1/", "card/1/"])
@pytest.mark.parametrize("kind", ["application/json", "text/plain", MULTIPART])
def test_webhook_of_65_kilobytes_is_rejected_unread(port: int, endpoint: str, kind: str) -> None:
    head = f"POST /api/v1/payments/test/{endpoint} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(f"{head}Content-Length: {64 * 1024 + 1}\r\n\r\n".encode())
        # No byte of the body was sent.
        reply = connection.recv(65536)
        while b"}" not in reply:
            reply += connection.recv(65536)
    assert reply.startswith(b"HTTP/1.1 413")
    assert b"too_large" in reply


def test_json_above_a_megabyte_is_rejected_unread_and_an_image_is_not(port: int) -> None:
    reply = request(port, "Content-Type: application/json", f"Content-Length: {MEGABYTE + 1}")
    assert reply.startswith(b"HTTP/1.1 413")
    scope = {"path": "/api/v1/me/photo/", "headers": [(b"content-type", MULTIPART.encode())]}
    assert limit_of_scope(scope) == 9 * MEGABYTE


def test_twenty_slow_uploads_do_not_block_other_requests(port: int) -> None:
    slow = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(20)]
    head = "POST /api/v1/auth/license-image/ HTTP/1.1\r\nHost: localhost\r\n"
    head += f"Content-Type: {MULTIPART}\r\nContent-Length: {MEGABYTE}\r\n\r\n"
    part = b'--frontier\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
    begun = part + b"x" * 70_000
    for connection in slow:
        connection.sendall(head.encode() + begun)
    assert httpx.get(f"http://localhost:{port}/healthz", timeout=5).json()["status"] == "ok"
    for connection in slow[1:]:
        connection.close()
    # A completed upload gets a reply: it was no image.
    end = b"\r\n--frontier--\r\n"
    slow[0].sendall(b"x" * (MEGABYTE - len(begun) - len(end)) + end)
    assert slow[0].recv(65536).startswith(b"HTTP/1.1 400")
    slow[0].close()


@pytest.mark.parametrize("size", [1, 1000, 65_535, 65_536, 65_537, 131_072, 500_000])
async def test_body_arrives_as_it_was_sent(size: int) -> None:
    sent = random.Random(size).randbytes(size)
    parts = [sent[at : at + 40_000] for at in range(0, size, 40_000)]
    got = bytearray()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            got.extend(message["body"])
            more = message["more_body"]

    async def receive() -> Any:
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    scope = {"headers": [(b"content-length", str(size).encode())]}
    await WholeBodies(app, limit=one_megabyte)(scope, receive, unused)
    assert bytes(got) == sent


async def unused(*args: Any) -> Any:
    raise AssertionError("called")


async def test_disconnected_client_occupies_no_thread() -> None:
    messages = [{"type": "http.request", "body": b"x", "more_body": True}, {"type": "http.disconnect"}]

    async def receive() -> Any:
        return messages.pop(0)

    await WholeBodies(unused, limit=one_megabyte)({"headers": [(b"content-length", b"99")]}, receive, unused)


async def test_endless_body_is_aborted() -> None:
    sent = []

    async def receive() -> Any:
        await asyncio.sleep(0.01)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    app = WholeBodies(unused, limit=one_megabyte, seconds=0.1)
    await app({"headers": [(b"content-length", b"99999")]}, receive, send)
    assert sent[0]["status"] == 408


def test_body_without_a_content_length_is_not_read(port: int) -> None:
    reply = request(
        port, "Content-Type: application/json", "Transfer-Encoding: chunked", body=b"5\r\nhello\r\n0\r\n\r\n"
    )
    # Treated as an empty, unauthenticated request.
    assert reply.startswith(b"HTTP/1.1 401")
