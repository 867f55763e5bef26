"""Who reads the outbox in demo mode: an admin, by a cookie that goes nowhere else.

The page is opened by an address, and no access token comes along with that.
"""

from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from apps.accounts.models import User
from apps.accounts.selectors import admin_of_session

COOKIE: Final = "hansom_outbox"
PATH: Final = "/dev/outbox/"
SALT: Final = "notifications.outbox"
SECONDS: Final = 12 * 3600


def open_outbox(response: HttpResponseBase, *, family: str) -> None:
    """Let the device session read the outbox for as long as it lasts, at most twelve hours."""
    response.set_cookie(
        COOKIE,
        signing.dumps(family, salt=SALT),
        max_age=SECONDS,
        path=PATH,
        secure=settings.REFRESH_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def outbox_reader(request: HttpRequest) -> User | None:
    """The admin who opened the outbox on this device and is still logged in there."""
    try:
        family = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=SECONDS)
    except signing.BadSignature:
        return None
    return admin_of_session(str(family))
