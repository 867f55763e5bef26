"""Open attempts of a booking that was cancelled: none stays open at a gateway."""

import logging
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.payments.choices import WAITING, State
from apps.payments.credentials import Unreadable
from apps.payments.models import Attempt
from apps.payments.orders import order_of
from apps.payments.port import PARSE_ERRORS, OutcomeUnknown, ProviderError
from apps.payments.registry import account_of
from apps.payments.services.attempt_state import locked, transition
from apps.payments.services.checking import check
from apps.payments.services.credentials import gateway_call

log = logging.getLogger(__name__)

LAST_LOOK: Final = timedelta(minutes=5)
"""A payer may have been at the gateway when the booking was cancelled: that is asked about once more."""
CANCELLED: Final = "the booking was cancelled"


def close_attempts(*, booking_id: int) -> int:
    """End what waits to be paid for a cancelled booking, at its gateway where that has a way; how many.

    Money that comes all the same goes into the payer's wallet. Never inside a transaction.
    """
    if not Booking.objects.filter(pk=booking_id, status=Status.CANCELLED).exists():
        return 0
    open_ones = Attempt.objects.filter(booking_id=booking_id, state__in=WAITING).select_related("user")
    closed = 0
    for attempt in open_ones:
        if not _is_closed_there(attempt):
            # What the gateway has decided meanwhile counts before the booking's end does.
            check(attempt_id=attempt.pk)
        closed += _expire(attempt.pk)
    return closed


def _is_closed_there(attempt: Attempt) -> bool:
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
    attempt.next_check_at = max(attempt.expires_at, timezone.now()) + LAST_LOOK
    attempt.save(update_fields=["next_check_at"])
    return True
