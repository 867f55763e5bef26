"""Telling people what happened."""

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
    """Tell one person of a fact, once, when this transaction has committed.

    `key` names the fact (`booking:81:accepted`); the same one may be told to several people. `params`
    fill the sentences and go along as `data` (JSON values; amounts as plain decimal strings).
    Raises TypeError when a parameter that the sentences need is not there.
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
    """Mark a person's messages of one occasion and booking as read: they saw the thing itself."""
    InboxMessage.objects.filter(
        user_id=user_id, read_at__isnull=True, occasion=occasion, data__booking_id=booking_id
    ).update(read_at=timezone.now())


def mark_inbox_read(*, user_id: int, up_to: int | None = None) -> int:
    """Mark a person's messages as read, up to the newest one that they saw; how many were new."""
    unread = InboxMessage.objects.filter(user_id=user_id, read_at__isnull=True)
    if up_to is not None:
        unread = unread.filter(pk__lte=up_to)
    return unread.update(read_at=timezone.now())
