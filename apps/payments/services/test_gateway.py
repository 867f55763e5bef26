"""The buttons of the test gateway's page: each stores a charge and sends a webhook."""

import time
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.utils import timezone

from apps.payments.amounts import exponent
from apps.payments.models import Attempt, TestCharge
from apps.payments.providers.test.adapter import Message
from apps.payments.services.receiving import receive

BUTTONS: Final = (
    "approve",
    "decline",
    "pending",
    "approve_late",
    "duplicate",
    "wrong_amount",
    "bad_signature",
)
LATE: Final = timedelta(minutes=1)
_RESULTS: Final = {"decline": "decline", "pending": "pending", "approve_late": "pending"}


@transaction.atomic
def press(*, attempt: Attempt, button: str) -> None:
    """Apply a button to a payment. An approved payment, or a due delayed one, does not change."""
    result = _RESULTS.get(button, "success")
    amount = attempt.amount + (Decimal(1) if button == "wrong_amount" else 0)
    # A forged webhook comes from a forger, so the gateway stores no charge.
    if button != "bad_signature":
        charge, _made = TestCharge.objects.select_for_update().get_or_create(
            ref=attempt.ref,
            defaults={"result": result, "amount": amount, "currency": attempt.currency},
        )
        if not charge.is_paid:
            charge.result, charge.amount = result, amount
            charge.succeeds_at = timezone.now() + LATE if button == "approve_late" else None
            charge.save()
    places = exponent(attempt.currency)
    message = Message(attempt.ref, f"{amount:.{places}f}", attempt.currency, result, int(time.time()))
    for number in range(2 if button == "duplicate" else 1):
        inbound = replace(message, ts=message.ts + number).inbound(genuine=button != "bad_signature")
        receive(provider="test", inbound=inbound)
