"""Closes the open attempts of a cancelled booking."""

import logging
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.payments.attempts.orders import order_of
from apps.payments.choices import WAITING, State
from apps.payments.gateways.credentials import Unreadable
from apps.payments.gateways.registry import account_of
from apps.payments.models import Attempt
from apps.payments.port import PARSE_ERRORS, OutcomeUnknown, ProviderError
from apps.payments.services.attempt_state import locked, transition
from apps.payments.services.checking import check
from apps.payments.services.credentials import gateway_call

log = logging.getLogger(__name__)

LAST_CHECK: Final = timedelta(minutes=5)
"""The delay of one more query after expiry: the payer may have been on the gateway's page at cancellation."""
CANCELLED: Final = "the booking was cancelled"


def close_attempts(*, booking_id: int) -> int:
    """Expire a cancelled booking's open attempts, and close them at gateways that can; return how many.

    A payment that still arrives is credited to the payer's wallet. Never use it inside a transaction.
    """
    if not Booking.objects.filter(pk=booking_id, status=Status.CANCELLED).exists():
        return 0
    open_attempts = Attempt.objects.filter(booking_id=booking_id, state__in=WAITING).select_related("user")
    closed = 0
    for attempt in open_attempts:
        if not _close_at_gateway(attempt):
            # A payment that completed in the meantime takes precedence over the cancellation.
            check(attempt_id=attempt.pk)
        closed += _expire(attempt.pk)
    return closed


def _close_at_gateway(attempt: Attempt) -> bool:
    try:
        with gateway_call(account_of(attempt)) as gateway:
            return gateway.cancel(order_of(attempt))
    except (ProviderError, OutcomeUnknown, Unreadable, *PARSE_ERRORS) as error:
        log.warning("cannot cancel %s at %s: %s", attempt.ref, attempt.provider, error)
        return False


@transaction.atomic
def _expire(attempt_id: int) -> bool:
    attempt = locked(attempt_id)
    if not attempt.is_waiting:
        return False
    transition(attempt, State.EXPIRED, problem=attempt.problem or CANCELLED)
    attempt.next_check_at = max(attempt.expires_at, timezone.now()) + LAST_CHECK
    attempt.save(update_fields=["next_check_at"])
    return True
