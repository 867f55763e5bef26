"""Serializers of announcements, the notifications of the specification."""

from typing import Any

from rest_framework import serializers

from apps.notifications.choices import AnnouncementDevices, AnnouncementPeople
from apps.notifications.models import Announcement


class AudienceQuerySerializer(serializers.Serializer[Any]):
    device_type = serializers.ChoiceField(choices=AnnouncementDevices.choices)
    user_type = serializers.ChoiceField(choices=AnnouncementPeople.choices)


class AudienceSerializer(serializers.Serializer[Any]):
    users = serializers.IntegerField()
    devices = serializers.IntegerField()


class AnnouncementFormSerializer(AudienceQuerySerializer):
    title = serializers.CharField(max_length=100)
    body = serializers.CharField(max_length=500)


class AnnouncementSerializer(serializers.ModelSerializer[Announcement]):
    created_by = serializers.SerializerMethodField()

    class Meta:
        model = Announcement
        fields = (
            "id",
            "device_type",
            "user_type",
            "title",
            "body",
            "created_at",
            "created_by",
            "state",
            "total",
            "sent",
            "failed",
            "started_at",
            "finished_at",
        )
        read_only_fields = fields

    def get_created_by(self, row: Announcement) -> str | None:
        return row.created_by.full_name if row.created_by else None
