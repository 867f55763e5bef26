"""A web process starts without the libraries that few requests need; each is loaded where it is used."""

import subprocess
import sys

from tests.servers import ROOT

HEAVY = {
    "aiohttp",
    "boto3",
    "botocore",
    "braintree",
    "celery",
    "fpdf",
    "google.auth",
    "kombu",
    "numpy",
    "osmium",
    "pywebpush",
    "prometheus_client",
    "scipy",
    "sentry_sdk",
    "stripe",
    "structlog",
    "uharfbuzz",
    "xlsxwriter",
}

# URLs are loaded with the first request.
START = """
import sys
import config.asgi
from django.urls import get_resolver
assert get_resolver().url_patterns
print(*sys.modules)
"""


def test_web_process_starts_without_heavy_libraries() -> None:
    started = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", START], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(started.stdout.split())

    assert "apps.bookings.dispatch.batch" in loaded
    assert not HEAVY & loaded
