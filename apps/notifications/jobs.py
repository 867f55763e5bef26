"""Background work: words a notice and hands it to every channel."""

import logging
from collections.abc import Callable
from typing import Any, Final

from apps.accounts.models import User
from apps.core.jobs import job
from apps.notifications.channels import inbox
from apps.notifications.choices import Occasion
from apps.notifications.notice import Notice
from apps.notifications.services import DELIVER
from apps.notifications.wording import render

log = logging.getLogger(__name__)

CHANNELS: Final[tuple[Callable[[Notice], None], ...]] = (inbox.deliver,)
"""Called in the job's transaction: one that leaves the machine enqueues a job of its own for that."""


@job(DELIVER)
def deliver(*, user_id: int, occasion: str, screen: str, params: dict[str, Any], fact: str) -> None:
    user = User.objects.only("language").filter(pk=user_id).first()
    if user is None:
        log.info("nobody to tell user_id=%s fact=%s", user_id, fact)
        return
    title, msg = render(Occasion(occasion), params=params, language=user.language)
    notice = Notice(
        user_id=user_id, key=fact, occasion=occasion, screen=screen, title=title, msg=msg, data=params
    )
    for channel in CHANNELS:
        channel(notice)
