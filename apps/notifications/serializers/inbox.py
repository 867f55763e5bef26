"""Serializers of the inbox."""

from typing import Any

from rest_framework import serializers

from apps.notifications.choices import Screen
from apps.notifications.models import InboxMessage


class InboxMessageSerializer(serializers.ModelSerializer[InboxMessage]):
    screen = serializers.ChoiceField(choices=Screen.choices)
    data = serializers.DictField()  # type: ignore[assignment]  # the field is named like DRF's attribute
    read_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = InboxMessage
        fields = ("id", "title", "msg", "screen", "data", "created_at", "read_at")


class InboxReadSerializer(serializers.Serializer[Any]):
    up_to = serializers.IntegerField(
        required=False, help_text="The newest message that was seen; by default all are marked as read."
    )
