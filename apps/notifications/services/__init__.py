"""Sends notifications to users."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone

from apps.core.outbox import events
from apps.notifications.choices import Occasion, Screen
from apps.notifications.messages.wording import WORDINGS
from apps.notifications.models import InboxMessage

DELIVER: Final = "notifications.deliver"
SEND_PUSH: Final = "notifications.send_push"


def notify(*, user_id: int, occasion: str, screen: str, params: Mapping[str, Any], key: str) -> None:
    """Notify a user once, after this transaction has committed.

    `key` identifies the event (`booking:81:accepted`) and can be used for several users. `params` are the
    parameters of the text and are sent as `data` (JSON values; amounts as plain decimal strings). Raises
    TypeError if a parameter of the text is missing.
    """
    missing = WORDINGS[Occasion(occasion)].needs - params.keys()
    if missing:
        raise TypeError(f"{occasion} needs {', '.join(sorted(missing))}")
    events.enqueue(
        DELIVER,
        key=f"notify:{user_id}:{key}",
        user_id=user_id,
        occasion=Occasion(occasion).value,
        screen=Screen(screen).value,
        params=dict(params),
        fact=key,
    )


def mark_inbox_read_about(*, user_id: int, occasion: Occasion, booking_id: int) -> None:
    """Mark the user's messages about one occasion of a booking as read, because the user saw it elsewhere."""
    InboxMessage.objects.filter(
        user_id=user_id, read_at__isnull=True, occasion=occasion, data__booking_id=booking_id
    ).update(read_at=timezone.now())


def mark_inbox_read(*, user_id: int, up_to: int | None = None) -> int:
    """Mark the user's messages as read, up to `up_to`, and return how many were unread."""
    unread = InboxMessage.objects.filter(user_id=user_id, read_at__isnull=True)
    if up_to is not None:
        unread = unread.filter(pk__lte=up_to)
    return unread.update(read_at=timezone.now())
