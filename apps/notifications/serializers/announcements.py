"""Serializers of announcements, the notifications of the specification."""

from dataclasses import dataclass
from typing import Any, Final

from rest_framework import serializers

from apps.core.paging.keyset import Ordering
from apps.notifications.choices import AnnouncementDevices, AnnouncementPeople, AnnouncementState
from apps.notifications.models import Announcement

ORDERINGS: Final = ("-id", "id", "-title", "title", "-sent", "sent")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementFilters:
    """The filters of the list; an empty one matches all."""

    search: str = ""
    state: str = ""
    user_type: str = ""
    ordering: str = "-id"

    def order(self) -> Ordering:
        return Ordering.parse(self.ordering)


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


class AnnouncementFilterSerializer(serializers.Serializer[Any]):
    """The query of the admins' list."""

    search = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=80, help_text="In the title or the body."
    )
    state = serializers.ChoiceField(
        choices=AnnouncementState.choices, required=False, allow_blank=True, default=""
    )
    user_type = serializers.ChoiceField(
        choices=AnnouncementPeople.choices, required=False, allow_blank=True, default=""
    )
    ordering = serializers.ChoiceField(choices=ORDERINGS, required=False, default="-id")

    def filters(self) -> AnnouncementFilters:
        return AnnouncementFilters(**self.validated_data)
