"""Reads of inboxes and devices."""

from django.db.models import Q, QuerySet

from apps.notifications.models import Announcement, InboxMessage, PushDevice


def inbox_of(user_id: int) -> QuerySet[InboxMessage]:
    """A person's messages."""
    return InboxMessage.objects.filter(user_id=user_id)


def devices_in_use() -> QuerySet[PushDevice]:
    """Devices that may be sent to: not retired, and someone who may log in is logged in there."""
    return PushDevice.objects.filter(
        retired_at__isnull=True,
        session__ended_at__isnull=True,
        user__is_active=True,
        user__approved=True,
    )


def devices_of(user_id: int) -> QuerySet[PushDevice]:
    """A person's devices in use, the last used first."""
    return devices_in_use().filter(user_id=user_id).order_by("-last_used_at", "-id")


def filter_announcements(*, search: str = "", state: str = "", user_type: str = "") -> QuerySet[Announcement]:
    """The admins' announcements with who wrote them."""
    found = Announcement.objects.select_related("created_by")
    if words := search.strip():
        found = found.filter(Q(title__icontains=words) | Q(body__icontains=words))
    exact = {"state": state, "user_type": user_type}
    return found.filter(**{name: value for name, value in exact.items() if value})
