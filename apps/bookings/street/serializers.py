"""The request of a street trip, and what it costs now."""

from typing import Any

from rest_framework import serializers

from apps.bookings.street.pricing import Meter
from apps.core.fields import AmountField
from apps.fares.serializers import TripEndSerializer


class MeterSerializer(serializers.Serializer[Meter]):
    tariff = serializers.CharField(
        help_text="Name and version of the tariff in force; empty if the car type's rates apply."
    )
    starting_fare = AmountField(help_text="The fare of a trip that ends at once.")
    base_fare = AmountField()
    rate_per_unit_distance = AmountField()
    rate_per_hour = AmountField()
    convert_to_mile = serializers.BooleanField()


class StartStreetTripSerializer(serializers.Serializer[Any]):
    drop = TripEndSerializer(
        required=False, allow_null=True, default=None, help_text="The drop-off, if the passenger names one."
    )
    passenger_name = serializers.CharField(required=False, allow_blank=True, max_length=120, default="")
    passenger_phone = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=30,
        default="",
        help_text="Gets a link to the trip by SMS, if the platform sends them.",
    )
