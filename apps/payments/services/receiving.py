"""Webhooks and signed returns: stored at once, verified and handled by a job."""

import logging
from collections.abc import Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from apps.core.errors import TooMany
from apps.core.outbox import events
from apps.payments.choices import SETTLED, Verdict
from apps.payments.gateways.credentials import Unreadable
from apps.payments.gateways.registry import provider_type
from apps.payments.models import Attempt, Notification, ProviderAccount
from apps.payments.port import PARSE_ERRORS, Forged, Inbound, Notice, ProviderError, Snapshot
from apps.payments.services.checking import check
from apps.payments.services.credentials import gateway_call
from apps.payments.services.refunding import check_refunds_of
from apps.payments.services.settling import settle

log = logging.getLogger(__name__)

HANDLE: Final = "payments.handle_notification"
FORGED_BYTES: Final = 1024
MAX_FORGED: Final = 1000
"""The number of forged notifications stored, of all gateways together."""
MAX_WAITING: Final = 10_000
"""The number that may wait to be handled. Beyond it, gateways get 429 and retry."""
COMMON_HEADERS: Final = ("content-type", "user-agent")
"""Stored of every webhook, besides the headers that the adapter declares."""


class TryAgain(Exception):
    """The gateway did not respond while a notification was verified."""


@transaction.atomic
def receive(*, provider: str, inbound: Inbound) -> Notification:
    """Store a notification and enqueue its handling.

    Raises TooMany too_many_requests while MAX_WAITING wait; gateways retry.
    """
    if _waiting()[MAX_WAITING - 1 : MAX_WAITING].exists():
        raise TooMany("too_many_requests", _("Too many attempts. Try again later."))
    notification = Notification.objects.create(
        provider=provider,
        method=inbound.method,
        headers=_stored_headers(provider, inbound.headers),
        query=dict(inbound.query),
        body=inbound.body,
        remote_addr=inbound.remote_addr,
    )
    events.enqueue(HANDLE, key=f"payment_notification:{notification.pk}", notification_id=notification.pk)
    return notification


def _stored_headers(provider: str, headers: Mapping[str, str]) -> dict[str, str]:
    names = (*COMMON_HEADERS, *provider_type(provider).webhook_headers)
    return {name: headers[name] for name in names if name in headers}


def handle(*, notification_id: int) -> Verdict:
    """Verify a stored notification and settle its attempt. Safe to call twice. Raises TryAgain."""
    notification = Notification.objects.get(pk=notification_id)
    if notification.verdict != Verdict.RECEIVED:
        return Verdict(notification.verdict)
    try:
        account, notice = _verified(notification)
    except Forged as error:
        return _record(notification, Verdict.FORGED, str(error))
    attempt = _attempt_of(account, notice)
    if attempt is None:
        return _record(notification, Verdict.UNKNOWN, f"{notice.kind or 'a notification'} matches no attempt")
    notification.live, notification.attempt = account.live, attempt
    settled_before = attempt.state in SETTLED
    if notice.snapshot is not None:
        verdict = settle(attempt_id=attempt.pk, snapshot=notice.snapshot)
    else:
        verdict = check(attempt_id=attempt.pk)
    if verdict == Verdict.RECEIVED:
        raise TryAgain(f"{notification.provider} does not respond")
    if settled_before:
        check_refunds_of(attempt)
    attempt.refresh_from_db()
    return _record(notification, verdict, attempt.problem if verdict == Verdict.REFUSED else notice.kind)


def _verified(notification: Notification) -> tuple[ProviderAccount, Notice]:
    """Return the account that verifies the notification, and its content. Raises Forged, TryAgain."""
    inbound = Inbound(
        method=notification.method,
        headers=notification.headers,
        query=notification.query,
        body=bytes(notification.body),
        remote_addr=notification.remote_addr,
        received_at=notification.received_at.timestamp(),
    )
    reasons = []
    for account in ProviderAccount.objects.filter(provider=notification.provider).order_by("-live"):
        try:
            with gateway_call(account) as gateway:
                return account, _storable(gateway.notice(inbound))
        except (Forged, Unreadable) as error:
            reasons.append(f"{'live' if account.live else 'test'}: {error}")
        except PARSE_ERRORS as error:
            reasons.append(f"{'live' if account.live else 'test'}: malformed ({type(error).__name__})")
        except ProviderError as error:
            raise TryAgain(str(error)) from error
    raise Forged("; ".join(reasons) or "no account of this provider")


def _storable(notice: Notice) -> Notice:
    """Return the notice. Raises ValueError for a NUL character, which PostgreSQL does not store."""
    texts = [value for part in (notice, notice.snapshot) if part for value in _texts(part)]
    if any("\0" in text for text in texts):
        raise ValueError("a NUL character")
    return notice


def _texts(part: Notice | Snapshot) -> list[str]:
    values = (getattr(part, field.name) for field in fields(part))
    return [value for value in values if isinstance(value, str)]


def _attempt_of(account: ProviderAccount, notice: Notice) -> Attempt | None:
    """Return the attempt of this account: a notification of the test mode never concerns a live payment."""
    names = Q()
    for field in ("ref", "session_id", "payment_id"):
        if value := getattr(notice, field):
            names |= Q(**{field: value})
    if not names:
        return None
    attempts = Attempt.objects.filter(names, provider=account.provider, live=account.live)
    return attempts.order_by("-id").first()


def _record(notification: Notification, verdict: Verdict, reason: str) -> Verdict:
    if verdict not in (Verdict.HANDLED, Verdict.REPEATED):
        log.warning("notification %s of %s: %s (%s)", notification.pk, notification.provider, verdict, reason)
    notification.verdict, notification.reason = verdict, reason.replace("\0", "")[:250]
    if verdict == Verdict.FORGED:
        _truncate_forged(notification)
    notification.save()
    if verdict == Verdict.FORGED:
        _drop_oldest_forged()
    return verdict


def _truncate_forged(notification: Notification) -> None:
    """Store only a digest and the beginning of the body: anyone can send a forged notification."""
    body = bytes(notification.body)
    notification.body_digest, notification.body_size = sha256(body).hexdigest(), len(body)
    notification.body = body[:FORGED_BYTES]
    notification.headers, notification.query = _truncate(notification.headers), _truncate(notification.query)


def _truncate(values: Mapping[str, str]) -> dict[str, str]:
    """Return the first FORGED_BYTES of the names and values."""
    left, short = FORGED_BYTES, {}
    for name, value in values.items():
        room = left - len(name)
        if room <= 0:
            break
        short[name] = value[:room]
        left = room - len(short[name])
    return short


def _drop_oldest_forged() -> None:
    newest_first = Notification.objects.filter(verdict=Verdict.FORGED).order_by("-received_at", "-id")
    beyond = newest_first.values("pk")[MAX_FORGED : MAX_FORGED + 1000]
    Notification.objects.filter(pk__in=list(beyond.values_list("pk", flat=True))).delete()


def _waiting() -> QuerySet[Notification]:
    return Notification.objects.filter(verdict=Verdict.RECEIVED).order_by("received_at")
