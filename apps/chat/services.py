"""Sending chat messages, and their delivery and read states."""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.chat.choices import Source
from apps.chat.models import ChatMessage
from apps.chat.selectors import Chat, own_chat_of
from apps.core.errors import Conflict
from apps.core.outbox import events
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import mark_inbox_read_about, notify

NOTICE: Final = "chat.notice"
NOTIFY_AFTER_SECONDS: Final = 3
"""Seconds before the notification, in which an open chat can mark the message as read."""
MAX_PREVIEW: Final = 200


@transaction.atomic
def send_message(*, booking_id: int, by: User, message: str, client_id: str) -> tuple[ChatMessage, bool]:
    """Send a message; a repeated `client_id` returns the stored message and False.

    Raises NotFound chat_not_found, Forbidden, Conflict chat_closed.
    """
    chat = own_chat_of(by, booking_id)
    identity = {
        "booking_id": booking_id,
        "driver_id": chat.booking.driver_id,
        "source": chat.own,
        "client_id": client_id,
    }
    existing = ChatMessage.objects.filter(**identity).first()
    if existing is not None:
        return existing, False
    if not chat.is_open:
        raise Conflict("chat_closed", _("This chat is closed."))
    sent = ChatMessage.objects.create(**identity, message=message)
    _publish("chat.message", chat, up_to=sent.pk)
    events.enqueue(
        NOTICE,
        key=f"chat:{sent.pk}:notice",
        delay_seconds=NOTIFY_AFTER_SECONDS,
        message_id=sent.pk,
    )
    return sent, True


@transaction.atomic
def mark_delivered(*, booking_id: int, by: User) -> None:
    """Mark all messages of the other side as delivered."""
    chat = own_chat_of(by, booking_id)
    undelivered = chat.from_other.filter(delivered_at__isnull=True)
    newest = undelivered.order_by("-pk").values_list("pk", flat=True).first()
    if newest is not None:
        undelivered.filter(pk__lte=newest).update(delivered_at=timezone.now())
        _publish("chat.delivered", chat, up_to=newest)


@transaction.atomic
def mark_read(*, booking_id: int, by: User, up_to: int) -> int:
    """Mark the other side's messages up to `up_to` as read and return the number of unread ones."""
    chat = own_chat_of(by, booking_id)
    now = timezone.now()
    unread = chat.from_other.filter(read_at__isnull=True, pk__lte=up_to)
    newest = unread.order_by("-pk").values_list("pk", flat=True).first()
    if newest is not None:
        unread.filter(delivered_at__isnull=True).update(delivered_at=now)
        unread.update(read_at=now)
        mark_inbox_read_about(user_id=by.pk, occasion=Occasion.CHAT, booking_id=booking_id)
        _publish("chat.read", chat, up_to=newest)
    return chat.unread


def notify_recipient(*, message_id: int) -> None:
    """Notify the recipient, unless the message has been read."""
    message = ChatMessage.objects.select_related("booking").filter(pk=message_id, read_at=None).first()
    if message is None:
        return
    booking = message.booking
    from_rider = message.source == Source.RIDER
    text = message.message
    notify(
        user_id=message.driver_id if from_rider else booking.customer_id,
        occasion=Occasion.CHAT,
        screen=Screen.ONLINE_CHAT,
        params={
            "booking_id": booking.pk,
            "reference": booking.reference,
            "sender_name": booking.customer_name if from_rider else booking.driver_name,
            "text": text if len(text) <= MAX_PREVIEW else f"{text[: MAX_PREVIEW - 1]}…",
        },
        key=f"chat:{message.pk}",
    )


def _publish(event: str, chat: Chat, *, up_to: int) -> None:
    """Publish to the booking's topic that there is something to fetch; the text is only in the API."""
    data = {"id": chat.booking.pk, "source": str(chat.own), "up_to": up_to}
    events.publish(f"booking:{chat.booking.pk}", event, data)
