"""Serializers of cancellation reasons."""

from typing import Any

from rest_framework import serializers

from apps.bookings.models import CancelReason


class CancelReasonSerializer(serializers.Serializer[CancelReason]):
    id = serializers.IntegerField(read_only=True)
    label = serializers.CharField()  # type: ignore[assignment]  # a field named like the attribute
    value = serializers.IntegerField(help_text="The position, from 0.")


class CancelReasonListSerializer(serializers.Serializer[Any]):
    results = CancelReasonSerializer(many=True)


class ReasonFormSerializer(serializers.Serializer[Any]):
    label = serializers.CharField(max_length=250)  # type: ignore[assignment]  # as above


class MoveReasonSerializer(serializers.Serializer[Any]):
    to = serializers.IntegerField(min_value=0, max_value=10_000, help_text="The new position, from 0.")
