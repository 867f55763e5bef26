"""One message on its way out: claimed, tried, and what became of it written down.

It runs outside of transactions, so that no row is locked while a provider thinks. The claim keeps two
workers from sending the same message at once, and a job that runs again from sending what was sent. Where
a worker dies between the provider's taking the message and the note of it, the message goes out again:
a lost code is worse than one that comes twice.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F, Q
from django.utils import timezone

from apps.accounts.outgoing import SecretGone
from apps.core.outbox.jobs import Retry, job_current_event_id
from apps.notifications.choices import Channel, DeliveryStatus
from apps.notifications.models import Delivery
from apps.notifications.port import Gone, Refused, Retryable

log = logging.getLogger(__name__)

MAX_TRIES: Final = 5
PAUSES: Final = (5.0, 30.0, 120.0, 600.0)
"""Seconds before the second, third, fourth and fifth try, where the provider requests no more."""
LONGEST_PAUSE: Final = 86_400.0
CLAIM_SECONDS: Final = 60
"""A worker that says nothing for so long is not sending any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What the log may know of a message before it is sent."""

    user_id: int
    channel: Channel
    provider: str
    to: str
    """Masked."""
    template: str
    device_id: int | None = None
    useful_until: datetime | None = None
    """After that it is not tried again."""


def deliver(plan: Plan, send: Callable[[Delivery], str]) -> None:
    """Have `send` called unless it has succeeded before, and log what comes of it.

    Raises core.outbox.jobs.Retry when the message is to be tried again later.
    """
    delivery = _claim(plan)
    if delivery is None:
        return
    if plan.useful_until and timezone.now() >= plan.useful_until:
        _end(delivery, DeliveryStatus.EXPIRED)
        return
    try:
        provider_id = send(delivery)
    except SecretGone:
        _end(delivery, DeliveryStatus.EXPIRED, error="what it was about is over")
    except Gone as error:
        _end(delivery, DeliveryStatus.GONE, error=str(error))
    except Refused as error:
        log.warning("not sent delivery_id=%s %s: %s", delivery.pk, plan.provider, error)
        _end(delivery, DeliveryStatus.FAILED, error=str(error))
    except Retryable as error:
        _try_later(delivery, plan, str(error), after_seconds=error.after_seconds)
    except Exception as error:
        # A mistake of ours: its text may quote the message.
        log.exception("sending broke delivery_id=%s", delivery.pk)
        _try_later(delivery, plan, type(error).__name__)
    else:
        _end(delivery, DeliveryStatus.SENT, provider_id=provider_id[:200], sent_at=timezone.now())


def _claim(plan: Plan) -> Delivery | None:
    """The delivery of the running job, ours alone for a while; None when there is nothing left to do."""
    now = timezone.now()
    job_id = job_current_event_id()
    first = Delivery(
        job_id=job_id,
        user_id=plan.user_id,
        device_id=plan.device_id,
        channel=plan.channel,
        to=plan.to[:120],
        template=plan.template,
    )
    Delivery.objects.bulk_create([first], ignore_conflicts=True)
    abandoned = Q(status=DeliveryStatus.SENDING, tried_at__lt=now - timedelta(seconds=CLAIM_SECONDS))
    claimed = (
        Delivery.objects.filter(job_id=job_id)
        .filter(Q(status=DeliveryStatus.WAITING) | abandoned)
        .update(
            status=DeliveryStatus.SENDING, provider=plan.provider, attempts=F("attempts") + 1, tried_at=now
        )
    )
    delivery = Delivery.objects.get(job_id=job_id)
    if not claimed:
        if delivery.status == DeliveryStatus.SENDING:
            raise Retry("another worker is sending it", delay_seconds=CLAIM_SECONDS)
        return None
    if delivery.attempts > MAX_TRIES:
        _end(delivery, DeliveryStatus.FAILED, error="the workers that sent it ended")
        return None
    return delivery


def _try_later(delivery: Delivery, plan: Plan, reason: str, *, after_seconds: float | None = None) -> None:
    if delivery.attempts >= MAX_TRIES:
        log.warning("given up delivery_id=%s %s: %s", delivery.pk, plan.provider, reason)
        _end(delivery, DeliveryStatus.FAILED, error=reason)
        return
    pause = min(LONGEST_PAUSE, max(PAUSES[delivery.attempts - 1], after_seconds or 0))
    if plan.useful_until and timezone.now() + timedelta(seconds=pause) >= plan.useful_until:
        _end(delivery, DeliveryStatus.EXPIRED, error=reason)
        return
    _end(delivery, DeliveryStatus.WAITING, error=reason)
    raise Retry(f"{plan.provider}: {reason}", delay_seconds=pause)


def _end(delivery: Delivery, status: DeliveryStatus, *, error: str = "", **changes: Any) -> None:
    """End the claim, unless it has become someone else's in the meantime."""
    Delivery.objects.filter(pk=delivery.pk, status=DeliveryStatus.SENDING, attempts=delivery.attempts).update(
        status=status, error=error[:200], **changes
    )
