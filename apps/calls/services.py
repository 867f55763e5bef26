"""Recording phone calls."""

from typing import Final

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.phone_numbers.countries import home_mobile
from apps.accounts.selectors import account_of_merged
from apps.calls.choices import CallState
from apps.calls.models import Call
from apps.core.outbox import events

TOPIC: Final = "bookings"
"""The topic of all admins."""
WITHHELD: Final = frozenset({"", "anonymous", "private", "restricted", "unavailable", "unknown", "withheld"})
"""What phone systems send instead of a hidden number."""

_ORDER: Final = list(CallState)


@transaction.atomic
def record_call(
    *, external_id: str, state: CallState, phone: str, line: str, answered_by: str = "", system: str = ""
) -> Call:
    """Record the state of a call and inform admins.

    Reports may be repeated or arrive late: a call never returns to an earlier state.
    """
    number = _number(phone)
    defaults = {"phone": number, "line": line, "caller": _user_with(number), "system": system}
    call, created = Call.objects.select_for_update(of=("self",)).get_or_create(
        external_id=external_id, defaults=defaults
    )
    if not created and _ORDER.index(state) <= _ORDER.index(CallState(call.state)):
        return call
    call.state = state
    if state != CallState.RINGING:
        now = timezone.now()
        call.answered_at = call.answered_at or (now if state == CallState.ANSWERED else None)
        call.ended_at = now if state == CallState.ENDED else None
        call.answered_by = call.answered_by or answered_by
        call.save(update_fields=["state", "answered_at", "ended_at", "answered_by"])
    events.publish(TOPIC, "call.changed", {"id": call.pk, "state": str(state)})
    return call


def _number(phone: str) -> str:
    plain = phone.strip()
    return "" if plain.lower() in WITHHELD else home_mobile(plain) or plain


def _user_with(number: str) -> User | None:
    if not number:
        return None
    found = User.objects.filter(mobile=number, deleted_at__isnull=True).first()
    return found or account_of_merged(number)
