"""Sends requests for social login providers to a sandbox server, in tests.

The sandbox receives each request with the provider's host name in its path.
"""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter


def sandbox_url(url: str) -> str:
    """Return the sandbox's URL in place of the provider's, or the same URL without a sandbox."""
    if not settings.SOCIAL_SANDBOX_URL:
        return url
    parts = urlsplit(url)
    return f"{settings.SOCIAL_SANDBOX_URL}/{parts.netloc}{parts.path}" + (
        f"?{parts.query}" if parts.query else ""
    )


class SandboxTransport(HTTPAdapter):
    def send(self, request: PreparedRequest, *args: Any, **kwargs: Any) -> Response:
        request.url = sandbox_url(request.url or "")
        return super().send(request, *args, **kwargs)


def use_sandbox(session: Session) -> Session:
    """Send a session's requests to the sandbox, if there is one."""
    if settings.SOCIAL_SANDBOX_URL:
        session.mount("https://", SandboxTransport())
    return session
