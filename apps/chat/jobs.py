"""Work that a written message still owes."""

from apps.chat.services import NOTICE, tell_other_side
from apps.core.outbox.jobs import job


@job(NOTICE)
def notice(*, message_id: int) -> None:
    tell_other_side(message_id=message_id)
