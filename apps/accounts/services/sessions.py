"""Being signed in on a device: a short access token, and a refresh token that is good for one use.

Every refresh token of one sign-in carries the same family, so that a device can be told apart and all
of its tokens refused together.
"""

from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.settings import api_settings
from rest_framework_simplejwt.token_blacklist.models import BlacklistedToken, OutstandingToken
from rest_framework_simplejwt.tokens import RefreshToken
from rest_framework_simplejwt.utils import datetime_from_epoch

from apps.accounts.authentication import not_signed_in
from apps.accounts.models import User
from apps.accounts.selectors import person
from apps.core import events

FAMILY_CLAIM: Final = "fam"


@dataclass(frozen=True, slots=True)
class Session:
    """What a sign-in or a renewal gives to a device."""

    user: User
    access: str
    expires_in: int
    refresh: str


def start_session(*, user_id: int) -> Session:
    """Sign a person in on one more device."""
    return _issue(person(user_id), family=uuid4().hex)


@transaction.atomic
def renew_session(*, refresh: str | None) -> Session:
    """Exchange a refresh token for new ones, exactly once.

    Raises NotSignedIn not_logged_in for a token that is forged, expired, used, or of a person who may
    no longer sign in.
    """
    token = _verified(refresh)
    if token is None or not _use_up(token):
        raise not_signed_in()
    user_id = int(token[api_settings.USER_ID_CLAIM])
    user = User.objects.filter(pk=user_id, is_active=True, approved=True).first()
    if user is None:
        raise not_signed_in()
    return _issue(person(user_id), family=token[FAMILY_CLAIM])


@transaction.atomic
def end_session(*, refresh: str | None) -> None:
    """Sign this device out; a token that means nothing any more is no error."""
    token = _verified(refresh)
    if token is not None:
        _use_up(token)


@transaction.atomic
def end_all_sessions(*, user_id: int) -> None:
    """Sign a person out everywhere: every device's token is used up, and open screens are told."""
    open_tokens = OutstandingToken.objects.filter(user_id=user_id, blacklistedtoken__isnull=True)
    BlacklistedToken.objects.bulk_create(
        (BlacklistedToken(token=token) for token in open_tokens), ignore_conflicts=True
    )
    events.publish(f"user:{user_id}", "signed_out", {})


def forget_expired_sessions() -> int:
    """Remove the records of refresh tokens that no longer open anything; returns their number."""
    return (
        OutstandingToken.objects.filter(expires_at__lte=timezone.now())
        .delete()[1]
        .get(OutstandingToken._meta.label, 0)
    )


def _verified(refresh: str | None) -> RefreshToken | None:
    try:
        token = RefreshToken(refresh or "")  # type: ignore[arg-type]  # typed as a token, documented as text
    except TokenError:
        return None
    return token if FAMILY_CLAIM in token and api_settings.USER_ID_CLAIM in token else None


def _use_up(token: RefreshToken) -> bool:
    """Blacklist the token; False for one that we never gave out or that somebody else has just used."""
    given = OutstandingToken.objects.filter(jti=token[api_settings.JTI_CLAIM]).first()
    if given is None:
        return False
    # Of two that use it at once, the unique row lets one through.
    return BlacklistedToken.objects.get_or_create(token=given)[1]


def _issue(user: User, *, family: str) -> Session:
    refresh = RefreshToken()
    refresh[api_settings.USER_ID_CLAIM] = str(user.pk)
    refresh[FAMILY_CLAIM] = family
    OutstandingToken.objects.create(
        user=user,
        jti=refresh[api_settings.JTI_CLAIM],
        # Who reads the database must not be able to sign in with what they find.
        token="",
        created_at=refresh.current_time,
        expires_at=datetime_from_epoch(refresh["exp"]),
    )
    return Session(
        user=user,
        access=str(refresh.access_token),
        expires_in=int(api_settings.ACCESS_TOKEN_LIFETIME.total_seconds()),
        refresh=str(refresh),
    )
