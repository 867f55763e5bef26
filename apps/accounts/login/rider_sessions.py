"""A rider's login from an access token, checked in the statement of a search."""

import time
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from django.conf import settings
from django.db.models import F, Q, QuerySet
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.settings import api_settings

from apps.accounts.authentication import FAMILY_CLAIM, REFRESH_CLAIM, users_of_session
from apps.accounts.choices import UserType
from apps.accounts.login.tokens import AccessToken
from apps.accounts.models import User
from apps.geo.positions.nearest import Provided

TOKENS: Final = 4096
"""Verified tokens that a process keeps. A token says who it was issued for; the database says at each request
whether the session still lasts.
"""
SAMPLES: Final[dict[str, Any]] = {
    "session_family": "a family",
    "session_user": -1,
    "session_renewal": "a renewal",
}
"""Values by the names of the parameters."""


@dataclass(frozen=True, slots=True)
class RiderSession:
    """The claims of an access token; the user may be of any type."""

    user_id: int
    family: str
    renewal: str
    """The `jti` of the refresh token that it was issued with."""
    expires_at: float

    def still_lasts(self) -> Provided:
        """Return the condition that the session lasts and is an approved rider's.

        It is false for the first use of renewed tokens, which AccessTokenAuthentication records.
        """
        values = {
            "session_family": self.family,
            "session_user": self.user_id,
            "session_renewal": self.renewal,
        }
        where, constants = _condition()
        return Provided(where, {**constants, **values})


def rider_session(authorization: bytes) -> RiderSession | None:
    """Return the session of an Authorization header with a valid token, else None."""
    kind, _, token = authorization.partition(b" ")
    if kind != b"Bearer":
        return None
    try:
        session = _verified(token, settings.SECRET_KEY)
    except (TokenError, KeyError, ValueError):
        return None
    return session if session.expires_at > time.time() else None


@lru_cache(maxsize=TOKENS)
def _verified(token: bytes, key: str) -> RiderSession:
    claims = AccessToken(token)  # type: ignore[arg-type]  # typed as a token, documented as text
    return RiderSession(
        int(claims[api_settings.USER_ID_CLAIM]),
        str(claims[FAMILY_CLAIM]),
        str(claims.get(REFRESH_CLAIM, "")),
        float(claims["exp"]),
    )


def _riders(session_family: str, session_user: int, session_renewal: str) -> QuerySet[User]:
    return (
        users_of_session(session_family, session_user)
        .filter(user_type=UserType.RIDER, approved=True)
        .annotate(unconfirmed=F("device_sessions__unconfirmed_token_id"))
        .filter(Q(unconfirmed="") | ~Q(unconfirmed=session_renewal))
    )


@cache
def _condition() -> tuple[str, dict[str, Any]]:
    """Return the SQL of the condition, compiled once, and its constant parameters."""
    text, params = _riders(**SAMPLES).values("pk").query.sql_with_params()
    names = {sample: name for name, sample in SAMPLES.items()}
    constants: dict[str, Any] = {}
    places = []
    for number, param in enumerate(params):
        name = names.get(param) if type(param) in (str, int) else None
        if name is None:
            name = f"session_constant{number}"
            constants[name] = param
        places.append(f"%({name})s")
    return f"EXISTS ({text % tuple(places)})", constants
