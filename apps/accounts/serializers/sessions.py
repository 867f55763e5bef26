"""Serializers of the devices that a person is logged in on."""

from typing import Any

from rest_framework import serializers

from apps.accounts.login.devices import DeviceKind, name_of_device
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
        """Browser and system, as people call them."""
        return name_of_device(session.user_agent).text

    def get_kind(self, session: DeviceSession) -> DeviceKind:
        return name_of_device(session.user_agent).kind

    def get_current(self, session: DeviceSession) -> bool:
        """Whether the request came from this one."""
        return bool(session.family == self.context["family"])


class DeviceSessionListSerializer(serializers.Serializer[Any]):
    results = DeviceSessionSerializer(many=True)
