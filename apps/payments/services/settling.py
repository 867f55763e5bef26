"""The only function that credits a payment, called for returns, webhooks and polling."""

import logging
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.accounts.selectors import lock_undeleted
from apps.bookings.choices import Status
from apps.bookings.services.payment import settle_card_payment
from apps.bookings.state_machine.transitions import CardPayment
from apps.core.errors import DomainError
from apps.core.platform import platform_settings
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify
from apps.payments.amounts import exponent
from apps.payments.choices import SETTLED, TRANSITIONS, CreditedTo, Purpose, State, Verdict
from apps.payments.models import Attempt
from apps.payments.port import Outcome, Snapshot
from apps.payments.services.alerts import notify_operators
from apps.payments.services.attempt_state import locked, transition
from apps.wallet.gateways import book_chargeback, top_up

log = logging.getLogger(__name__)


def settle(*, attempt_id: int, snapshot: Snapshot) -> Verdict:
    """Apply the gateway's status to an attempt. Money is credited once, however often this is called.

    A snapshot with another amount, currency, reference or mode credits nothing; the reason is stored.
    """
    try:
        with transaction.atomic():
            return _settle(locked(attempt_id), snapshot)
    except IntegrityError as error:
        if "payment_attempt_one_payment_once" not in str(error):
            raise
        return _refuse_unlocked(attempt_id, f"payment {snapshot.payment_id} was credited for another attempt")


def _settle(attempt: Attempt, snapshot: Snapshot) -> Verdict:
    match snapshot.outcome:
        case Outcome.PAID:
            return _paid(attempt, snapshot)
        case Outcome.FAILED:
            return _failed(attempt, snapshot)
        case Outcome.REFUNDED | Outcome.DISPUTED:
            return _reversed(attempt, snapshot)
        case Outcome.OPEN:
            return Verdict.HANDLED
        case Outcome.PENDING:
            if attempt.state in (State.CREATED, State.REDIRECTED):
                transition(attempt, State.PENDING)
            return Verdict.HANDLED


def _paid(attempt: Attempt, snapshot: Snapshot) -> Verdict:
    if attempt.state in SETTLED:
        if snapshot.payment_id in ("", attempt.payment_id):
            return Verdict.REPEATED
        # The gateway accepted a second payment: staff refund it in the gateway's dashboard.
        return _refuse(attempt, f"paid a second time, by payment {snapshot.payment_id}")
    if reason := mismatch(attempt, snapshot):
        return _refuse(attempt, reason)
    code = platform_settings().code
    # An amount in another currency is never credited.
    changed = (
        f"paid in {attempt.currency}, but the currency is now {code}" if attempt.currency != code else ""
    )
    credited_to, problem = _hold(attempt, changed) if changed else _credit(attempt)
    transition(
        attempt,
        State.PAID,
        payment_id=snapshot.payment_id,
        paid_at=timezone.now(),
        credited_to=credited_to,
        problem=problem,
    )
    return Verdict.HANDLED


def _hold(attempt: Attempt, reason: str) -> tuple[CreditedTo, str]:
    """Hold a payment that cannot be credited, and notify staff to refund it."""
    log.warning("payment %s on hold: %s", attempt.ref, reason)
    notify_operators(attempt, occasion=Occasion.PAYMENT_PROBLEM, amount=attempt.amount)
    return CreditedTo.HELD, reason


def _payer_is_deleted(attempt: Attempt) -> bool:
    """Return whether the payer is deleted. Otherwise the account is locked until the credit commits."""
    return lock_undeleted(attempt.user_id) is None


def _credit(attempt: Attempt) -> tuple[CreditedTo, str]:
    """Credit the payment and return the credited account, with the reason if it is not the intended one.

    Locks are always taken in this order: attempt, booking, driver, payer, wallets (docs/decisions/0023).
    """
    refusal = _pay_booking(attempt) if attempt.purpose == Purpose.BOOKING else None
    if attempt.purpose == Purpose.BOOKING and refusal is None:
        return CreditedTo.BOOKING, ""
    if _payer_is_deleted(attempt):
        return _hold(attempt, "the payer's account is deleted")
    top_up(
        user_id=attempt.user_id,
        amount=attempt.amount,
        provider=attempt.provider,
        ref=attempt.ref,
        reference=attempt.reference,
    )
    if refusal is None:
        return CreditedTo.WALLET, ""
    log.info(
        "payment %s: the booking did not accept it (%s), credited to the wallet", attempt.ref, refusal.code
    )
    notify(
        user_id=attempt.user_id,
        occasion=Occasion.PAYMENT_CREDITED_TO_WALLET,
        screen=Screen.WALLET,
        params={
            "booking_id": attempt.booking_id,
            "reference": attempt.reference,
            "amount": f"{attempt.amount:f}",
        },
        key=f"payment:{attempt.ref}:kept",
    )
    return CreditedTo.WALLET, f"the booking did not accept it: {refusal.code}"


