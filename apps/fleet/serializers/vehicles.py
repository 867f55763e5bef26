"""Serializers of vehicles and their assignments."""

from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.serializers.changes import ChangesSerializer
from apps.core.fields import PlatformTimeField
from apps.fleet.models import Vehicle, VehicleAssignment

FIRST_YEAR: Final = 1950


class FleetPersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="full_name")


class FleetCarTypeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class AssignmentSerializer(serializers.Serializer[VehicleAssignment]):
    id = serializers.IntegerField()
    driver = FleetPersonSerializer()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True)
    in_force = serializers.BooleanField(help_text="The driver has the vehicle now.")


class AssignmentsSerializer(serializers.Serializer[Any]):
    results = AssignmentSerializer(many=True)


class VehicleSerializer(serializers.Serializer[Vehicle]):
    """A vehicle, loaded by selectors.vehicles_visible_to."""

    id = serializers.IntegerField()
    plate = serializers.CharField()
    licence_number = serializers.CharField()
    make = serializers.CharField()
    model = serializers.CharField()
    colour = serializers.CharField()
    year = serializers.IntegerField(allow_null=True)
    seats = serializers.IntegerField(allow_null=True)
    wheelchair = serializers.BooleanField()
    child_seat = serializers.BooleanField()
    pets = serializers.BooleanField()
    luggage = serializers.IntegerField(allow_null=True)
    car_type = FleetCarTypeSerializer()
    fleet_admin = FleetPersonSerializer(allow_null=True)
    active = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    assignment = serializers.SerializerMethodField(help_text="The one in force; null without a driver.")

    @extend_schema_field(AssignmentSerializer(allow_null=True))
    def get_assignment(self, vehicle: Any) -> Any:
        return AssignmentSerializer(vehicle.current[0]).data if vehicle.current else None


class VehicleFormSerializer(ChangesSerializer):
    plate = serializers.CharField(max_length=30)
    licence_number = serializers.CharField(required=False, allow_blank=True, max_length=30)
    make = serializers.CharField(max_length=80)
    model = serializers.CharField(max_length=80)
    colour = serializers.CharField(required=False, allow_blank=True, max_length=40)
    year = serializers.IntegerField(required=False, allow_null=True, min_value=FIRST_YEAR)
    seats = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=100)
    wheelchair = serializers.BooleanField(required=False)
    child_seat = serializers.BooleanField(required=False)
    pets = serializers.BooleanField(required=False)
    luggage = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=100)
    car_type = serializers.IntegerField(min_value=1)
    fleet_admin = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        help_text="Only by admins; else the fleet admin.",
    )
    active = serializers.BooleanField(required=False)

    def validate_year(self, year: int | None) -> int | None:
        if year is not None and year > timezone.now().year + 1:
            raise serializers.ValidationError(serializers.IntegerField.default_error_messages["invalid"])
        return year


class AssignmentFormSerializer(serializers.Serializer[Any]):
    driver = serializers.IntegerField(min_value=1)
    starts_at = PlatformTimeField(required=False, allow_null=True, default=None, help_text="Now if left out.")
    ends_at = PlatformTimeField(required=False, allow_null=True, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, datetime | int | None]:
        return {"driver_id": attrs["driver"], "starts_at": attrs["starts_at"], "ends_at": attrs["ends_at"]}
