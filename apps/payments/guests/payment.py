"""What a guest can pay by card, and the last payment by the link."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from apps.bookings.models import Booking
from apps.bookings.payment.owed_fees import owed_with
from apps.bookings.services.payment import booking_to_pay
from apps.core.errors import DomainError
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.payments.gateways.registry import provider_label, provider_mark
from apps.payments.models import Attempt
from apps.payments.selectors import attempts_for, offered_accounts


@dataclass(frozen=True, slots=True)
class GuestPayment:
    is_payable: bool
    amount: Decimal
    owed_amount: Decimal
    payment_due_at: datetime | None
    providers: list[dict[str, Any]]
    attempt: Attempt | None


def guest_payment(booking: Booking) -> GuestPayment:
    """Return what the booking's rider can pay now; after that, an amount of zero and no gateways."""
    attempt = attempts_for(booking).filter(by_guest=True).first()
    if not _is_payable(booking):
        return GuestPayment(False, ZERO, ZERO, None, [], attempt)
    owed = owed_with(booking)
    amount = booking.amount_due + owed
    providers = [
        {
            "name": account.provider,
            "label": provider_label(account.provider),
            "mark": provider_mark(account.provider),
        }
        for account in offered_accounts(platform_settings().code, amount)
    ]
    return GuestPayment(True, amount, owed, booking.payment_due_at, providers, attempt)


def _is_payable(booking: Booking) -> bool:
    try:
        booking_to_pay(booking_id=booking.pk, by=booking.customer)
    except DomainError:
        return False
    return booking.amount_due > ZERO
