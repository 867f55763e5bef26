"""Serializers of SOS alerts."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.bookings.choices import Role, Status
from apps.bookings.models import SosAlert
from apps.bookings.privacy import contact_in
from apps.core.platform import platform_settings


class CreateSosAlertSerializer(serializers.Serializer[Any]):
    """The position, if the device knows it; an alert does not wait for it."""

    lat = serializers.FloatField(required=False, allow_null=True, default=None, min_value=-90, max_value=90)
    lng = serializers.FloatField(required=False, allow_null=True, default=None, min_value=-180, max_value=180)


class SosAlertCreatedSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    panic = serializers.CharField(help_text="The emergency number; empty if the operator has set none.")


class SosAlertSerializer(serializers.Serializer[SosAlert]):
    """Expects alerts loaded with their booking and user."""

    id = serializers.IntegerField()
    booking_id = serializers.IntegerField()
    reference = serializers.CharField(source="booking.reference")
    status = serializers.ChoiceField(choices=Status.choices, source="booking.status")
    role = serializers.ChoiceField(choices=Role.choices, source="by.user_type")
    name = serializers.CharField(source="by.full_name")
    contact = serializers.SerializerMethodField()
    driver_name = serializers.CharField(source="booking.driver_name")
    vehicle_number = serializers.CharField(source="booking.vehicle_number")
    lat = serializers.FloatField(allow_null=True)
    lng = serializers.FloatField(allow_null=True)
    created_at = serializers.DateTimeField()
    handled_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(serializers.CharField())
    def get_contact(self, alert: SosAlert) -> str:
        return contact_in(platform_settings(), alert.by.mobile or "")
