"""Serializers of a driver's scheduled trips."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.bookings.choices import PaymentMode
from apps.bookings.serializers.parts import (
    BookedCarTypeSerializer,
    SpotSerializer,
    StopSerializer,
    booked_car_type,
    booked_stops,
    spot,
)
from apps.bookings.trip.scheduled import Upcoming
from apps.core.fields import AmountField


class ScheduledTripSerializer(serializers.Serializer[Upcoming]):
    """A scheduled trip with the data of an offer; the rider's name only for the driver's own trips."""

    id = serializers.IntegerField(source="booking.id")
    reference = serializers.CharField(source="booking.reference")
    trip_date = serializers.DateTimeField(source="booking.trip_date")
    pickup = serializers.SerializerMethodField()
    drop = serializers.SerializerMethodField()
    stops = serializers.SerializerMethodField(help_text="The places between pickup and drop, in order.")
    car_type = serializers.SerializerMethodField()
    passengers = serializers.IntegerField(source="booking.passengers")
    luggage = serializers.IntegerField(source="booking.luggage")
    children = serializers.IntegerField(source="booking.children")
    child_seats = serializers.IntegerField(source="booking.child_seats")
    return_wait_minutes = serializers.IntegerField(
        source="booking.return_wait_minutes", allow_null=True, help_text="Of a round trip; else null."
    )
    hire_minutes = serializers.IntegerField(
        source="booking.hire_minutes", allow_null=True, help_text="By the hour: how long; else null."
    )
    hire_included_km = serializers.FloatField(
        source="booking.hire_included_km", allow_null=True, help_text="In the price of the hours; else null."
    )
    trip_cost = AmountField(source="booking.trip_cost")
    driver_share = AmountField(source="booking.driver_share")
    estimate_distance_km = serializers.FloatField(source="booking.estimate_distance_km")
    estimate_duration_seconds = serializers.IntegerField(source="booking.estimate_duration_seconds")
    payment_mode = serializers.ChoiceField(choices=PaymentMode.choices, source="booking.payment_mode")
    customer_name = serializers.SerializerMethodField()
    mine = serializers.BooleanField(help_text="The driver has accepted it.")
    planned = serializers.BooleanField(help_text="Staff planned this driver, who gets its first offer.")
    backup = serializers.BooleanField(
        help_text="Staff named this driver as the back-up, who drives if the first driver cannot."
    )
    confirmed = serializers.SerializerMethodField(help_text="The planned driver has confirmed it.")
    distance_km = serializers.FloatField(allow_null=True)

    @extend_schema_field(SpotSerializer)
    def get_pickup(self, trip: Upcoming) -> Any:
        return spot(trip.booking.pickup_lat, trip.booking.pickup_lng, trip.booking.pickup_add)

    @extend_schema_field(SpotSerializer)
    def get_drop(self, trip: Upcoming) -> Any:
        return spot(trip.booking.drop_lat, trip.booking.drop_lng, trip.booking.drop_add)

    @extend_schema_field(StopSerializer(many=True))
    def get_stops(self, trip: Upcoming) -> Any:
        return booked_stops(trip.booking)

    @extend_schema_field(BookedCarTypeSerializer)
    def get_car_type(self, trip: Upcoming) -> Any:
        return booked_car_type(trip.booking)

    def get_confirmed(self, trip: Upcoming) -> bool:
        return trip.planned and trip.booking.plan_confirmed_at is not None

    def get_customer_name(self, trip: Upcoming) -> str:
        return trip.booking.customer_name if trip.mine else ""


class ScheduledTripListSerializer(serializers.Serializer[Any]):
    results = ScheduledTripSerializer(many=True)
