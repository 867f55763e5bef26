"""Device sessions: a short-lived access token and a refresh token for a single use.

All tokens of a login have the same family, the key of its DeviceSession: it identifies the device and allows
revoking its tokens together.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.settings import api_settings

from apps.accounts.authentication import FAMILY_CLAIM, REFRESH_CLAIM, not_signed_in
from apps.accounts.login.devices import Device, device_name
from apps.accounts.login.tokens import RefreshToken
from apps.accounts.models import DeviceSession, User
from apps.accounts.outgoing import EmailTemplate, send_mail
from apps.accounts.selectors import person
from apps.core.errors import NotFound
from apps.core.languages import django_language
from apps.core.outbox import events
from apps.core.privacy.retention import delete_batch

RETRY_SECONDS: Final = 10
"""Seconds within which a device may repeat a renewal whose tokens are in use; tabs that renew at once do."""

Ending = DeviceSession.Ending
UNKNOWN_DEVICE: Final = Device()


@dataclass(frozen=True, slots=True)
class Session:
    """The tokens of a login or a renewal."""

    user: User
    access: str
    expires_in: int
    refresh: str
    family: str


@transaction.atomic
def start_session(*, user_id: int, device: Device = UNKNOWN_DEVICE) -> Session:
    """Log a user in on a device; `require_login_allowed` has checked the user."""
    device_session = DeviceSession(
        family=uuid4().hex, user_id=user_id, user_agent=device.user_agent, ip=device.ip
    )
    _next_token(device_session)
    is_new = device != UNKNOWN_DEVICE and device.known_user_id != user_id and _is_new(user_id, device)
    device_session.save(force_insert=True)
    session = _issue(device_session)
    if is_new:
        _announce_device(session.user, device_session)
    return session


def renew_session(*, refresh: str | None, device: Device = UNKNOWN_DEVICE) -> Session:
    """Exchange a refresh token for new tokens, once.

    Raises NotSignedIn not_logged_in for a token that is forged, expired or used, and for users who may no
    longer log in. A used token means theft by someone, so the whole family ends.
    """
    # Raised outside the transaction, which would roll back the family's end.
    session = _renewed(refresh, device)
    if session is None:
        raise not_signed_in()
    return session


@transaction.atomic
def end_session(*, refresh: str | None) -> None:
    """Log this device out; invalid tokens are ignored."""
    token = _verified(refresh)
    if token is not None:
        _end(_live(family=token[FAMILY_CLAIM]), Ending.SIGNED_OUT)


@transaction.atomic
def end_session_of_device(*, user_id: int, family: str) -> None:
    """Log out one of a user's devices. Raises NotFound if it is not the user's or has ended."""
    if not _end(_live(user_id=user_id, family=family), Ending.ELSEWHERE):
        raise NotFound("not_found", _("This device isn't logged in."))


@transaction.atomic
def end_sessions(*, families: Collection[str]) -> None:
    """Log out these devices of any users."""
    _end(_live(family__in=families), Ending.ELSEWHERE)


@transaction.atomic
def end_all_sessions(*, user_id: int, ending: Ending = Ending.ELSEWHERE) -> None:
    """Log a user out on all devices and notify open pages."""
    _live(user_id=user_id).update(ended_at=timezone.now(), ending=ending)
    events.publish(f"user:{user_id}", "signed_out", {})


@transaction.atomic
def end_other_sessions(*, user_id: int, family: str) -> None:
    """Log a user out on all devices except one; without a family, on all."""
    _end(_live(user_id=user_id).exclude(family=family), Ending.ELSEWHERE)


@transaction.atomic
def end_sessions_except(*, user_id: int, family: str, ending: Ending) -> Session:
    """Log out all other devices and issue new tokens for this one, which invalidates copies of the old
    ones.
    """
    _end(_live(user_id=user_id).exclude(family=family), ending)
    device_session = _live(user_id=user_id, family=family).select_for_update().first()
    if device_session is None:
        raise not_signed_in()
    _next_token(device_session)
    device_session.replaced_token_id = device_session.unconfirmed_token_id = ""
    device_session.save(
        update_fields=["token_id", "replaced_token_id", "unconfirmed_token_id", "last_seen_at"]
    )
    return _issue(device_session)


def delete_expired_sessions(before: datetime) -> int:
    """Delete a batch of sessions last used before this time, when their last token has expired."""
    return delete_batch(DeviceSession.objects.filter(last_seen_at__lte=before))


@transaction.atomic
def _renewed(refresh: str | None, device: Device) -> Session | None:
    token = _verified(refresh)
    if token is None:
        return None
    # The second of two concurrent renewals waits here and finds the token used.
    found = _live(family=token[FAMILY_CLAIM], user_id=int(token[api_settings.USER_ID_CLAIM]))
    device_session = found.select_for_update().first()
    if device_session is None or not _may_sign_in(device_session.user_id):
        return None
    if device_session.token_id == token[api_settings.JTI_CLAIM]:
        device_session.replaced_token_id = device_session.token_id
        _next_token(device_session)
        device_session.unconfirmed_token_id = device_session.token_id
        device_session.user_agent, device_session.ip = device.user_agent, device.ip
        device_session.save()
    elif not _is_retry(device_session, token[api_settings.JTI_CLAIM], device):
        _end_stolen(device_session)
        return None
    elif not _is_recent(device_session):
        # A visit long after the lost response is a renewal: its tabs have the same few seconds to repeat it.
        device_session.last_seen_at, device_session.ip = timezone.now(), device.ip
        device_session.save(update_fields=["last_seen_at", "ip"])
    return _issue(device_session)


def _is_retry(device_session: DeviceSession, token_id: str, device: Device) -> bool:
    """Return whether a used token is repeated by the same device, which lost the response.

    It may do so without a time limit while no one has used the new tokens, otherwise within RETRY_SECONDS. It
    receives the same new token again. If a thief repeated it, two clients have that token, and its second use
    is detected. Browser and system are compared, not versions: the browser may have been updated meanwhile.
    """
    return (
        token_id == device_session.replaced_token_id
        and bool(device.user_agent)
        and device_name(device.user_agent) == device_name(device_session.user_agent)
        and (device_session.unconfirmed_token_id == device_session.token_id or _is_recent(device_session))
    )


def _is_recent(device_session: DeviceSession) -> bool:
    return timezone.now() - device_session.last_seen_at <= timedelta(seconds=RETRY_SECONDS)


def _end_stolen(device_session: DeviceSession) -> None:
    user, family = device_session.user, device_session.family
    _end(_live(family=family), Ending.REUSED)
    if user.email:
        send_mail(
            template=EmailTemplate.SIGNED_OUT_FOR_SAFETY,
            to=user.email,
            user_id=user.pk,
            params={"device": device_name(device_session.user_agent).text},
            key=f"signed_out_for_safety:{family}",
        )


def _is_new(user_id: int, device: Device) -> bool:
    """Return whether the user has logged in before, but not here.

    A client that repeats a login whose response it did not receive has no device cookie yet: it is known by
    its name and address.
    """
    earlier = DeviceSession.objects.filter(user_id=user_id)
    return earlier.exists() and not earlier.filter(user_agent=device.user_agent, ip=device.ip).exists()


def _announce_device(user: User, device_session: DeviceSession) -> None:
    """Email the user about a login on a device without the user's device cookie."""
    if user.email:
        with override(django_language(user.language)):
            device = device_name(device_session.user_agent).text
        send_mail(
            template=EmailTemplate.NEW_DEVICE,
            to=user.email,
            user_id=user.pk,
            params={"device": device},
            key=f"new_device:{device_session.family}",
        )


