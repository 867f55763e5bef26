"""Messages of dispatchers to drivers, and their receipts."""

from collections.abc import Collection
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.core.outbox import events
from apps.notifications.choices import Occasion, Screen
from apps.notifications.models import DeskMessage, InboxMessage
from apps.notifications.services import notices_together, notify

TOPIC = "bookings"
"""The topic of the dispatcher's board."""


def send_desk_message(
    *, by: User, fleet_id: int | None, driver_ids: Collection[int], text: str
) -> DeskMessage:
    """Send a text to drivers' inboxes, open screens and devices, in the caller's transaction."""
    message = DeskMessage.objects.create(
        key=f"desk:{uuid4()}", text=text, recipients=sorted(driver_ids), sent_by=by, fleet_id=fleet_id
    )
    with notices_together():
        for driver_id in message.recipients:
            notify(
                user_id=driver_id,
                occasion=Occasion.DESK_MESSAGE,
                screen=Screen.DRIVER_TRIPS,
                params={"text": text},
                key=message.key,
            )
    publish_receipts([message.key])
    return message


def record_delivery(messages: Collection[InboxMessage]) -> None:
    """Record that the user's app received those that are messages of dispatchers."""
    new = [
        message
        for message in messages
        if message.occasion == Occasion.DESK_MESSAGE and message.delivered_at is None
    ]
    if not new:
        return
    with transaction.atomic():
        pks = [message.pk for message in new]
        InboxMessage.objects.filter(pk__in=pks, delivered_at__isnull=True).update(delivered_at=timezone.now())
        publish_receipts([message.key for message in new])


def publish_receipts(keys: Collection[str]) -> None:
    """Inform the boards of the senders that receipts of these messages have changed."""
    for pk, fleet_id in DeskMessage.objects.filter(key__in=keys).values_list("pk", "fleet_id"):
        topic = TOPIC if fleet_id is None else f"{TOPIC}:{fleet_id}"
        events.publish(topic, "desk.receipt", {"id": pk})
