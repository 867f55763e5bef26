"""The device cookie: which user has logged in on this device before (OWASP, device cookies).

It grants no access. Wrong passwords on a known device are counted separately, so that strangers cannot use up
the owner's attempts.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from apps.accounts.models import User

SALT: Final = "accounts.device"
LIFETIME: Final = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class KnownDevice:
    user_id: int
    id: str
    """The device session of that login."""


def remember_device(response: HttpResponseBase, *, user_id: int, family: str) -> None:
    """Set the cookie that makes this device known as the user's."""
    response.set_cookie(
        settings.DEVICE_COOKIE,
        signing.dumps({"user": user_id, "id": family}, salt=SALT),
        max_age=LIFETIME,
        secure=settings.REFRESH_COOKIE_SECURE,
        httponly=True,
        # Sent when a provider or an email links to this site.
        samesite="Lax",
    )


def device_known_to(request: HttpRequest, *, email: str) -> str:
    """Return the device's id if the user with this email address has logged in on it before; "" otherwise."""
    known = _read(request)
    if known is None or not User.objects.filter(pk=known.user_id, email=email.lower()).exists():
        return ""
    return known.id


def device_of_user(request: HttpRequest, *, user_id: int) -> str:
    """Return the device's id if this user has logged in on it before; "" otherwise."""
    known = _read(request)
    return known.id if known is not None and known.user_id == user_id else ""


def known_user_of(request: HttpRequest) -> int | None:
    """Return the user who last logged in on this device."""
    known = _read(request)
    return None if known is None else known.user_id


def _read(request: HttpRequest) -> KnownDevice | None:
    cookie = request.COOKIES.get(settings.DEVICE_COOKIE)
    if not cookie:
        return None
    try:
        value: Any = signing.loads(cookie, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    return KnownDevice(int(value["user"]), str(value["id"]))
