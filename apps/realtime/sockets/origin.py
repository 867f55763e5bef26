"""The Origin check of sockets: only our own pages can open one."""

from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings

from config.env import env

LOOPBACK: Final = {"localhost", "127.0.0.1", "::1"}


def is_allowed_origin(scope: dict[str, Any]) -> bool:
    """Return True for the requested host, for PUBLIC_URL, and without an Origin (not a browser)."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        return True
    page = urlsplit(origin.decode("latin-1"))
    host = headers.get(b"host", b"").decode("latin-1")
    if not page.netloc:
        return False
    if page.netloc == host or f"{page.scheme}://{page.netloc}" == env.public_url.rstrip("/"):
        return True
    # In development, Vite serves the pages on another port.
    return settings.DEBUG and page.hostname in LOOPBACK
