"""Push messages requested by a user for another user's device (RequestPushMsg of document 1)."""

import logging
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area, Level
from apps.core.outbox import events
from apps.notifications.delivery.notices import SEND_PUSH
from apps.notifications.recipients import share_trip
from apps.notifications.selectors import devices_in_use

log = logging.getLogger(__name__)

TTL_SECONDS: Final = 3600
TEMPLATE: Final = "send_notification"


@transaction.atomic
def request_push(*, sender: User, token: str, title: str, msg: str, screen: str) -> None:
    """Send a message if the token is a device of the other user of the sender's trip; staff
    who dispatch can use any.

    Errors are only logged, as the specification requires.
    """
    device = devices_in_use().filter(address=token).first()
    if device is None:
        log.info("push requested for an unknown token sender_id=%s", sender.pk)
        return
    if not staff_may(sender, Area.BOOKINGS, Level.CHANGE) and not share_trip(sender.pk, device.user_id):
        log.warning("push requested without permission sender_id=%s user_id=%s", sender.pk, device.user_id)
        return
    events.enqueue(
        SEND_PUSH,
        key=f"push:{device.pk}:requested:{uuid4().hex}",
        user_id=device.user_id,
        device_id=device.pk,
        template=TEMPLATE,
        message={
            "title": title,
            "msg": msg,
            "screen": screen,
            "data": {},
            "topic": "",
            "ttl_seconds": TTL_SECONDS,
            "urgent": True,
        },
        queued_at=timezone.now().timestamp(),
    )
