"""Queries of payment accounts and attempts."""

import logging
from decimal import Decimal

from django.db.models import QuerySet

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.payments.gateways.credentials import Unreadable
from apps.payments.gateways.registry import adapter_of, provider_type, providers
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.models.attempt import HAS_PROBLEM

log = logging.getLogger(__name__)


def offered_accounts(currency: str, amount: Decimal | None = None) -> list[ProviderAccount]:
    """Return the enabled, working accounts that support the currency, and `amount` if it is given."""
    enabled = ProviderAccount.objects.filter(enabled=True, broken_at=None, provider__in=providers())
    return [
        account
        for account in enabled.order_by("provider")
        if _is_usable(account, currency)
        and (amount is None or adapter_of(account).supports_amount(amount, currency))
    ]


def broken_accounts() -> QuerySet[ProviderAccount]:
    """Return the enabled accounts whose credentials the gateway rejected, the oldest failure first."""
    return ProviderAccount.objects.filter(enabled=True, broken_at__isnull=False).order_by("broken_at", "pk")


def is_complete(account: ProviderAccount, values: dict[str, str]) -> bool:
    """Return whether `values` contains every required credential."""
    credentials = provider_type(account.provider).credentials
    return all(values.get(credential.name) for credential in credentials if credential.required)


def _is_usable(account: ProviderAccount, currency: str) -> bool:
    if not provider_type(account.provider).is_available():
        return False
    try:
        return is_complete(account, account.credentials) and adapter_of(account).supports_currency(currency)
    except Unreadable:
        log.error("the credentials of %s cannot be decrypted: enter them again", account)
        return False


def attempts_of(user: User) -> QuerySet[Attempt]:
    return Attempt.objects.filter(user=user)


def attempts_for(booking: Booking) -> QuerySet[Attempt]:
    """Return the attempts to pay a booking, newest first."""
    return Attempt.objects.filter(booking=booking).order_by("-id")


def problem_attempts() -> QuerySet[Attempt]:
    """Return the attempts that failed, were charged back or have a problem, for the admins' attention."""
    return Attempt.objects.filter(HAS_PROBLEM)