def _end(sessions: QuerySet[DeviceSession], ending: Ending) -> int:
    """End live sessions and notify their pages; return their number."""
    ended = list(sessions.select_for_update().order_by("family").values_list("family", "user_id"))
    DeviceSession.objects.filter(family__in=[family for family, _ in ended]).update(
        ended_at=timezone.now(), ending=ending
    )
    for family, user_id in ended:
        events.publish(f"user:{user_id}", "signed_out", {"family": family})
    return len(ended)


def _live(**which: Any) -> QuerySet[DeviceSession]:
    return DeviceSession.objects.filter(ended_at__isnull=True, **which)


def _may_sign_in(user_id: int) -> bool:
    return User.objects.filter(pk=user_id, is_active=True, approved=True).exists()


def _verified(refresh: str | None) -> RefreshToken | None:
    try:
        token = RefreshToken(refresh or "")  # type: ignore[arg-type]  # typed as a token, documented as text
    except TokenError:
        return None
    return token if FAMILY_CLAIM in token and api_settings.USER_ID_CLAIM in token else None


def _lifetime(device_session: DeviceSession) -> timedelta:
    """Return how long the refresh token is valid without use, at most until the session's last day."""
    last = device_session.created_at + timedelta(days=settings.SESSION_MAX_DAYS)
    without_use: timedelta = api_settings.REFRESH_TOKEN_LIFETIME
    return min(without_use, last - device_session.last_seen_at)


def _next_token(device_session: DeviceSession) -> None:
    device_session.token_id = uuid4().hex
    device_session.last_seen_at = timezone.now()


def _issue(device_session: DeviceSession) -> Session:
    """Return the session's tokens; the refresh token is identical until `last_seen_at` changes."""
    refresh = RefreshToken()
    refresh[api_settings.USER_ID_CLAIM] = str(device_session.user_id)
    refresh[FAMILY_CLAIM] = device_session.family
    refresh[api_settings.JTI_CLAIM] = device_session.token_id
    refresh.set_iat(at_time=device_session.last_seen_at)
    refresh.set_exp(from_time=device_session.last_seen_at, lifetime=_lifetime(device_session))
    access = refresh.access_token
    access[REFRESH_CLAIM] = device_session.token_id
    return Session(
        user=person(device_session.user_id),
        access=str(access),
        expires_in=int(api_settings.ACCESS_TOKEN_LIFETIME.total_seconds()),
        refresh=str(refresh),
        family=device_session.family,
    )
