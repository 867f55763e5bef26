"""Card payments of bookings, by API calls and snapshots of the test gateway."""

from decimal import Decimal
from typing import Any

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.payments.choices import Verdict
from apps.payments.models import Attempt
from apps.payments.port import Outcome, Snapshot
from apps.payments.services.settling import settle
from apps.payments.services.starting import begin_booking_payment
from apps.wallet.choices import PROMOTIONS, REVENUE, TRIPS
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import API
from tests.personas import client_of


def pay_by_card(person: User | None, booking_id: int, *, key: str = "", **fields: Any) -> Any:
    """Start a card payment and return the response."""
    headers = {"Idempotency-Key": key} if key else {}
    body = {"provider": "test", **fields}
    return client_of(person).post(f"{API}/payments/bookings/{booking_id}/", body, headers=headers)


def start_attempt(rider: User, booking: Booking, *, use_wallet: bool = False) -> Attempt:
    return begin_booking_payment(user=rider, booking_id=booking.pk, provider="test", use_wallet=use_wallet)


def settle_paid(attempt: Attempt, *, payment_id: str = "") -> Verdict:
    """Settle the attempt with a paid snapshot."""
    return settle(
        attempt_id=attempt.pk,
        snapshot=Snapshot(
            outcome=Outcome.PAID,
            ref=attempt.ref,
            amount=attempt.amount,
            currency=attempt.currency,
            payment_id=payment_id or f"pay_{attempt.ref}",
            live=False,
        ),
    )


def balances(*people: User) -> dict[str, Decimal]:
    """Return all non-zero balances: wallets by first name, and the platform's accounts."""
    names = (TRIPS, REVENUE, PROMOTIONS, "gateway:test")
    held = {person.first_name: balance_of(person.pk) for person in people}
    held |= {name: platform_balance(name) for name in names}
    return {name: amount for name, amount in held.items() if amount}
