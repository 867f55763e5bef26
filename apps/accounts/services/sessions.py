"""Being logged in on a device: a short access token, and a refresh token that is good for one use.

Every token of one login carries the same family, the key of its DeviceSession: it identifies the device,
and all of its tokens can be revoked together.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.settings import api_settings

from apps.accounts.authentication import FAMILY_CLAIM, not_signed_in
from apps.accounts.devices import Device, name_of_device
from apps.accounts.models import DeviceSession, User
from apps.accounts.outgoing import EmailTemplate, send_mail
from apps.accounts.selectors import person
from apps.accounts.tokens import RefreshToken
from apps.core import events
from apps.core.errors import NotFound

RETRY_SECONDS: Final = 10
"""How long a device that did not get its new token may ask for it again."""

Ending = DeviceSession.Ending
UNKNOWN_DEVICE: Final = Device()


@dataclass(frozen=True, slots=True)
class Session:
    """What a login or a renewal gives to a device."""

    user: User
    access: str
    expires_in: int
    refresh: str
    family: str


@transaction.atomic
def start_session(*, user_id: int, device: Device = UNKNOWN_DEVICE) -> Session:
    """Sign a person in on one more device; whether they may, `check_may_enter` has said before."""
    device_session = DeviceSession(
        family=uuid4().hex, user_id=user_id, user_agent=device.user_agent, ip=device.ip
    )
    _next_token(device_session)
    device_session.save(force_insert=True)
    return _issue(device_session)


def renew_session(*, refresh: str | None, device: Device = UNKNOWN_DEVICE) -> Session:
    """Exchange a refresh token for new ones, exactly once.

    Raises NotSignedIn not_logged_in for a token that is forged, expired, used, or of a person who may
    no longer log in. A used one has been stolen, or its thief was here first: the whole family ends.
    """
    # Refused outside of the transaction, which would take the family's end back.
    session = _renewed(refresh, device)
    if session is None:
        raise not_signed_in()
    return session


@transaction.atomic
def end_session(*, refresh: str | None) -> None:
    """Sign this device out; a token that means nothing any more is no error."""
    token = _verified(refresh)
    if token is not None:
        _end(_live(family=token[FAMILY_CLAIM]), Ending.SIGNED_OUT)


@transaction.atomic
def end_session_of_device(*, user_id: int, family: str) -> None:
    """Sign one device of a person out from another; NotFound for what is none of theirs, or has ended."""
    if not _end(_live(user_id=user_id, family=family), Ending.ELSEWHERE):
        raise NotFound("not_found", _("This device isn't logged in."))


@transaction.atomic
def end_sessions(*, families: Collection[str]) -> None:
    """Sign these devices out, whoever's they are."""
    _end(_live(family__in=families), Ending.ELSEWHERE)


@transaction.atomic
def end_all_sessions(*, user_id: int, ending: Ending = Ending.ELSEWHERE) -> None:
    """Sign a person out everywhere; open screens are told."""
    _live(user_id=user_id).update(ended_at=timezone.now(), ending=ending)
    events.publish(f"user:{user_id}", "signed_out", {})


@transaction.atomic
def end_other_sessions(*, user_id: int, family: str) -> None:
    """Sign a person out on every device but one; with no family, on all of them."""
    _end(_live(user_id=user_id).exclude(family=family), Ending.ELSEWHERE)


@transaction.atomic
def keep_only_session(*, user_id: int, family: str, ending: Ending) -> Session:
    """Log out every device but one, which gets new tokens: copies of its old ones are worth nothing."""
    _end(_live(user_id=user_id).exclude(family=family), ending)
    device_session = _live(user_id=user_id, family=family).select_for_update().first()
    if device_session is None:
        raise not_signed_in()
    _next_token(device_session)
    device_session.replaced_token_id = ""
    device_session.save(update_fields=["token_id", "replaced_token_id", "last_seen_at"])
    return _issue(device_session)


def forget_expired_sessions() -> int:
    """Remove the sessions whose last token has run out; returns their number."""
    oldest = timezone.now() - api_settings.REFRESH_TOKEN_LIFETIME
    return (
        DeviceSession.objects.filter(last_seen_at__lte=oldest).delete()[1].get(DeviceSession._meta.label, 0)
    )


@transaction.atomic
def _renewed(refresh: str | None, device: Device) -> Session | None:
    token = _verified(refresh)
    if token is None:
        return None
    # Of two that use one token at once, the second waits here and finds it used.
    found = _live(family=token[FAMILY_CLAIM], user_id=int(token[api_settings.USER_ID_CLAIM]))
    device_session = found.select_for_update().first()
    if device_session is None or not _may_sign_in(device_session.user_id):
        return None
    if device_session.token_id == token[api_settings.JTI_CLAIM]:
        device_session.replaced_token_id = device_session.token_id
        _next_token(device_session)
        device_session.user_agent, device_session.ip = device.user_agent, device.ip
        device_session.save()
    elif not _is_retry(device_session, token[api_settings.JTI_CLAIM], device):
        _end_stolen(device_session)
        return None
    return _issue(device_session)


def _is_retry(device_session: DeviceSession, token_id: str, device: Device) -> bool:
    """Whether a used token is the device's own, asking again because the reply got lost on its way.

    It gets the same token as before, not one more: were it a thief after all, then two hold one token,
    and the second to use it gives them away.
    """
    return (
        token_id == device_session.replaced_token_id
        and bool(device.user_agent)
        and device.user_agent == device_session.user_agent
        and timezone.now() - device_session.last_seen_at <= timedelta(seconds=RETRY_SECONDS)
    )


def _end_stolen(device_session: DeviceSession) -> None:
    user, family = device_session.user, device_session.family
    _end(_live(family=family), Ending.REUSED)
    if user.email:
        send_mail(
            template=EmailTemplate.SIGNED_OUT_FOR_SAFETY,
            to=user.email,
            user_id=user.pk,
            params={"device": name_of_device(device_session.user_agent).text},
            key=f"signed_out_for_safety:{family}",
        )


def _end(sessions: QuerySet[DeviceSession], ending: Ending) -> int:
    """End live sessions and tell their screens; returns how many there were."""
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


def _next_token(device_session: DeviceSession) -> None:
    device_session.token_id = uuid4().hex
    device_session.last_seen_at = timezone.now()


def _issue(device_session: DeviceSession) -> Session:
    """The tokens of a session as it stands; the same refresh token, to the letter, each time."""
    refresh = RefreshToken()
    refresh[api_settings.USER_ID_CLAIM] = str(device_session.user_id)
    refresh[FAMILY_CLAIM] = device_session.family
    refresh[api_settings.JTI_CLAIM] = device_session.token_id
    refresh.set_iat(at_time=device_session.last_seen_at)
    refresh.set_exp(from_time=device_session.last_seen_at)
    return Session(
        user=person(device_session.user_id),
        access=str(refresh.access_token),
        expires_in=int(api_settings.ACCESS_TOKEN_LIFETIME.total_seconds()),
        refresh=str(refresh),
        family=device_session.family,
    )