def _pay_booking(attempt: Attempt) -> DomainError | None:
    """Pay the booking, or return why it does not accept this payment; then nothing changed."""
    assert attempt.booking_id is not None
    card = CardPayment(
        amount=attempt.amount,
        owed=attempt.owed_amount,
        wallet=attempt.wallet_amount,
        gateway=attempt.provider,
    )
    try:
        booking = settle_card_payment(booking_id=attempt.booking_id, card=card)
    except DomainError as refusal:
        return refusal
    attempt.is_difference = booking.prepaid and booking.status == Status.PAID
    return None


def _failed(attempt: Attempt, snapshot: Snapshot) -> Verdict:
    if State.FAILED not in _next(attempt):
        return Verdict.REPEATED
    transition(attempt, State.FAILED, problem=snapshot.reason[:250])
    if attempt.expires_at > timezone.now() - timedelta(days=1):
        # Some gateways allow a retry with the same reference, so it is queried once more at expiry.
        attempt.next_check_at = attempt.expires_at
        attempt.save(update_fields=["next_check_at"])
    return Verdict.HANDLED


def _reversed(attempt: Attempt, snapshot: Snapshot) -> Verdict:
    """Record a refund or chargeback made at the gateway. Hansom's own refunds are recorded before."""
    if attempt.state not in SETTLED:
        return _failed(attempt, snapshot)
    disputed = snapshot.outcome is Outcome.DISPUTED
    has_own_refund = attempt.refunds.exclude(state="failed").exists()
    to = State.DISPUTED if disputed else State.REFUNDED
    if to not in _next(attempt) or (has_own_refund and not disputed):
        return Verdict.REPEATED
    left = attempt.amount - attempt.refunded_amount
    transition(attempt, to, refunded_amount=attempt.amount, problem=snapshot.reason[:250])
    if left and attempt.credited_to != CreditedTo.HELD:
        book_chargeback(
            user_id=attempt.user_id,
            amount=left,
            provider=attempt.provider,
            ref=attempt.ref,
            reference=attempt.reference,
        )
    log.warning("payment %s: %s %s was reversed", attempt.ref, left, attempt.currency)
    notify_operators(attempt, occasion=Occasion.PAYMENT_TAKEN_BACK, amount=left)
    return Verdict.HANDLED


def mismatch(attempt: Attempt, snapshot: Snapshot) -> str:
    """Return why the snapshot does not match the attempt, or ""."""
    if snapshot.ref != attempt.ref:
        return f"reference {snapshot.ref!r} is not this attempt's"
    if snapshot.currency.upper() != attempt.currency:
        return f"currency {snapshot.currency!r} instead of {attempt.currency}"
    if snapshot.amount is None or snapshot.amount != attempt.amount:
        places = exponent(attempt.currency)
        return f"amount {snapshot.amount} instead of {attempt.amount:.{places}f}"
    if snapshot.live is not None and snapshot.live != attempt.live:
        return "the payment's mode (test or live) is not the attempt's"
    if not snapshot.payment_id:
        return "the payment has no id"
    return ""


def _next(attempt: Attempt) -> frozenset[str]:
    return TRANSITIONS[attempt.state]


@transaction.atomic
def _refuse_unlocked(attempt_id: int, reason: str) -> Verdict:
    return _refuse(locked(attempt_id), reason)


def _refuse(attempt: Attempt, reason: str) -> Verdict:
    log.warning("payment refused ref=%s: %s", attempt.ref, reason)
    attempt.problem = reason[:250]
    attempt.save(update_fields=["problem", "updated_at"])
    notify_operators(attempt, occasion=Occasion.PAYMENT_PROBLEM, amount=attempt.amount)
    return Verdict.REFUSED
