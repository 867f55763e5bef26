"""Writing to the other side, and what became of it."""

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
NOTICE_AFTER: Final = 3
"""Seconds: who has the chat open reads the message before any telephone rings."""
QUOTED: Final = 200


@transaction.atomic
def send_message(*, booking_id: int, by: User, message: str, client_id: str) -> tuple[ChatMessage, bool]:
    """Write to the other side; the same `client_id` again gives the message that is there, and False.

    Raises NotFound chat_not_found, Forbidden, Conflict chat_closed.
    """
    chat = own_chat_of(by, booking_id)
    name = {
        "booking_id": booking_id,
        "driver_id": chat.booking.driver_id,
        "source": chat.own,
        "client_id": client_id,
    }
    there = ChatMessage.objects.filter(**name).first()
    if there is not None:
        return there, False
    if not chat.is_open:
        raise Conflict("chat_closed", _("This chat is closed."))
    written = ChatMessage.objects.create(**name, message=message)
    _publish("chat.message", chat, up_to=written.pk)
    events.enqueue(NOTICE, key=f"chat:{written.pk}:notice", delay_seconds=NOTICE_AFTER, message_id=written.pk)
    return written, True


@transaction.atomic
def mark_delivered(*, booking_id: int, by: User) -> None:
    """The app of this side has all that the other side wrote."""
    chat = own_chat_of(by, booking_id)
    fresh = chat.from_other.filter(delivered_at__isnull=True)
    newest = fresh.order_by("-pk").values_list("pk", flat=True).first()
    if newest is not None:
        fresh.filter(pk__lte=newest).update(delivered_at=timezone.now())
        _publish("chat.delivered", chat, up_to=newest)


@transaction.atomic
def mark_read(*, booking_id: int, by: User, up_to: int) -> int:
    """This side has read the other's messages up to that one; how many are left unread."""
    chat = own_chat_of(by, booking_id)
    now = timezone.now()
    fresh = chat.from_other.filter(read_at__isnull=True, pk__lte=up_to)
    newest = fresh.order_by("-pk").values_list("pk", flat=True).first()
    if newest is not None:
        fresh.filter(delivered_at__isnull=True).update(delivered_at=now)
        fresh.update(read_at=now)
        mark_inbox_read_about(user_id=by.pk, occasion=Occasion.CHAT, booking_id=booking_id)
        _publish("chat.read", chat, up_to=newest)
    return chat.unread


def tell_other_side(*, message_id: int) -> None:
    """Notify the person who was written to, unless they have read it by now."""
    written = ChatMessage.objects.select_related("booking").filter(pk=message_id, read_at=None).first()
    if written is None:
        return
    booking = written.booking
    from_rider = written.source == Source.RIDER
    text = written.message
    notify(
        user_id=written.driver_id if from_rider else booking.customer_id,
        occasion=Occasion.CHAT,
        screen=Screen.ONLINE_CHAT,
        params={
            "booking_id": booking.pk,
            "reference": booking.reference,
            "sender_name": booking.customer_name if from_rider else booking.driver_name,
            "text": text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…",
        },
        key=f"chat:{written.pk}",
    )


def _publish(event: str, chat: Chat, *, up_to: int) -> None:
    """Screens that show the booking hear that there is something to fetch; the words stay in the API."""
    data = {"id": chat.booking.pk, "source": str(chat.own), "up_to": up_to}
    events.publish(f"booking:{chat.booking.pk}", event, data)
