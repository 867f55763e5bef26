"""Reads of inboxes."""

from django.db.models import QuerySet

from apps.notifications.models import InboxMessage


def inbox_of(user_id: int) -> QuerySet[InboxMessage]:
    """A person's messages."""
    return InboxMessage.objects.filter(user_id=user_id)
