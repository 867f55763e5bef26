"""Queries of inboxes and devices."""

from django.db.models import QuerySet

from apps.notifications.models import Announcement, InboxMessage, PushDevice


def inbox_of(user_id: int) -> QuerySet[InboxMessage]:
    """Return the user's messages."""
    return InboxMessage.objects.filter(user_id=user_id)


def devices_in_use() -> QuerySet[PushDevice]:
    """Return devices that can be sent to: not retired, with a valid login of an active user."""
    return PushDevice.objects.filter(
        retired_at__isnull=True,
        session__ended_at__isnull=True,
        user__is_active=True,
        user__approved=True,
    )


def devices_of(user_id: int) -> QuerySet[PushDevice]:
    """Return the user's devices in use, the last used first."""
    return devices_in_use().filter(user_id=user_id).order_by("-last_used_at", "-id")


def announcements() -> QuerySet[Announcement]:
    """Return all announcements with their authors."""
    return Announcement.objects.select_related("created_by")
