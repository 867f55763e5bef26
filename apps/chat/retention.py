"""The retention period of messages, which starts at the end of the trip."""

from datetime import datetime
from typing import Final

from apps.chat.models import ChatMessage
from apps.core.privacy.retention import Retention, delete_batch


def _delete_messages(before: datetime) -> int:
    return delete_batch(ChatMessage.objects.filter(booking__ended_at__lt=before))


RETENTIONS: Final = (Retention(name="chats", setting="chat_days", delete=_delete_messages),)
