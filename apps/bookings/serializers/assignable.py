"""Serializers of the drivers that an admin can assign."""

from typing import Any

from rest_framework import serializers

from apps.bookings.dispatch.assignable import BUSY, FREE, OFFLINE, AssignableDriver


class AssignableDriverSerializer(serializers.Serializer[AssignableDriver]):
    id = serializers.IntegerField(source="driver.pk")
    name = serializers.CharField(source="driver.user.full_name")
    vehicle_number = serializers.CharField(source="driver.vehicle_number")
    rating = serializers.DecimalField(source="driver.rating", max_digits=2, decimal_places=1, allow_null=True)
    state = serializers.ChoiceField(choices=[FREE, BUSY, OFFLINE])
    offered = serializers.BooleanField(help_text="The driver has an open offer of this booking.")
    declined = serializers.BooleanField()
    assignable = serializers.BooleanField(help_text="The driver can be assigned now.")
    plannable = serializers.BooleanField(help_text="The driver can be planned for the scheduled trip.")
    distance_km = serializers.FloatField(allow_null=True, help_text="Great-circle distance to the pickup.")
    eta_seconds = serializers.IntegerField(allow_null=True, help_text="Driving time to the pickup.")


class AssignableDriverListSerializer(serializers.Serializer[Any]):
    results = AssignableDriverSerializer(many=True)
