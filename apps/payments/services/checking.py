"""Asking gateways by ourselves: after a return, on the payer's wish, and as time goes by."""

import hashlib
import logging
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core import events
from apps.core.errors import BadInput, Conflict
from apps.payments.choices import State, Verdict
from apps.payments.credentials import Unreadable
from apps.payments.models import Attempt
from apps.payments.orders import order_of
from apps.payments.port import NOT_UNDERSTOOD, Outcome, ProviderError, Snapshot, StepUp, Unsure
from apps.payments.registry import account_of
from apps.payments.services.attempt_state import locked, transition
from apps.payments.services.credentials import in_use
from apps.payments.services.settling import settle
from apps.payments.timing import GIVE_UP, next_check

log = logging.getLogger(__name__)

CHECK: Final = "payments.check"
BATCH: Final = 200


def check(*, attempt_id: int) -> Verdict:
    """Ask the gateway and settle by its answer; no answer changes nothing. Never inside a transaction."""
    attempt = Attempt.objects.select_related("user").get(pk=attempt_id)
    try:
        with in_use(account_of(attempt)) as gateway:
            snapshot = gateway.fetch(order_of(attempt))
    except (ProviderError, Unreadable, *NOT_UNDERSTOOD) as error:
        log.warning("cannot ask %s about %s: %s", attempt.provider, attempt.ref, error)
        return Verdict.RECEIVED
    return settle(attempt_id=attempt.pk, snapshot=snapshot)


def submit(*, attempt: Attempt, data: Mapping[str, str]) -> Verdict:
    """Charge what the gateway's fields on our page gave; of two cards that come for one attempt, the first.

    Raises BadInput invalid without a token, Conflict wrong_status where a card was sent already or it is too
    late; StepUp, ProviderError where nothing was charged, so that a card may be sent again; Unsure.
    """
    _claim(attempt.pk, data.get("token", ""))
    attempt.refresh_from_db()
    try:
        with in_use(account_of(attempt)) as gateway:
            snapshot = gateway.submit(order_of(attempt), data)
    except StepUp:
        _release(attempt.pk)
        raise
    except (Unsure, *NOT_UNDERSTOOD) as error:
        # It may have been charged: no other card until the gateway says so.
        settle(attempt_id=attempt.pk, snapshot=Snapshot(outcome=Outcome.PENDING))
        raise Unsure(str(error) if isinstance(error, Unsure) else type(error).__name__) from error
    except ProviderError:
        _release(attempt.pk)
        raise
    return settle(attempt_id=attempt.pk, snapshot=snapshot)


@transaction.atomic
def _claim(attempt_id: int, token: str) -> None:
    """Note that a card is on its way; the gateway has no name for our own page, so the token's mark is it."""
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
    """Have the gateway asked with the next round. Raises Conflict wrong_status when nothing is awaited."""
    attempt = locked(attempt_id)
    if not attempt.is_waiting:
        raise Conflict("wrong_status", _("This payment isn't waiting for anything."))
    attempt.next_check_at = timezone.now()
    attempt.save(update_fields=["next_check_at", "updated_at"])


def check_due() -> int:
    """Have attempts looked at whose time has come; each is planned again first, so none is asked twice."""
    now = timezone.now()
    due = list(
        Attempt.objects.filter(next_check_at__lte=now).order_by("next_check_at").values_list("pk", flat=True)
    )
    for attempt_id in due[:BATCH]:
        with transaction.atomic():
            _plan(locked(attempt_id))
    return len(due[:BATCH])


def _plan(attempt: Attempt) -> None:
    now = timezone.now()
    if attempt.next_check_at is None or attempt.next_check_at > now:
        return
    if attempt.is_waiting and now - attempt.created_at >= GIVE_UP:
        transition(attempt, State.EXPIRED, problem=attempt.problem or "nobody paid within a week")
        return
    attempt.next_check_at = (
        next_check(created_at=attempt.created_at, checks=attempt.checks + 1, now=now)
        if attempt.is_waiting
        else None
    )
    attempt.checks += 1
    attempt.save(update_fields=["next_check_at", "checks", "updated_at"])
    events.enqueue(CHECK, attempt_id=attempt.pk)
