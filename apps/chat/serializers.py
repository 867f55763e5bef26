"""Serializers of chats."""

from typing import Any

from rest_framework import serializers

from apps.chat.choices import Source
from apps.chat.models import CLIENT_ID_LENGTH, MAX_LENGTH, ChatMessage
from apps.chat.selectors import Chat


class ChatMessageSerializer(serializers.Serializer[ChatMessage]):
    """Needs the reader's chat as context["chat"]."""

    id = serializers.IntegerField()
    client_id = serializers.CharField()
    source = serializers.ChoiceField(choices=Source.choices)  # type: ignore[assignment]  # a field's name too
    sender_name = serializers.SerializerMethodField(
        help_text="Empty for a deleted account of an earlier driver."
    )
    own = serializers.SerializerMethodField(help_text="Whether the reader sent it.")
    message = serializers.CharField()
    created_at = serializers.DateTimeField()
    delivered_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)

    def get_sender_name(self, message: ChatMessage) -> str:
        chat: Chat = self.context["chat"]
        return chat.sender_name(message)

    def get_own(self, message: ChatMessage) -> bool:
        chat: Chat = self.context["chat"]
        return message.source == chat.own


class WriteMessageSerializer(serializers.Serializer[Any]):
    message = serializers.CharField(max_length=MAX_LENGTH)
    client_id = serializers.CharField(
        max_length=CLIENT_ID_LENGTH,
        help_text="The client's id of the message; stored once.",
    )


class ReadUpToSerializer(serializers.Serializer[Any]):
    up_to = serializers.IntegerField(min_value=1)


class UnreadSerializer(serializers.Serializer[Any]):
    unread = serializers.IntegerField()


class GuestChatSerializer(serializers.Serializer[Any]):
    """The last messages for a link; needs the chat as context["chat"]."""

    results = ChatMessageSerializer(many=True, help_text="The newest first.")
    open = serializers.BooleanField(help_text="Rider and driver may write.")
