"""The drivers among whom an admin chooses."""

from typing import Any

from rest_framework import serializers

from apps.bookings.dispatch.assignable import BUSY, FREE, OFFLINE, Assignable


class AssignableDriverSerializer(serializers.Serializer[Assignable]):
    id = serializers.IntegerField(source="driver.pk")
    name = serializers.CharField(source="driver.user.full_name")
    vehicle_number = serializers.CharField(source="driver.vehicle_number")
    rating = serializers.DecimalField(source="driver.rating", max_digits=2, decimal_places=1, allow_null=True)
    state = serializers.ChoiceField(choices=[FREE, BUSY, OFFLINE])
    asked = serializers.BooleanField(help_text="An offer of this booking is open.")
    declined = serializers.BooleanField()
    may_be_asked = serializers.BooleanField(help_text="assign would not be refused just now.")
    distance_km = serializers.FloatField(allow_null=True, help_text="As the crow flies.")
    eta_seconds = serializers.IntegerField(allow_null=True, help_text="By road.")


class AssignableDriverListSerializer(serializers.Serializer[Any]):
    results = AssignableDriverSerializer(many=True)
