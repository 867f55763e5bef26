"""Shapes of car types and estimates in the API."""

from typing import Any

from rest_framework import serializers

from apps.core.fields import AmountField
from apps.fares.models import CarType
from apps.fares.quotes import Spot
from apps.geo.serializers import CoordinateField, RouteSerializer

MAX_ADDRESS = 300


class CarTypeSerializer(serializers.ModelSerializer[CarType]):
    image = serializers.ImageField(use_url=True, allow_null=True)
    base_fare = AmountField()
    rate_per_unit_distance = AmountField()
    rate_per_hour = AmountField()
    min_fare = AmountField()
    convenience_fees = AmountField()

    class Meta:
        model = CarType
        fields = (
            "id",
            "name",
            "image",
            "icon",
            "extra_info",
            "base_fare",
            "rate_per_unit_distance",
            "rate_per_hour",
            "min_fare",
            "convenience_fees",
            "convenience_fee_type",
        )
        read_only_fields = fields


class CarTypeListSerializer(serializers.Serializer[Any]):
    results = CarTypeSerializer(many=True)


class FareLineSerializer(serializers.Serializer[Any]):
    """One line of a bill; the amounts add up to the trip cost."""

    key = serializers.CharField(
        help_text="base_fare, distance, time, parcel, option, minimum or convenience_fee."
    )
    quantity = serializers.DecimalField(max_digits=None, decimal_places=None)
    unit = serializers.CharField(help_text="km, mi, h, % (of the quantity) or trip.")
    rate = serializers.DecimalField(max_digits=None, decimal_places=None)
    amount = AmountField()


class EstimateOptionSerializer(serializers.Serializer[Any]):
    quote_id = serializers.CharField()
    car_type = CarTypeSerializer()
    trip_cost = AmountField(source="fare.trip_cost")
    convenience_fees = AmountField(source="fare.convenience_fees")
    breakdown = FareLineSerializer(source="fare.breakdown", many=True)
    pickup_eta_seconds = serializers.IntegerField(
        allow_null=True, help_text="Of the nearest free driver by road; null when there is none in reach."
    )
    drivers_nearby = serializers.IntegerField(help_text="Free drivers in the radius, counted up to 50.")


class EstimateSerializer(serializers.Serializer[Any]):
    route = RouteSerializer()
    expires_at = serializers.DateTimeField()
    options = EstimateOptionSerializer(many=True)


class TripEndSerializer(serializers.Serializer[Any]):
    lat = CoordinateField(min_value=-90, max_value=90)
    lng = CoordinateField(min_value=-180, max_value=180)
    add = serializers.CharField(max_length=MAX_ADDRESS, help_text="The address as people read it.")

    def to_internal_value(self, data: Any) -> Any:
        return Spot(**super().to_internal_value(data))


class EstimateQuerySerializer(serializers.Serializer[Any]):
    pickup = TripEndSerializer()
    drop = TripEndSerializer()
    car_type_id = serializers.IntegerField(required=False, allow_null=True, min_value=1)
