"""Personal data of the chat: the messages that a user wrote."""

from typing import Final

from django.db.models import Q, QuerySet

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, all_columns
from apps.chat.choices import Source
from apps.chat.models import ChatMessage


def _written_by(user: User) -> QuerySet[ChatMessage]:
    as_rider = Q(booking__customer=user, source=Source.RIDER)
    return ChatMessage.objects.filter(as_rider | Q(driver=user, source=Source.DRIVER))


def _erase(user: User) -> None:
    _written_by(user).delete()


PERSONAL_DATA: Final = (
    PersonalData(
        name="chat_messages",
        contents="messages that the person wrote to a driver or rider",
        rows=lambda user: all_columns(_written_by(user), exclude=("driver_id", "client_id")),
        erase=_erase,
        after_erasure="nothing; the other person's messages until their retention period ends",
    ),
)
