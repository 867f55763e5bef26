"""Queries of a payment's status: after a return, on the payer's request and on schedule."""

import hashlib
import logging
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core.errors import BadInput, Conflict
from apps.core.outbox import events
from apps.payments.attempts.orders import order_of
from apps.payments.attempts.timing import GIVE_UP, next_check
from apps.payments.choices import State, Verdict
from apps.payments.gateways.credentials import Unreadable
from apps.payments.gateways.registry import account_of
from apps.payments.models import Attempt
from apps.payments.port import PARSE_ERRORS, Outcome, OutcomeUnknown, ProviderError, Snapshot, StepUp
from apps.payments.services.attempt_state import locked, transition
from apps.payments.services.credentials import gateway_call
from apps.payments.services.settling import settle

log = logging.getLogger(__name__)

CHECK: Final = "payments.check"
BATCH: Final = 200


def check(*, attempt_id: int) -> Verdict:
    """Query the gateway and settle its response; without one nothing changes. Never in a transaction."""
    attempt = Attempt.objects.select_related("user").get(pk=attempt_id)
    try:
        with gateway_call(account_of(attempt)) as gateway:
            snapshot = gateway.fetch(order_of(attempt))
    except (ProviderError, Unreadable, *PARSE_ERRORS) as error:
        log.warning("cannot query %s about %s: %s", attempt.provider, attempt.ref, error)
        return Verdict.RECEIVED
    return settle(attempt_id=attempt.pk, snapshot=snapshot)


def submit(*, attempt: Attempt, data: Mapping[str, str]) -> Verdict:
    """Charge the token of the gateway's card fields; of two concurrent tokens, the first.

    Raises BadInput invalid without a token; Conflict wrong_status if a token was submitted before, or after
    the attempt expired; StepUp or ProviderError if nothing was charged and another token may be submitted;
    OutcomeUnknown.
    """
    _claim(attempt.pk, data.get("token", ""))
    attempt.refresh_from_db()
    try:
        with gateway_call(account_of(attempt)) as gateway:
            snapshot = gateway.submit(order_of(attempt), data)
    except StepUp:
        _release(attempt.pk)
        raise
    except (OutcomeUnknown, *PARSE_ERRORS) as error:
        # The card may have been charged, so no other token is accepted until the gateway reports the result.
        settle(attempt_id=attempt.pk, snapshot=Snapshot(outcome=Outcome.PENDING))
        raise OutcomeUnknown(
            str(error) if isinstance(error, OutcomeUnknown) else type(error).__name__
        ) from error
    except ProviderError:
        _release(attempt.pk)
        raise
    return settle(attempt_id=attempt.pk, snapshot=snapshot)


@transaction.atomic
def _claim(attempt_id: int, token: str) -> None:
    """Reserve the attempt for this token, whose digest serves as the session id."""
    if not token:
        raise BadInput("invalid", _("The card form returned nothing."), fields={"token": _("Unknown field.")})
    attempt = locked(attempt_id)
    if attempt.session_id or not attempt.is_waiting or attempt.expires_at <= timezone.now():
        raise Conflict("wrong_status", _("This payment is no longer open."))
    attempt.session_id = hashlib.sha256(token.encode()).hexdigest()[:32]
    attempt.save(update_fields=["session_id", "updated_at"])


@transaction.atomic
def _release(attempt_id: int) -> None:
    attempt = locked(attempt_id)
    attempt.session_id = ""
    attempt.save(update_fields=["session_id", "updated_at"])


@transaction.atomic
def check_soon(*, attempt_id: int) -> None:
    """Schedule a query now. Raises Conflict wrong_status if the attempt is already decided."""
    attempt = locked(attempt_id)
    if not attempt.is_waiting:
        raise Conflict("wrong_status", _("This payment isn't waiting for anything."))
    attempt.next_check_at = timezone.now()
    attempt.save(update_fields=["next_check_at", "updated_at"])


def check_due() -> int:
    """Enqueue the due queries and return their number. Each is rescheduled first, so none runs twice."""
    now = timezone.now()
    due = list(
        Attempt.objects.filter(next_check_at__lte=now).order_by("next_check_at").values_list("pk", flat=True)
    )
    for attempt_id in due[:BATCH]:
        with transaction.atomic():
            _enqueue_check(locked(attempt_id))
    return len(due[:BATCH])


def _enqueue_check(attempt: Attempt) -> None:
    now = timezone.now()
    if attempt.next_check_at is None or attempt.next_check_at > now:
        return
    if attempt.is_waiting and now - attempt.created_at >= GIVE_UP:
        transition(attempt, State.EXPIRED, problem=attempt.problem or "not paid within a week")
        return
    attempt.next_check_at = (
        next_check(created_at=attempt.created_at, checks=attempt.checks + 1, now=now)
        if attempt.is_waiting
        else None
    )
    attempt.checks += 1
    attempt.save(update_fields=["next_check_at", "checks", "updated_at"])
    events.enqueue(CHECK, attempt_id=attempt.pk)
