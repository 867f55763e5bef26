"""Reads of inboxes and devices."""

from django.db.models import QuerySet

from apps.notifications.models import InboxMessage, PushDevice


def inbox_of(user_id: int) -> QuerySet[InboxMessage]:
    """A person's messages."""
    return InboxMessage.objects.filter(user_id=user_id)


def devices_in_use() -> QuerySet[PushDevice]:
    """Devices that may be sent to: not retired, and somebody who may sign in is signed in there."""
    return PushDevice.objects.filter(
        retired_at__isnull=True,
        session__ended_at__isnull=True,
        user__is_active=True,
        user__approved=True,
    )


def devices_of(user_id: int) -> QuerySet[PushDevice]:
    """A person's devices in use, the last used first."""
    return devices_in_use().filter(user_id=user_id).order_by("-last_used_at", "-id")
