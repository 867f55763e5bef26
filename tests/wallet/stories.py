"""Trips and credits, and the balances after them."""

from decimal import Decimal as D
from typing import Any

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.wallet.models import JournalEntry, Posting
from apps.wallet.selectors import balance_of, platform_balance
from apps.wallet.services import credit_by_admin, settle_booking

PLATFORM = (
    "trips",
    "cash_with_drivers",
    "revenue",
    "promotions",
    "gateway:stripe",
    "adjustments",
    "fees_owed",
)


def settle(customer: User, driver: User, **changes: Any) -> None:
    """Settle a trip of 71.88, in cash by default: 62.50 for the driver, 9.38 for the platform."""
    story: dict[str, Any] = {
        "booking_id": 81,
        "reference": "HX7K2M",
        "driver_id": driver.pk,
        "customer_id": customer.pk,
        "trip_cost": D("71.88"),
        "driver_share": D("62.50"),
        "convenience_fees": D("9.38"),
        "discount": D(0),
        "cash": D(0),
        "wallet": D(0),
    }
    settle_booking(**(story | changes))


def holdings(*people: User) -> dict[str, D]:
    """Return every account with a balance."""
    held = {person.first_name: balance_of(person.pk) for person in people}
    held |= {name: platform_balance(name) for name in PLATFORM}
    return {name: amount for name, amount in held.items() if amount}


def written() -> tuple[int, int, int]:
    return JournalEntry.objects.count(), Posting.objects.count(), OutboxEntry.objects.count()


def give(person: User, amount: str, by: User) -> None:
    credit_by_admin(user_id=person.pk, amount=D(amount), by=by, key=f"gift-{person.pk}-{amount}")
