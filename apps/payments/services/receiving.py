"""What comes in from gateways: kept first, verified and handled by a job."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from apps.core import events
from apps.core.errors import TooMany
from apps.payments.choices import SETTLED, Verdict
from apps.payments.credentials import Unreadable
from apps.payments.models import Attempt, Notification, ProviderAccount
from apps.payments.port import NOT_UNDERSTOOD, Forged, Inbound, Notice, ProviderError, Snapshot
from apps.payments.services.checking import check
from apps.payments.services.credentials import in_use
from apps.payments.services.refunding import check_refunds_of
from apps.payments.services.settling import settle

log = logging.getLogger(__name__)

HANDLE: Final = "payments.handle_notification"
FORGED_BYTES: Final = 1024
MAX_FORGED: Final = 1000
"""How many forged notifications are stored, of all providers together."""
MAX_WAITING: Final = 10_000
"""How many may wait to be handled; beyond that gateways are asked to come again."""
KEPT_HEADERS: Final = ("authorization", "content-type", "user-agent", "verif-hash", "x-request-id")
KEPT_PREFIXES: Final = (
    "x-signature",
    "x-paystack-",
    "stripe-",
    "paypal-",
    "flutterwave-",
    "bt-",
    "x-hansom-",
)


class TryAgain(Exception):
    """The gateway could not be asked whether it sent this."""


@transaction.atomic
def receive(*, provider: str, inbound: Inbound) -> Notification:
    """Keep it and have it handled, whatever it is.

    Raises TooMany too_many_requests while very many wait to be handled: gateways send again.
    """
    if _waiting()[MAX_WAITING - 1 : MAX_WAITING].exists():
        raise TooMany("too_many_requests", _("Too many attempts. Try again later."))
    kept = Notification.objects.create(
        provider=provider,
        method=inbound.method,
        headers=_kept(inbound.headers.items()),
        query=dict(inbound.query),
        body=inbound.body,
        remote_addr=inbound.remote_addr,
    )
    events.enqueue(HANDLE, key=f"payment_notification:{kept.pk}", notification_id=kept.pk)
    return kept


def _kept(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Those that a signature needs."""
    return {name: value for name, value in headers if name in KEPT_HEADERS or name.startswith(KEPT_PREFIXES)}


def handle(*, notification_id: int) -> Verdict:
    """Verify a kept notification and do what it asks; again if it is called again. Raises TryAgain."""
    kept = Notification.objects.get(pk=notification_id)
    if kept.verdict != Verdict.RECEIVED:
        return Verdict(kept.verdict)
    try:
        account, notice = _verified(kept)
    except Forged as error:
        return _file(kept, Verdict.FORGED, str(error))
    attempt = _attempt_of(account, notice)
    if attempt is None:
        return _file(kept, Verdict.UNKNOWN, f"{notice.kind or 'a notification'} of no attempt of ours")
    kept.live, kept.attempt = account.live, attempt
    settled_before = attempt.state in SETTLED
    if notice.snapshot is not None:
        verdict = settle(attempt_id=attempt.pk, snapshot=notice.snapshot)
    else:
        verdict = check(attempt_id=attempt.pk)
    if verdict == Verdict.RECEIVED:
        raise TryAgain(f"{kept.provider} does not answer")
    if settled_before:
        check_refunds_of(attempt)
    attempt.refresh_from_db()
    return _file(kept, verdict, attempt.problem if verdict == Verdict.REFUSED else notice.kind)


def _verified(kept: Notification) -> tuple[ProviderAccount, Notice]:
    """The account whose secret signed it, and what it is about."""
    inbound = Inbound(
        method=kept.method,
        headers=kept.headers,
        query=kept.query,
        body=bytes(kept.body),
        remote_addr=kept.remote_addr,
        received_at=kept.received_at.timestamp(),
    )
    reasons = []
    for account in ProviderAccount.objects.filter(provider=kept.provider).order_by("-live"):
        try:
            with in_use(account) as gateway:
                return account, _storable(gateway.notice(inbound))
        except (Forged, Unreadable) as error:
            reasons.append(f"{'live' if account.live else 'test'}: {error}")
        except NOT_UNDERSTOOD as error:
            reasons.append(f"{'live' if account.live else 'test'}: not understood ({type(error).__name__})")
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
    """Of this account alone: a genuine word of the test mode says nothing about live money."""
    names = Q()
    for field in ("ref", "session_id", "payment_id"):
        if value := getattr(notice, field):
            names |= Q(**{field: value})
    if not names:
        return None
    mine = Attempt.objects.filter(names, provider=account.provider, live=account.live)
    return mine.order_by("-id").first()


def _file(kept: Notification, verdict: Verdict, reason: str) -> Verdict:
    if verdict not in (Verdict.HANDLED, Verdict.REPEATED):
        log.warning("notification %s of %s: %s (%s)", kept.pk, kept.provider, verdict, reason)
    kept.verdict, kept.reason = verdict, reason.replace("\0", "")[:250]
    if verdict == Verdict.FORGED:
        _cut_forged(kept)
    kept.save()
    if verdict == Verdict.FORGED:
        _drop_oldest_forged()
    return verdict


def _cut_forged(kept: Notification) -> None:
    """Store only a digest and the beginning of the body: anyone can send a forged notification."""
    body = bytes(kept.body)
    kept.body_digest, kept.body_size = sha256(body).hexdigest(), len(body)
    kept.body = body[:FORGED_BYTES]
    kept.headers, kept.query = _cut(kept.headers), _cut(kept.query)


def _cut(values: Mapping[str, str]) -> dict[str, str]:
    """As many of the values as fit into FORGED_BYTES, the last one cut."""
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
