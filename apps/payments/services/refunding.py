"""Money back through the gateway it came from; our row and the wallet's entry come before the question."""

import logging
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.core import audit, events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.payments.amounts import exponent, is_whole
from apps.payments.choices import CreditedTo, RefundState, State
from apps.payments.models import Attempt, Refund
from apps.payments.orders import order_of
from apps.payments.port import (
    NOT_UNDERSTOOD,
    CannotRefund,
    ProviderError,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Unsure,
)
from apps.payments.registry import account_of
from apps.payments.services.attempt_state import locked, transition
from apps.payments.services.credentials import in_use
from apps.payments.timing import next_check
from apps.wallet.gateways import return_failed_refund, take_for_refund

log = logging.getLogger(__name__)

SEND: Final = "payments.send_refund"
OPEN: Final = (RefundState.REQUESTED, RefundState.PENDING)


@transaction.atomic
def request_refund(*, ref: str, amount: Decimal, reason: str, by: User) -> Refund:
    """Take money out of the payer's wallet and send it back to where it came from.

    Raises Forbidden demo_mode, BadInput no_details_error, Conflict not_refundable for more than is left and
    for what pays a booking, low_balance.
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
        # Of money that is held nothing was credited, so no wallet gives it back.
        take_for_refund(
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
    """What `request_refund` would still give back of an attempt."""
    if attempt.state not in (State.PAID, State.PARTIALLY_REFUNDED) or _is_spent(attempt):
        return ZERO
    return _left(attempt)


def _is_spent(attempt: Attempt) -> bool:
    """A booking has the money: a refund would take other money. A cancelled one gave it to the wallet."""
    if attempt.credited_to != CreditedTo.BOOKING or attempt.booking is None:
        return False
    return attempt.booking.status != Status.CANCELLED


def _left(attempt: Attempt) -> Decimal:
    """What is neither refunded nor on its way."""
    under_way = attempt.refunds.filter(state__in=OPEN).aggregate(total=Sum("amount"))["total"] or ZERO
    left: Decimal = attempt.amount - attempt.refunded_amount - under_way
    return left


def send_refund(*, refund_id: int) -> None:
    """Ask the gateway; what it says decides. Our own reference goes along, so that asking twice is once."""
    refund = Refund.objects.select_related("attempt__user").get(pk=refund_id)
    if refund.state == RefundState.REQUESTED:
        _ask(refund, first=True)


def check_refunds_of(attempt: Attempt) -> None:
    for refund in attempt.refunds.filter(state=RefundState.PENDING).select_related("attempt__user"):
        _ask(refund, first=False)


def check_due_refunds() -> int:
    """Ask about refunds whose time has come; how many."""
    due = Refund.objects.filter(next_check_at__lte=timezone.now(), state__in=OPEN)
    refunds = list(due.select_related("attempt__user")[:50])
    for refund in refunds:
        _ask(refund, first=refund.state == RefundState.REQUESTED)
    return len(refunds)


def _ask(refund: Refund, *, first: bool) -> None:
    attempt = refund.attempt
    order = order_of(attempt)
    asked = RefundOrder(
        ref=refund.ref,
        amount=refund.amount,
        already_refunded=attempt.refunded_amount,
        reason=refund.reason,
        refund_id=refund.refund_id,
    )
    account = account_of(attempt)
    try:
        with in_use(account) as gateway:
            answer = gateway.refund(order, asked) if first else gateway.refund_status(order, asked)
    except (Unsure, *NOT_UNDERSTOOD) as error:
        answer = RefundAnswer(RefundOutcome.PENDING, reason=f"no answer: {error}")
        if first:
            # Not known to have arrived: asked again under the same reference.
            _later(refund.pk, str(error))
            return
    except (CannotRefund, ProviderError) as error:
        answer = RefundAnswer(RefundOutcome.FAILED, reason=str(error))
    _apply(refund.pk, answer)


@transaction.atomic
def _later(refund_id: int, problem: str) -> None:
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
