"""Serializers for a driver's vehicle."""

from rest_framework import serializers

from apps.accounts.serializers.changes import ChangesSerializer


class VehicleChangesSerializer(ChangesSerializer):
    vehicle_make = serializers.CharField(required=False, allow_blank=True, max_length=80)
    vehicle_model = serializers.CharField(required=False, allow_blank=True, max_length=80)
    vehicle_number = serializers.CharField(required=False, allow_blank=True, max_length=30)
    other_info = serializers.CharField(required=False, allow_blank=True, max_length=250)
    car_type = serializers.IntegerField(
        required=False, min_value=1, help_text="Only for drivers without a car type."
    )
