"""Which pages may open a socket: our own."""

from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings

from config.env import env

LOOPBACK: Final = {"localhost", "127.0.0.1", "::1"}


def is_ours(scope: dict[str, Any]) -> bool:
    """True for the host that was asked, for PUBLIC_URL, and for clients that are no browsers."""
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
    # Vite serves the pages on a port of its own in development.
    return settings.DEBUG and page.hostname in LOOPBACK
