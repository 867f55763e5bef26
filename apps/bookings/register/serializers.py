"""Inspectors' accesses in the API."""

from typing import Any

from rest_framework import serializers

from apps.bookings.models import InspectorAccess
from apps.bookings.register.inspectors import MAX_DAYS


class InspectorAccessSerializer(serializers.Serializer[InspectorAccess]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    authority = serializers.CharField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    created_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)
    used_at = serializers.DateTimeField(allow_null=True, help_text="When the link was last used.")


class InspectorAccessesSerializer(serializers.Serializer[Any]):
    results = InspectorAccessSerializer(many=True)


class NewInspectorAccessSerializer(InspectorAccessSerializer):
    url = serializers.URLField(help_text="The link for the inspector; it is shown only once.")


class GiveAccessSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=120)
    authority = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    first_day = serializers.DateField(help_text="The first day of the dispatches shown.")
    last_day = serializers.DateField(help_text="The last day of the dispatches shown.")
    days = serializers.IntegerField(
        min_value=1, max_value=MAX_DAYS, help_text="Days after which the link no longer opens."
    )


class InspectionSerializer(serializers.Serializer[InspectorAccess]):
    """What an inspector's link opens."""

    name = serializers.CharField()
    authority = serializers.CharField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    ends_at = serializers.DateTimeField()
