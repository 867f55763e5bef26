"""The only writer of an attempt's state."""

from typing import Any

from django.utils import timezone

from apps.core.outbox import events
from apps.payments.choices import TRANSITIONS, WAITING, State
from apps.payments.models import Attempt


def transition(attempt: Attempt, to: State, **changes: Any) -> None:
    """Change a locked attempt's state and notify the payer. Raises ValueError if forbidden."""
    if to not in TRANSITIONS[attempt.state]:
        raise ValueError(f"{attempt.ref}: {attempt.state} cannot become {to}")
    attempt.state = to
    for name, value in changes.items():
        setattr(attempt, name, value)
    if to not in WAITING:
        attempt.next_check_at = None
    attempt.save()
    events.publish(
        f"user:{attempt.user_id}",
        "payment.changed",
        {"ref": attempt.ref, "state": attempt.state, "at": timezone.now().isoformat()},
    )


def locked(attempt_id: int) -> Attempt:
    return (
        Attempt.objects.select_for_update(of=("self",), no_key=True).select_related("user").get(pk=attempt_id)
    )
