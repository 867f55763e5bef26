"""Jobs of the chat."""

from apps.chat.services import NOTICE, notify_recipient
from apps.core.outbox.jobs import job


@job(NOTICE)
def notice(*, message_id: int) -> None:
    notify_recipient(message_id=message_id)
