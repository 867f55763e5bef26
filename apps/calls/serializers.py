"""Serializers of phone calls."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.calls.choices import CallState
from apps.calls.models import Call
from apps.core.demo_mode import shown_in
from apps.core.platform import platform_settings


class CallReportSerializer(serializers.Serializer[Any]):
    """A report of the phone system."""

    id = serializers.CharField(max_length=120, help_text="The phone system's id of the call.")
    state = serializers.ChoiceField(choices=CallState.choices)
    phone = serializers.CharField(
        max_length=40, required=False, default="", allow_blank=True, help_text="Empty if withheld."
    )
    line = serializers.CharField(
        max_length=60, required=False, default="", allow_blank=True, help_text="The line that was called."
    )
    answered_by = serializers.CharField(
        max_length=60,
        required=False,
        default="",
        allow_blank=True,
        help_text="The extension or the agent who answered.",
    )


class RecordedCallSerializer(serializers.Serializer[Call]):
    id = serializers.CharField(source="external_id")
    state = serializers.ChoiceField(choices=CallState.choices)


class CallerSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="full_name")
    user_type = serializers.ChoiceField(choices=UserType.choices)


class LiveCallSerializer(serializers.Serializer[Call]):
    """Expects calls loaded with their callers."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=CallState.choices)
    phone = serializers.SerializerMethodField(help_text="Empty if withheld.")
    line = serializers.CharField()
    answered_by = serializers.CharField(help_text="The extension or the agent; empty if unknown.")
    caller = CallerSerializer(allow_null=True)
    rang_at = serializers.DateTimeField()

    @extend_schema_field(serializers.CharField())
    def get_phone(self, call: Call) -> str:
        return shown_in(platform_settings(), call.phone)


class LiveCallListSerializer(serializers.Serializer[Any]):
    results = LiveCallSerializer(many=True)
