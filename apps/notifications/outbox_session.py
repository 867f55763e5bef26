"""Access to the outbox page in demo mode: admins only, by a cookie for that page.

The browser opens the page by URL, without an access token.
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
    """Give the device session access to the outbox for at most twelve hours."""
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
    """Return the admin who opened the outbox on this device and is still logged in, or None."""
    try:
        family = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=SECONDS)
    except signing.BadSignature:
        return None
    return admin_of_session(str(family))
