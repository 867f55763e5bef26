"""Views of a booking's chat."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.chat.models import ChatMessage
from apps.chat.selectors import Chat, chat_of
from apps.chat.serializers import (
    ChatMessageSerializer,
    ReadUpToSerializer,
    UnreadSerializer,
    WriteMessageSerializer,
)
from apps.chat.services import mark_delivered, mark_read, send_message
from apps.core.paging.pagination import KeysetPagination
from apps.core.rate_limits.throttles import ScopedThrottle


class ChatPagination(KeysetPagination):
    """A page of messages with the state of the chat."""

    page_size = 50

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        page = super().get_paginated_response_schema(schema)
        page["required"] += ["open", "writable", "unread"]
        page["properties"] |= {
            "open": {"type": "boolean", "description": "Rider and driver may write."},
            "writable": {"type": "boolean", "description": "The reader may write now."},
            "unread": {"type": "integer"},
        }
        return page


class SenderThrottle(ScopedThrottle):
    """Limits sending only; reading is not limited."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method != "POST" or super().allow_request(request, view)


@extend_schema_view(get=extend_schema(operation_id="bookings_messages_list"))
class ChatView(ListAPIView[ChatMessage]):
    """The messages, newest first; fetching marks them as delivered."""

    serializer_class = ChatMessageSerializer
    pagination_class = ChatPagination
    throttle_classes = (SenderThrottle,)
    throttle_scope = "chat"
    queryset = ChatMessage.objects.none()
    chat: Chat

    def get_queryset(self) -> QuerySet[ChatMessage]:
        return self.chat.messages

    def get_serializer_context(self) -> dict[str, Any]:
        return {"chat": self.chat}

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        user = current_user(request)
        self.chat = chat_of(user, kwargs["pk"])
        response = self.list(request)
        received = (item for item in response.data["results"] if not item["own"])
        if self.chat.own is not None and any(item["delivered_at"] is None for item in received):
            mark_delivered(booking_id=self.chat.booking.pk, by=user)
        response.data |= {
            "open": self.chat.is_open,
            "writable": self.chat.is_open and self.chat.own is not None,
            "unread": self.chat.unread,
        }
        return response

    @extend_schema(
        operation_id="bookings_messages_write",
        request=WriteMessageSerializer,
        responses={200: ChatMessageSerializer, 201: ChatMessageSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Send a message; a repeated one returns 200.

        Errors: chat_not_found, chat_closed.
        """
        user = current_user(request)
        # Checked before the form, so that strangers get the same 404 for any input.
        chat = chat_of(user, pk)
        form = WriteMessageSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        written, is_new = send_message(booking_id=pk, by=user, **form.validated_data)
        return Response(
            ChatMessageSerializer(written, context={"chat": chat}).data,
            status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK,
        )


class ChatReadView(APIView):
    @extend_schema(
        operation_id="bookings_messages_read", request=ReadUpToSerializer, responses=UnreadSerializer
    )
    def post(self, request: Request, pk: int) -> Response:
        """Mark the other side's messages up to this one as read."""
        user = current_user(request)
        chat_of(user, pk)
        form = ReadUpToSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return Response({"unread": mark_read(booking_id=pk, by=user, up_to=form.validated_data["up_to"])})
