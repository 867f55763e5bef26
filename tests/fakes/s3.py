"""An S3 server that takes nothing on trust: it works out every signature itself (AWS SigV4), times included.

Anonymous callers may read below public/ alone, as the bucket policy in docs/operations.md says.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Self
from urllib.parse import parse_qsl, quote, unquote, urlsplit

ALGORITHM = "AWS4-HMAC-SHA256"
CLOCK_SKEW = timedelta(minutes=15)
AUTHORIZATION = re.compile(
    rf"{ALGORITHM} Credential=(?P<credential>\S+), SignedHeaders=(?P<headers>\S+), "
    r"Signature=(?P<signature>[0-9a-f]{64})"
)


@dataclass(frozen=True)
class StoredObject:
    content: bytes
    content_type: str
    cache_control: str


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: list[tuple[str, str]]
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes


class Denied(Exception):
    def __init__(self, code: str, status: int = 403) -> None:
        super().__init__(code)
        self.code, self.status = code, status


class S3Double:
    """One bucket, addressed by path."""

    bucket = "hansom-files"
    region = "eu-test-1"
    access_key = "AKIDHANSOM"
    secret_key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

    def __init__(self) -> None:
        self.objects: dict[str, StoredObject] = {}
        self.calls: list[tuple[str, str]] = []
        self.refusals: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, call: Call) -> tuple[int, dict[str, str], bytes]:
        key = unquote(call.path).removeprefix(f"/{self.bucket}/")
        self.calls.append((call.method, key))
        try:
            self._authorize(call, key)
            return self._do(call, key)
        except Denied as denied:
            self.refusals.append(denied.code)
            body = f'<?xml version="1.0"?><Error><Code>{denied.code}</Code></Error>'.encode()
            return denied.status, {"Content-Type": "application/xml"}, body

    def _do(self, call: Call, key: str) -> tuple[int, dict[str, str], bytes]:
        if call.method == "PUT":
            self.objects[key] = StoredObject(
                call.body, call.headers.get("content-type", ""), call.headers.get("cache-control", "")
            )
            return 200, {"ETag": f'"{hashlib.md5(call.body).hexdigest()}"'}, b""
        if call.method == "DELETE":
            self.objects.pop(key, None)
            return 204, {}, b""
        found = self.objects.get(key)
        if found is None:
            raise Denied("NoSuchKey", 404)
        headers = {
            "Content-Type": found.content_type,
            "Cache-Control": found.cache_control,
            "ETag": f'"{hashlib.md5(found.content).hexdigest()}"',
            "Last-Modified": "Sat, 21 Nov 2026 12:00:00 GMT",
        }
        return 200, headers, found.content

    def _authorize(self, call: Call, key: str) -> None:
        if not call.path.startswith(f"/{self.bucket}/"):
            raise Denied("NoSuchBucket", 404)
        query = dict(call.query)
        if "authorization" in call.headers:
            self._check_header(call)
        elif "X-Amz-Signature" in query:
            self._check_query(call, query)
        elif call.method not in ("GET", "HEAD") or not key.startswith("public/"):
            raise Denied("AccessDenied")

    def _check_header(self, call: Call) -> None:
        parts = AUTHORIZATION.fullmatch(call.headers["authorization"])
        if parts is None:
            raise Denied("AuthorizationHeaderMalformed", 400)
        stamp = call.headers["x-amz-date"]
        if abs(datetime.now(UTC) - _time(stamp)) > CLOCK_SKEW:
            raise Denied("RequestTimeTooSkewed")
        promised = call.headers["x-amz-content-sha256"]
        if promised != hashlib.sha256(call.body).hexdigest():
            raise Denied("XAmzContentSHA256Mismatch", 400)
        names = parts["headers"].split(";")
        if not {"host", "x-amz-date", "x-amz-content-sha256"} <= set(names):
            raise Denied("AccessDenied")
        self._check_signature(
            call, parts["credential"], stamp, names, promised, call.query, parts["signature"]
        )

    def _check_query(self, call: Call, query: dict[str, str]) -> None:
        if query["X-Amz-Algorithm"] != ALGORITHM or call.method not in ("GET", "HEAD"):
            raise Denied("AccessDenied")
        signed_at, seconds = _time(query["X-Amz-Date"]), int(query["X-Amz-Expires"])
        if not 0 < seconds <= 7 * 24 * 3600:
            raise Denied("AuthorizationQueryParametersError", 400)
        if not signed_at - CLOCK_SKEW <= datetime.now(UTC) < signed_at + timedelta(seconds=seconds):
            raise Denied("AccessDenied")
        rest = [(name, value) for name, value in call.query if name != "X-Amz-Signature"]
        names = query["X-Amz-SignedHeaders"].split(";")
        self._check_signature(
            call,
            query["X-Amz-Credential"],
            query["X-Amz-Date"],
            names,
            "UNSIGNED-PAYLOAD",
            rest,
            query["X-Amz-Signature"],
        )

    def _check_signature(
        self,
        call: Call,
        credential: str,
        stamp: str,
        names: list[str],
        payload: str,
        query: list[tuple[str, str]],
        signature: str,
    ) -> None:
        access_key, scope = credential.split("/", 1)
        if access_key != self.access_key:
            raise Denied("InvalidAccessKeyId")
        if scope != f"{stamp[:8]}/{self.region}/s3/aws4_request":
            raise Denied("AuthorizationHeaderMalformed", 400)
        request = "\n".join(
            (
                call.method,
                quote(unquote(call.path), safe="/-_.~"),
                "&".join(
                    f"{quote(name, safe='-_.~')}={quote(value, safe='-_.~')}" for name, value in sorted(query)
                ),
                *(f"{name}:{' '.join(call.headers[name].split())}" for name in sorted(names)),
                "",
                ";".join(sorted(names)),
                payload,
            )
        )
        to_sign = "\n".join((ALGORITHM, stamp, scope, hashlib.sha256(request.encode()).hexdigest()))
        key = f"AWS4{self.secret_key}".encode()
        for part in (stamp[:8], self.region, "s3", "aws4_request"):
            key = hmac.digest(key, part.encode(), "sha256")
        if not hmac.compare_digest(hmac.new(key, to_sign.encode(), "sha256").hexdigest(), signature):
            raise Denied("SignatureDoesNotMatch")


def _time(stamp: str) -> datetime:
    return datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


def _handler_of(fake: S3Double) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            address = urlsplit(self.path)
            call = Call(
                method=self.command,
                path=address.path,
                query=parse_qsl(address.query, keep_blank_values=True),
                headers={name.lower(): value for name, value in self.headers.items()},
                body=self.rfile.read(int(self.headers.get("Content-Length", 0))),
            )
            status, headers, body = fake.answer(call)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        do_GET = do_HEAD = do_PUT = do_DELETE = _answer

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

    return Handler
