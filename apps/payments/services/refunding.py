"""Refunds through the payment's gateway. The row and the wallet's entry are written before the request."""

import logging
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.money import ZERO
from apps.core.outbox import events
from apps.core.platform import platform_settings
from apps.payments.amounts import exponent, is_whole
from apps.payments.attempts.orders import order_of
from apps.payments.attempts.timing import next_check
from apps.payments.choices import CreditedTo, RefundState, State
from apps.payments.gateways.registry import account_of, supports_refunds
from apps.payments.models import Attempt, Refund
from apps.payments.port import (
    PARSE_ERRORS,
    CannotRefund,
    OutcomeUnknown,
    ProviderError,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
)
from apps.payments.services.attempt_state import locked, transition
from apps.payments.services.credentials import gateway_call
from apps.wallet.gateways import debit_for_refund, return_failed_refund

log = logging.getLogger(__name__)

SEND: Final = "payments.send_refund"
OPEN: Final = (RefundState.REQUESTED, RefundState.PENDING)


@transaction.atomic
def request_refund(*, ref: str, amount: Decimal, reason: str, by: User) -> Refund:
    """Debit the payer's wallet and refund the amount through the payment's gateway.

    Raises Forbidden demo_mode; BadInput no_details_error; Conflict not_refundable for more than is left and
    for a payment of an active booking; Conflict low_balance.
    """
    require_critical_edits(platform_settings())
    attempt_id = Attempt.objects.values_list("pk", flat=True).get(ref=ref)
    attempt = locked(attempt_id)
    left = _left(attempt)
    if not (amount.is_finite() and amount > 0 and is_whole(amount, attempt.currency)):
        sentence = _("Enter an amount between %(min)s and %(max)s.") % {
            "min": f"{Decimal(1).scaleb(-exponent(attempt.currency)):f}",
            "max": f"{left:.{exponent(attempt.currency)}f}",
        }
        raise BadInput("no_details_error", sentence, fields={"amount": sentence})
    if attempt.state not in (State.PAID, State.PARTIALLY_REFUNDED) or amount > left:
        raise Conflict("not_refundable", _("This is more than the amount left to refund."))
    if _is_spent(attempt):
        raise Conflict("not_refundable", _("A booking was paid with this. Cancel the booking first."))
    refund = Refund.objects.create(
        attempt=attempt, amount=amount, reason=reason, created_by=by, next_check_at=timezone.now()
    )
    if attempt.credited_to != CreditedTo.HELD:
        # A held payment was never credited, so there is no wallet to debit.
        debit_for_refund(
            user_id=attempt.user_id,
            amount=amount,
            provider=attempt.provider,
            ref=refund.ref,
            reference=attempt.reference,
            by_id=by.pk,
        )
    events.enqueue(SEND, key=f"payment_refund:{refund.ref}", refund_id=refund.pk)
    audit.record(
        by=by,
        action="refunded",
        kind="payment",
        target_id=attempt.ref,
        label=attempt.reference,
        before={"left": left},
        after={"amount": amount, "reason": reason},
    )
    return refund


def refundable(attempt: Attempt) -> Decimal:
    """Return the amount of an attempt that `request_refund` accepts."""
    if attempt.state not in (State.PAID, State.PARTIALLY_REFUNDED) or _is_spent(attempt):
        return ZERO
    return _left(attempt)


def _is_spent(attempt: Attempt) -> bool:
    """Return whether it paid a booking that is not cancelled. A cancelled one credited the wallet."""
    if attempt.credited_to != CreditedTo.BOOKING or attempt.booking is None:
        return False
    return attempt.booking.status != Status.CANCELLED


def _left(attempt: Attempt) -> Decimal:
    """Return the amount that is neither refunded nor requested."""
    if not supports_refunds(attempt.provider):
        return ZERO
    pending = attempt.refunds.filter(state__in=OPEN).aggregate(total=Sum("amount"))["total"] or ZERO
    left: Decimal = attempt.amount - attempt.refunded_amount - pending
    return left


def send_refund(*, refund_id: int) -> None:
    """Request a refund from the gateway. Its reference is the same on each retry."""
    refund = Refund.objects.select_related("attempt__user").get(pk=refund_id)
    if refund.state == RefundState.REQUESTED:
        _call_gateway(refund, first=True)


def check_refunds_of(attempt: Attempt) -> None:
    """Query the attempt's pending refunds."""
    for refund in attempt.refunds.filter(state=RefundState.PENDING).select_related("attempt__user"):
        _call_gateway(refund, first=False)


def check_due_refunds() -> int:
    """Query the due refunds and return their number."""
    due = Refund.objects.filter(next_check_at__lte=timezone.now(), state__in=OPEN)
    refunds = list(due.select_related("attempt__user")[:50])
    for refund in refunds:
        _call_gateway(refund, first=refund.state == RefundState.REQUESTED)
    return len(refunds)


def _call_gateway(refund: Refund, *, first: bool) -> None:
    attempt = refund.attempt
    order = order_of(attempt)
    request = RefundOrder(
        ref=refund.ref,
        amount=refund.amount,
        already_refunded=attempt.refunded_amount,
        reason=refund.reason,
        refund_id=refund.refund_id,
    )
    account = account_of(attempt)
    try:
        with gateway_call(account) as gateway:
            answer = gateway.refund(order, request) if first else gateway.refund_status(order, request)
    except (OutcomeUnknown, *PARSE_ERRORS) as error:
        answer = RefundAnswer(RefundOutcome.PENDING, reason=f"no response: {error}")
        if first:
            # The request may have arrived, so the retry uses the same reference.
            _retry_later(refund.pk, str(error))
            return
    except (CannotRefund, ProviderError) as error:
        answer = RefundAnswer(RefundOutcome.FAILED, reason=str(error))
    _apply(refund.pk, answer)


@transaction.atomic
def _retry_later(refund_id: int, problem: str) -> None:
    refund = Refund.objects.select_for_update().get(pk=refund_id)
    if refund.state in OPEN:
        now = timezone.now()
        refund.next_check_at = next_check(created_at=refund.created_at, checks=refund.checks, now=now)
        refund.checks, refund.problem = refund.checks + 1, problem[:250]
        refund.save()


@transaction.atomic
def _apply(refund_id: int, answer: RefundAnswer) -> None:
    attempt = locked(Refund.objects.values_list("attempt_id", flat=True).get(pk=refund_id))
    refund = Refund.objects.select_for_update().get(pk=refund_id)
    if refund.state not in OPEN:
        return
    refund.refund_id = answer.refund_id or refund.refund_id
    refund.problem = answer.reason[:250]
    now = timezone.now()
    match answer.outcome:
        case RefundOutcome.PENDING:
            refund.state = RefundState.PENDING
            refund.next_check_at = next_check(created_at=refund.created_at, checks=refund.checks, now=now)
            refund.checks += 1
        case RefundOutcome.DONE:
            refund.state, refund.next_check_at = RefundState.DONE, None
            total = attempt.refunded_amount + refund.amount
            whole = total == attempt.amount
            transition(attempt, State.REFUNDED if whole else State.PARTIALLY_REFUNDED, refunded_amount=total)
        case RefundOutcome.FAILED:
            refund.state, refund.next_check_at = RefundState.FAILED, None
            if attempt.credited_to != CreditedTo.HELD:
                return_failed_refund(
                    user_id=attempt.user_id,
                    amount=refund.amount,
                    provider=attempt.provider,
                    ref=refund.ref,
                    reference=attempt.reference,
                )
            log.warning("refund %s of %s failed: %s", refund.ref, attempt.ref, answer.reason)
    refund.save()
