"""The chat with the driver for the rider of a booking's link, who has no account."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.bookings.guests.links import booking_of_guest
from apps.bookings.views.guests import GuestView
from apps.chat.selectors import chat_of
from apps.chat.serializers import ChatMessageSerializer, GuestChatSerializer, WriteMessageSerializer
from apps.chat.services import mark_delivered, mark_read, send_message

SHOWN = 50
"""The latest messages that a link shows."""


class GuestChatView(GuestView):
    @extend_schema(operation_id="guest_messages", responses=GuestChatSerializer, auth=[])
    def get(self, request: Request, token: str) -> Response:
        """Return the last messages, newest first, which marks them as read: chat_not_found,
        share_not_found.
        """
        booking = booking_of_guest(token)
        chat = chat_of(booking.customer, booking.pk)
        messages = list(chat.messages.order_by("-pk")[:SHOWN])
        received = [message for message in messages if message.source != chat.own]
        if any(message.delivered_at is None for message in received):
            mark_delivered(booking_id=booking.pk, by=booking.customer)
        if any(message.read_at is None for message in received):
            mark_read(booking_id=booking.pk, by=booking.customer, up_to=received[0].pk)
        shown = {"results": messages, "open": chat.is_open}
        return Response(GuestChatSerializer(shown, context={"chat": chat}).data)

    @extend_schema(
        operation_id="guest_messages_write",
        request=WriteMessageSerializer,
        responses={200: ChatMessageSerializer, 201: ChatMessageSerializer},
        auth=[],
    )
    def post(self, request: Request, token: str) -> Response:
        """Send the driver a message; a repeated one returns 200.

        Errors: chat_closed, chat_not_found, share_not_found.
        """
        booking = booking_of_guest(token)
        chat = chat_of(booking.customer, booking.pk)
        form = WriteMessageSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        sent, is_new = send_message(booking_id=booking.pk, by=booking.customer, **form.validated_data)
        return Response(
            ChatMessageSerializer(sent, context={"chat": chat}).data,
            status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK,
        )
