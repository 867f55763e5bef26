"""Serializers of notes."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from apps.backoffice.models import Flag, Note
from apps.backoffice.models.note import MAX_TEXT


class SubjectSerializer(serializers.Serializer[Any]):
    """The subject of notes: exactly one of the two."""

    person = serializers.IntegerField(required=False, min_value=1)
    booking = serializers.IntegerField(required=False, min_value=1)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("person" in attrs) == ("booking" in attrs):
            raise serializers.ValidationError(_("Name either a person or a booking."))
        return attrs


class NewNoteSerializer(SubjectSerializer):
    text = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")
    flag = serializers.ChoiceField(choices=Flag.choices, allow_blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs = super().validate(attrs)
        if attrs["flag"] and "booking" in attrs:
            raise serializers.ValidationError({"flag": _("Flags belong to people.")})
        return attrs


class NoteSerializer(serializers.ModelSerializer[Note]):
    flag = serializers.ChoiceField(choices=Flag.choices, allow_blank=True)

    class Meta:
        model = Note
        fields = ("id", "flag", "text", "by_name", "created_at")


class NoteListSerializer(serializers.Serializer[Any]):
    results = NoteSerializer(many=True)
