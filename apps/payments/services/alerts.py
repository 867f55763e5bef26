"""Notifications to operators about payments with a problem."""

from decimal import Decimal
from typing import Any

from apps.accounts.selectors import operators_for
from apps.accounts.staff_roles.areas import Area
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notices_together, notify
from apps.payments.gateways.registry import provider_label
from apps.payments.models import Attempt


def notify_operators(attempt: Attempt, *, occasion: Occasion, amount: Decimal) -> None:
    """Notify every operator after the commit, once per payment and occasion."""
    params: dict[str, Any] = {
        "reference": attempt.reference,
        "gateway": provider_label(attempt.provider),
        "amount": f"{amount:f}",
    }
    if attempt.booking_id is not None:
        params["booking_id"] = attempt.booking_id
    with notices_together():
        for operator_id in operators_for(Area.MONEY).values_list("pk", flat=True):
            notify(
                user_id=operator_id,
                occasion=occasion,
                screen=Screen.WALLET if attempt.booking_id is None else Screen.BOOKING_CAB,
                params=params,
                key=f"payment:{attempt.ref}:{occasion}",
            )
