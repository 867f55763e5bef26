"""What the buttons of the test gateway's page do: it writes its books, then sends what a gateway would."""

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
    """Decide on a payment; what was approved stays so, also what was approved for later once it is due."""
    result = _RESULTS.get(button, "success")
    amount = attempt.amount + (Decimal(1) if button == "wrong_amount" else 0)
    # A forged message comes from someone else: the gateway itself knows of no decision.
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
