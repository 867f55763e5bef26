"""Error reports reach the server of SENTRY_DSN and contain no personal data."""

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import brotli
import pytest

from tests.servers import ROOT

PROGRAM = """
import logging
import django
django.setup()
import sentry_sdk
from django.conf import settings
from django.test import Client
from redis.exceptions import ConnectionError
from apps.core.monitoring import log_context
from apps.core import views

log = logging.getLogger("apps.tests")

def fail(error):
    password = "hunter2-in-a-variable"
    try:
        raise error
    except Exception:
        log.exception("failed for eve.marlowe@example.org")

with log_context.log_fields(request_id="edge-00000001", user_id=7, booking="QX81ZP"):
    fail(LookupError("no account of +447700900321"))
    fail(ConnectionError("Redis is away"))
views.database_state = lambda: 1 / 0
try:
    Client(raise_request_exception=False).get(
        "/readyz?search=marlowe", headers={"Host": "localhost", "Cookie": "hansom_refresh=cookie-secret"}
    )
finally:
    sentry_sdk.flush(10)
"""


class Sink:
    """A server that keeps the reports it receives."""

    def __init__(self) -> None:
        self.reports: list[dict[str, Any]] = []
        self.text = ""
        sink = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                decompress = {"gzip": gzip.decompress, "br": brotli.decompress}
                sink.receive(decompress[self.headers["Content-Encoding"]](body).decode())
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def receive(self, envelope: str) -> None:
        self.text += envelope
        for line in envelope.splitlines():
            item = json.loads(line)
            if "exception" in item:
                self.reports.append(item)


@pytest.fixture
def sink() -> Iterator[Sink]:
    sink = Sink()
    yield sink
    sink.server.shutdown()
    sink.server.server_close()


def test_reports_have_the_error_and_ids_but_no_personal_data(sink: Sink) -> None:
    environ = os.environ | {
        "SENTRY_DSN": f"http://key@127.0.0.1:{sink.server.server_port}/1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    by_type = {report["exception"]["values"][-1]["type"]: report for report in sink.reports}
    # An outage of Redis is not reported.
    assert set(by_type) == {"LookupError", "ZeroDivisionError"}
    lookup = by_type["LookupError"]
    assert lookup["exception"]["values"][-1]["value"] == "no account of [phone]"
    assert {"request_id": "edge-00000001", "user_id": "7", "booking": "QX81ZP"}.items() <= lookup[
        "tags"
    ].items()
    for secret in ("marlowe", "447700900321", "cookie-secret", "hunter2"):
        # The source lines around a frame are those of the program's text, which Python does not have here.
        assert secret not in sink.text
