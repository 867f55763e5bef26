"""Delivers one external message: claim, send, store the result.

The claim is a part of the transaction that claims the job, and the result of the one that marks it done.
Between them no row is locked during a provider's response. The claim prevents two workers from sending the
same message, and a repeated job from sending it again. If a worker dies between the provider's acceptance and
storing the result, the message is sent again: a lost code is worse than a repeated one.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db.models import F, Q
from django.utils import timezone

from apps.accounts.outgoing import SecretExpired
from apps.core.compiled_queries import CompiledQuery
from apps.core.monitoring import metrics
from apps.core.outbox.jobs import Outside, Retry, Write, job_current_event_id
from apps.notifications.choices import Channel, DeliveryStatus
from apps.notifications.models import Delivery
from apps.notifications.port import Gone, Refused, Retryable

log = logging.getLogger(__name__)

MAX_TRIES: Final = 5
PAUSES: Final = (5.0, 30.0, 120.0, 600.0)
"""Seconds before the second to fifth attempt, unless the provider requests more."""
MAX_PAUSE: Final = 86_400.0
CLAIM_SECONDS: Final = 60
"""A worker that reports nothing for this long is not sending any more."""


_DELIVERY: Final = CompiledQuery(lambda job_id: Delivery.objects.filter(job_id=job_id), job_id=-1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The data of a message that is logged before it is sent."""

    user_id: int
    channel: Channel
    provider: str
    to: str
    """Masked."""
    template: str
    device_id: int | None = None
    useful_until: datetime | None = None
    """After this time it is not retried."""


def deliver(plan: Plan, send: Callable[[Delivery], str]) -> Outside | None:
    """Claim the message of the running job and return what sends it, unless it has been sent or given up.

    What is returned calls `send` outside of transactions and returns what stores the result. Both may raise
    core.outbox.jobs.Retry to run the job later.
    """
    delivery = _claim(plan)
    if delivery is None:
        return None
    if plan.useful_until and timezone.now() >= plan.useful_until:
        _store_result(delivery, DeliveryStatus.EXPIRED)
        return None
    return partial(_send, delivery, plan, send)


def _send(delivery: Delivery, plan: Plan, send: Callable[[Delivery], str]) -> Write:
    """Send and return what stores the result; an attempt that failed is stored here, and raises Retry."""
    try:
        provider_id = send(delivery)
    except SecretExpired:
        return partial(_store_result, delivery, DeliveryStatus.EXPIRED, error="no longer needed")
    except Gone as error:
        return partial(_store_result, delivery, DeliveryStatus.GONE, error=str(error))
    except Refused as error:
        log.warning("not sent delivery_id=%s %s: %s", delivery.pk, plan.provider, error)
        metrics.PROVIDER_ERRORS.inc(kind="messages", provider=plan.provider)
        return partial(_store_result, delivery, DeliveryStatus.FAILED, error=str(error))
    except Retryable as error:
        metrics.PROVIDER_ERRORS.inc(kind="messages", provider=plan.provider)
        return _retry_or_fail(delivery, plan, str(error), after_seconds=error.after_seconds)
    except Exception as error:
        # An error in our code: its text may contain the message.
        log.exception("sending failed delivery_id=%s", delivery.pk)
        return _retry_or_fail(delivery, plan, type(error).__name__)
    return partial(
        _store_result,
        delivery,
        DeliveryStatus.SENT,
        provider_id=provider_id[:200],
        sent_at=timezone.now(),
    )


def _claim(plan: Plan) -> Delivery | None:
    """Claim the delivery of the running job, whose row is locked; None if there is nothing left to do."""
    now = timezone.now()
    job_id = job_current_event_id()
    delivery = _DELIVERY.first(job_id=job_id)
    if delivery is None:
        return Delivery.objects.create(
            job_id=job_id,
            user_id=plan.user_id,
            device_id=plan.device_id,
            channel=plan.channel,
            to=plan.to[:120],
            template=plan.template,
            status=DeliveryStatus.SENDING,
            provider=plan.provider,
            attempts=1,
            tried_at=now,
        )
    abandoned = Q(status=DeliveryStatus.SENDING, tried_at__lt=now - timedelta(seconds=CLAIM_SECONDS))
    claimed = (
        Delivery.objects.filter(pk=delivery.pk)
        .filter(Q(status=DeliveryStatus.WAITING) | abandoned)
        .update(
            status=DeliveryStatus.SENDING, provider=plan.provider, attempts=F("attempts") + 1, tried_at=now
        )
    )
    delivery.refresh_from_db()
    if not claimed:
        if delivery.status == DeliveryStatus.SENDING:
            raise Retry("another worker is sending it", delay_seconds=CLAIM_SECONDS)
        return None
    if delivery.attempts > MAX_TRIES:
        _store_result(delivery, DeliveryStatus.FAILED, error="the workers that sent it ended")
        return None
    return delivery


def _retry_or_fail(
    delivery: Delivery, plan: Plan, reason: str, *, after_seconds: float | None = None
) -> Write:
    """Store that the attempt failed and raise Retry, or return what stores that it was the last one."""
    if delivery.attempts >= MAX_TRIES:
        log.warning("delivery failed permanently delivery_id=%s %s: %s", delivery.pk, plan.provider, reason)
        return partial(_store_result, delivery, DeliveryStatus.FAILED, error=reason)
    pause = min(MAX_PAUSE, max(PAUSES[delivery.attempts - 1], after_seconds or 0))
    if plan.useful_until and timezone.now() + timedelta(seconds=pause) >= plan.useful_until:
        return partial(_store_result, delivery, DeliveryStatus.EXPIRED, error=reason)
    _store_result(delivery, DeliveryStatus.WAITING, error=reason)
    raise Retry(f"{plan.provider}: {reason}", delay_seconds=pause)


def _store_result(delivery: Delivery, status: DeliveryStatus, *, error: str = "", **changes: Any) -> None:
    """Store the result, unless another worker has claimed the delivery meanwhile."""
    Delivery.objects.filter(pk=delivery.pk, status=DeliveryStatus.SENDING, attempts=delivery.attempts).update(
        status=status, error=error[:200], **changes
    )
