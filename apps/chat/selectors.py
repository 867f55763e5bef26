"""Who reads which chat."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.selectors import bookings_listed_for
from apps.bookings.transitions import Actor, actor_role
from apps.chat.choices import OPEN, Source
from apps.chat.models import ChatMessage
from apps.core.errors import Forbidden, NotFound

SOURCES = {Actor.RIDER: Source.RIDER, Actor.DRIVER: Source.DRIVER}


@dataclass(frozen=True, slots=True)
class Chat:
    """A booking's chat as one person meets it: `own` is None to those who only read."""

    booking: Booking
    own: Source | None
    sees_all: bool = False
    """An admin reads what every driver of the booking wrote and was written."""

    @property
    def is_open(self) -> bool:
        return self.booking.status in OPEN and self.booking.driver_id is not None

    @property
    def messages(self) -> QuerySet[ChatMessage]:
        messages = ChatMessage.objects.filter(booking_id=self.booking.pk)
        if self.sees_all:
            return messages.select_related("driver")
        return messages.filter(driver_id=self.booking.driver_id)

    @property
    def from_other(self) -> QuerySet[ChatMessage]:
        """What the other side wrote to this one."""
        other = Source.DRIVER if self.own == Source.RIDER else Source.RIDER
        return ChatMessage.objects.filter(
            booking_id=self.booking.pk, driver_id=self.booking.driver_id, source=other
        )

    @property
    def unread(self) -> int:
        return 0 if self.own is None else self.from_other.filter(read_at__isnull=True).count()

    def sender_name(self, message: ChatMessage) -> str:
        """As it is written on the booking; an earlier driver's is not there any more, and is the person's."""
        if message.source == Source.RIDER:
            return self.booking.customer_name
        if message.driver_id == self.booking.driver_id:
            return self.booking.driver_name
        return message.driver.full_name


def chat_of(user: User, booking_id: int, *, locked: bool = False) -> Chat:
    """The chat of a booking that is this person's to see; else NotFound chat_not_found.

    There is none before a driver has accepted. `locked` holds the booking until the transaction ends, so
    that nothing is written to a chat that closes meanwhile.
    """
    bookings = bookings_listed_for(user)
    if locked:
        # NO KEY: rows that merely point at the booking need not wait for it.
        bookings = bookings.select_for_update(of=("self",), no_key=True)
    booking = bookings.filter(pk=booking_id).first()
    is_admin = user.user_type == UserType.ADMIN
    if booking is None or (booking.driver_id is None and not is_admin):
        raise NotFound("chat_not_found", _("Chat not found."))
    actor = actor_role(user, booking)
    return Chat(booking, SOURCES.get(actor) if actor else None, sees_all=is_admin)


def own_chat_of(user: User, booking_id: int) -> Chat:
    """As above and locked, for the two who talk: Forbidden to those who only read."""
    chat = chat_of(user, booking_id, locked=True)
    if chat.own is None:
        raise Forbidden("forbidden", _("You don't have permission."))
    return chat
