"""Which drivers received and read the messages of dispatchers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.backoffice.selectors import fleet_of
from apps.core.errors import NotFound
from apps.notifications.models import DeskMessage, InboxMessage

SHOWN: Final = 10
"""The newest messages of the desk."""


@dataclass(frozen=True, slots=True)
class SentMessage:
    id: int
    text: str
    sent_by: str
    created_at: datetime
    drivers: int
    delivered: int
    read: int


@dataclass(frozen=True, slots=True)
class Receipt:
    driver_id: int
    name: str
    delivered_at: datetime | None
    read_at: datetime | None


def sent_messages(user: User) -> list[SentMessage]:
    """Return the last messages of the user's desk, newest first, with the number of their receipts."""
    messages = list(_of_desk(user).select_related("sent_by").order_by("-pk")[:SHOWN])
    counts = _counts(messages)
    return [
        SentMessage(
            id=message.pk,
            text=message.text,
            sent_by=message.sent_by.full_name if message.sent_by else "",
            created_at=message.created_at,
            drivers=len(message.recipients),
            delivered=counts.get(message.key, (0, 0))[0],
            read=counts.get(message.key, (0, 0))[1],
        )
        for message in messages
    ]


def receipts_of(user: User, message_id: int) -> list[Receipt]:
    """Return the receipts of a message by name, the read ones first. Raises NotFound for another desk's."""
    message = _of_desk(user).filter(pk=message_id).first()
    if message is None:
        raise NotFound("not_found", _("Message not found."))
    rows = InboxMessage.objects.filter(user_id__in=message.recipients, key=message.key)
    found = [
        Receipt(row.user_id, row.user.full_name, row.delivered_at or row.read_at, row.read_at)
        for row in rows.select_related("user")
    ]
    return sorted(found, key=lambda one: (one.read_at is None, one.delivered_at is None, one.name.casefold()))


def _of_desk(user: User) -> QuerySet[DeskMessage]:
    return DeskMessage.objects.filter(fleet_id=fleet_of(user))


def _counts(messages: Sequence[DeskMessage]) -> dict[str, tuple[int, int]]:
    """Return the numbers of drivers who received and who read each message, by key."""
    rows = InboxMessage.objects.filter(
        user_id__in={pk for message in messages for pk in message.recipients},
        key__in=[message.key for message in messages],
    )
    counted = rows.values("key").annotate(
        seen=Count("read_at"), delivered=Count(Coalesce("delivered_at", "read_at"))
    )
    return {row["key"]: (row["delivered"], row["seen"]) for row in counted.order_by()}
