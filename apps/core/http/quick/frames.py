"""What is around a reply: the headers that Django gives to all good replies to requests like this one.

They are not repeated here but taken from a reply of Django's, so that each middleware has its say. A request
is like another if the headers that Django reads are the same.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from django.conf import settings

from apps.core.http.compression import compressed

Headers = list[tuple[bytes, bytes]]

MOST: Final = 512
"""Frames that a process keeps."""
LASTS_SECONDS: Final = 60.0
"""Then Django replies again, as an admin can change what they follow, such as the default language."""
JSON: Final = b"application/json"
ACCEPTED: Final = frozenset({None, b"*/*", JSON, b"application/json, text/plain, */*"})
"""Values of Accept that mean plain JSON."""
IN_THE_KEY: Final = (b"host", b"accept", b"accept-encoding", b"accept-language")
READ: Final = frozenset(
    {*IN_THE_KEY, b"authorization", b"content-type", b"content-length", b"cookie", b"x-request-id"}
)
OF_ONE_REPLY: Final = frozenset({b"content-length", b"content-encoding", b"x-request-id"})

Key = tuple[bytes | str | None, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a request that may be answered ahead of Django."""

    key: Key
    """Equal for requests whose good replies have the same frame."""
    authorization: bytes | None
    request_id: str
    address: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The headers of a good reply, its language, its coding, and when it was seen (monotonic clock)."""

    headers: Headers
    language: str
    coding: str
    learnt_at: float

    def around(self, content: bytes, request_id: str) -> tuple[Headers, bytes]:
        """Return headers and body of the reply with this content."""
        body, own = content, self.headers
        if self.coding:
            body = compressed(content, self.coding)
            own = [*own, (b"content-encoding", self.coding.encode())]
        return [*own, (b"content-length", b"%d" % len(body)), (b"x-request-id", request_id.encode())], body


def heading_of(scope: dict[str, Any]) -> Heading | None:
    """Return the head of a usual POST of JSON; None for all that only Django should read."""
    client = scope.get("client")
    if scope["method"] != "POST" or scope["query_string"] or scope.get("root_path") or not client:
        return None
    read: dict[bytes, bytes | None] = dict.fromkeys(READ)
    proxy = _proxy_header()
    for name, value in scope["headers"]:
        if name in read or name == proxy:
            if read.get(name) is not None:
                # WSGI joins repeated headers.
                return None
            read[name] = value
        elif b"_" in name:
            # WSGI reads it as the header with a hyphen.
            return None
    cookie, request_id = read[b"cookie"] or b"", read[b"x-request-id"] or b""
    if (
        read[b"content-type"] != JSON
        or read[b"accept"] not in ACCEPTED
        or not (read[b"content-length"] or b"").isdigit()
        or any(name in cookie for name in _cookies())
    ):
        return None
    authorization = read[b"authorization"]
    return Heading(
        key=(
            *(read[name] for name in IN_THE_KEY),
            scope.get("scheme", "http"),
            read.get(proxy),
            None if authorization is None else b"token",
        ),
        authorization=authorization,
        request_id=request_id.decode("latin-1"),
        address=client[0],
    )


class Frames:
    """The frames of recent requests."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._known: OrderedDict[Key, Frame] = OrderedDict()
        self._clock = clock

    def of(self, heading: Heading) -> Frame | None:
        frame = self._known.get(heading.key)
        return frame if frame and self._clock() - frame.learnt_at < LASTS_SECONDS else None

    def learn(self, heading: Heading, status: int, headers: Headers) -> None:
        """Keep the frame of one of Django's replies; only of a good one that was long enough to compress."""
        known = dict(headers)
        if (
            status != 200
            or b"set-cookie" in known
            or b"accept-encoding" not in known.get(b"vary", b"").lower()
        ):
            return
        self._known[heading.key] = Frame(
            [(name, value) for name, value in headers if name not in OF_ONE_REPLY],
            known[b"content-language"].decode(),
            known.get(b"content-encoding", b"").decode(),
            self._clock(),
        )
        self._known.move_to_end(heading.key)
        while len(self._known) > MOST:
            self._known.popitem(last=False)


def _proxy_header() -> bytes:
    """Return the header by which a proxy says that a request came over HTTPS."""
    known = settings.SECURE_PROXY_SSL_HEADER
    return known[0].removeprefix("HTTP_").replace("_", "-").lower().encode() if known else b""


def _cookies() -> tuple[bytes, ...]:
    """Return the names of cookies that may change a reply: the language's and those of forms."""
    return settings.LANGUAGE_COOKIE_NAME.encode(), settings.CSRF_COOKIE_NAME.encode(), b"messages"
