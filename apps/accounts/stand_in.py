"""Another server in the place of the sign-in providers' own, for tests; off where nobody names one.

It gets each request as the provider would, below the name of the host that it was meant for.
"""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter


def stand_in_for(url: str) -> str:
    """The address to go to instead; the same one where there is no stand-in."""
    if not settings.SOCIAL_STAND_IN:
        return url
    parts = urlsplit(url)
    return f"{settings.SOCIAL_STAND_IN}/{parts.netloc}{parts.path}" + (
        f"?{parts.query}" if parts.query else ""
    )


class StandInTransport(HTTPAdapter):
    def send(self, request: PreparedRequest, *args: Any, **kwargs: Any) -> Response:
        request.url = stand_in_for(request.url or "")
        return super().send(request, *args, **kwargs)


def through_stand_in(session: Session) -> Session:
    """Have a session ask the stand-in, where there is one."""
    if settings.SOCIAL_STAND_IN:
        session.mount("https://", StandInTransport())
    return session
