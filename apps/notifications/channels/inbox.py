"""The inbox channel: stored in the database and published to open screens."""

from apps.core.outbox import events
from apps.notifications.messages.notice import Notice
from apps.notifications.models import InboxMessage


def deliver(notice: Notice) -> bool:
    """Store the notification and publish it; return False if it is stored already."""
    message, created = InboxMessage.objects.get_or_create(
        user_id=notice.user_id,
        key=notice.key,
        defaults={
            "occasion": notice.occasion,
            "title": notice.title,
            "msg": notice.msg,
            "screen": notice.screen,
            "data": notice.data,
        },
    )
    if created:
        events.publish(
            f"user:{notice.user_id}",
            "inbox.new",
            {
                "id": message.pk,
                "title": message.title,
                "msg": message.msg,
                "screen": message.screen,
                "data": message.data,
            },
        )
    return created
