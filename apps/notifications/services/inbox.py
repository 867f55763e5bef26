"""The user's own inbox."""

from django.db import transaction
from django.utils import timezone

from apps.notifications.choices import Occasion
from apps.notifications.models import InboxMessage
from apps.notifications.services.desk_messages import publish_receipts


@transaction.atomic
def mark_inbox_read(*, user_id: int, up_to: int | None = None) -> int:
    """Mark the user's messages as read, up to `up_to`, and return how many were unread."""
    unread = InboxMessage.objects.filter(user_id=user_id, read_at__isnull=True)
    if up_to is not None:
        unread = unread.filter(pk__lte=up_to)
    of_desk = list(unread.filter(occasion=Occasion.DESK_MESSAGE).values_list("key", flat=True))
    count = unread.update(read_at=timezone.now())
    if of_desk:
        publish_receipts(of_desk)
    return count
