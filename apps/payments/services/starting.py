"""Starts payments. Amounts come from the database, never from the browser."""

import logging
import time
from decimal import ROUND_DOWN, Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.services.payment import booking_to_pay
from apps.core.errors import BadInput, Conflict, Unavailable
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.payments.attempts.orders import order_of
from apps.payments.attempts.timing import LIFETIME, next_check
from apps.payments.choices import Purpose, State
from apps.payments.gateways.registry import adapter_of
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.port import AutoPost, OutcomeUnknown, OwnPage, ProviderError, Redirect
from apps.payments.selectors import offered_accounts
from apps.payments.services.attempt_state import locked, transition
from apps.payments.services.credentials import gateway_call
from apps.wallet.amounts import require_amount
from apps.wallet.selectors import balance_of
from apps.wallet.trips.owed import owed_by

log = logging.getLogger(__name__)


def begin_top_up(*, user: User, provider: str, amount: Decimal) -> Attempt:
    """Start a top-up of the user's wallet.

    Raises BadInput no_details_error for an invalid amount, no_provider_found; Conflict amount_not_taken,
    provider_refused; Unavailable provider_unavailable.
    """
    settings = platform_settings()
    account = _account(provider, settings.code)
    least, most = adapter_of(account).limits(settings.code)
    require_amount(amount, least=least, most=most)
    _require_supported(account, amount, settings.code)
    reference = f"wallet-{user.pk}-{time.time_ns() // 1_000_000}"
    return _begin(
        user=user,
        account=account,
        purpose=Purpose.TOP_UP,
        reference=reference,
        amount=amount,
        currency=settings.code,
    )


def begin_booking_payment(
    *, user: User, booking_id: int, provider: str, use_wallet: bool = False, by_guest: bool = False
) -> Attempt:
    """Start a card payment of the rider's booking, with `use_wallet` after the wallet's balance.

    With `by_guest`, the gateway returns the browser to the page of the guest's link, which needs no login.

    The amount due is read now and checked again when the payment arrives. Several attempts may be open: the
    first payment that arrives pays the booking, later ones are credited to the wallet.

    Raises NotFound for another rider's booking; Conflict wrong_status, payment_expired, amount_not_taken,
    provider_refused, wallet_enough if the wallet covers all; BadInput no_provider_found; Unavailable
    provider_unavailable.
    """
    settings = platform_settings()
    booking = booking_to_pay(booking_id=booking_id, by=user)
    account = _account(provider, settings.code)
    payable = booking.amount_due
    wallet = min(payable, _spendable(user, settings.decimal)) if use_wallet else ZERO
    if payable <= wallet:
        raise Conflict("wallet_enough", _("Your wallet covers this. No card payment is needed."))
    # What the rider owes for earlier bookings is collected with it.
    owed = owed_by(user.pk)
    amount = payable - wallet + owed
    _require_supported(account, amount, settings.code)
    return _begin(
        user=user,
        account=account,
        purpose=Purpose.BOOKING,
        reference=booking.reference,
        amount=amount,
        currency=settings.code,
        booking=booking,
        wallet_amount=wallet,
        owed_amount=owed,
        by_guest=by_guest,
    )


def _spendable(user: User, decimals: int) -> Decimal:
    """Return the wallet's balance, rounded down so that gateways can charge the rest."""
    held = max(balance_of(user.pk), ZERO)
    return held.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_DOWN)


def _account(provider: str, currency: str) -> ProviderAccount:
    for account in offered_accounts(currency):
        if account.provider == provider:
            return account
    raise BadInput("no_provider_found", _("This payment method isn't available."))


def _require_supported(account: ProviderAccount, amount: Decimal, currency: str) -> None:
    if not adapter_of(account).supports_amount(amount, currency):
        raise Conflict("amount_not_taken", _("This payment provider can't charge this amount."))


def _begin(
    *,
    user: User,
    account: ProviderAccount,
    purpose: Purpose,
    reference: str,
    amount: Decimal,
    currency: str,
    booking: Booking | None = None,
    wallet_amount: Decimal = ZERO,
    owed_amount: Decimal = ZERO,
    by_guest: bool = False,
) -> Attempt:
    now = timezone.now()
    attempt = Attempt.objects.create(
        provider=account.provider,
        live=account.live,
        user=user,
        purpose=purpose,
        booking=booking,
        reference=reference,
        amount=amount,
        wallet_amount=wallet_amount,
        owed_amount=owed_amount,
        by_guest=by_guest,
        currency=currency,
        created_at=now,
        expires_at=now + LIFETIME,
        next_check_at=next_check(created_at=now, checks=0, now=now),
    )
    try:
        with gateway_call(account) as gateway:
            started = gateway.start(order_of(attempt))
    except (OutcomeUnknown, LookupError, TypeError) as error:
        log.warning("gateway %s did not respond at the start: %s", account.provider, error)
        _abandon(attempt, "no response at the start")
        raise Unavailable("provider_unavailable", _("The payment provider isn't responding.")) from error
    except (ProviderError, ValueError) as error:
        log.warning("gateway %s refused to start: %s", account.provider, error)
        _abandon(attempt, str(error))
        raise Conflict("provider_refused", _("The payment provider declined this payment.")) from error
    with transaction.atomic():
        # A webhook may have been handled before.
        attempt = locked(attempt.pk)
        attempt.session_id, attempt.action = started.session_id, as_json(started.action)
        if attempt.state == State.CREATED:
            transition(attempt, State.REDIRECTED)
        else:
            attempt.save(update_fields=["session_id", "action"])
    return attempt


def as_json(action: Redirect | AutoPost | OwnPage) -> dict[str, Any]:
    """Return the action as stored: a redirect, a form to post, or Hansom's card page."""
    match action:
        case Redirect(url):
            return {"kind": "redirect", "url": url, "fields": {}}
        case AutoPost(url, fields):
            # jsonb does not preserve the order of keys, and some gateways sign the fields in order.
            return {"kind": "post", "url": url, "fields": dict(fields), "order": list(fields)}
        case OwnPage(params):
            return {"kind": "page", "url": "", "fields": dict(params)}


@transaction.atomic
def _abandon(attempt: Attempt, reason: str) -> None:
    """Fail an attempt whose payer was not redirected."""
    attempt = locked(attempt.pk)
    if attempt.state == State.CREATED:
        transition(attempt, State.FAILED, problem=reason[:250])
