"""Serializers for the devices where a user is logged in."""

from typing import Any

from rest_framework import serializers

from apps.accounts.login.devices import DeviceKind, device_name
from apps.accounts.models import DeviceSession


class DeviceSessionSerializer(serializers.ModelSerializer[DeviceSession]):
    id = serializers.CharField(source="family")
    device = serializers.SerializerMethodField()
    kind = serializers.SerializerMethodField()
    current = serializers.SerializerMethodField()

    class Meta:
        model = DeviceSession
        fields = ("id", "device", "kind", "ip", "created_at", "last_seen_at", "current")
        read_only_fields = fields

    def get_device(self, session: DeviceSession) -> str:
        """Return browser and operating system."""
        return device_name(session.user_agent).text

    def get_kind(self, session: DeviceSession) -> DeviceKind:
        return device_name(session.user_agent).kind

    def get_current(self, session: DeviceSession) -> bool:
        """Return whether this device sent the request."""
        return bool(session.family == self.context["family"])


class DeviceSessionListSerializer(serializers.Serializer[Any]):
    results = DeviceSessionSerializer(many=True)
