"""A shared trip for users who are not logged in: only what is needed to follow it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.bookings.choices import ON_TRIP, Status
from apps.bookings.models import Booking
from apps.bookings.serializers.booking import LivePositionSerializer
from apps.bookings.serializers.parts import BookedCarTypeSerializer, booked_car_type
from apps.bookings.trip.live import Live
from apps.bookings.trip.stops import stops_of
from apps.core.models import PlatformSettings


class ShareLinkSerializer(serializers.Serializer[Any]):
    url = serializers.CharField()
    expires_at = serializers.DateTimeField()


class SharedPointSerializer(serializers.Serializer[Any]):
    lat = serializers.FloatField()
    lng = serializers.FloatField()


class SharedTripSerializer(serializers.Serializer[Booking]):
    """Needs a Live as context["live"]; a finished trip shows only its status."""

    status = serializers.ChoiceField(choices=Status.choices)
    app_category = serializers.ChoiceField(choices=PlatformSettings.AppCategory.choices)
    car_type = serializers.SerializerMethodField()
    driver_first_name = serializers.SerializerMethodField()
    vehicle_number = serializers.SerializerMethodField()
    vehicle_make = serializers.SerializerMethodField()
    vehicle_model = serializers.SerializerMethodField()
    pickup = serializers.SerializerMethodField()
    drop = serializers.SerializerMethodField()
    stops = serializers.SerializerMethodField(help_text="The places between pickup and drop, in order.")
    route_polyline = serializers.SerializerMethodField()
    position = serializers.SerializerMethodField()
    eta_seconds = serializers.SerializerMethodField(
        help_text="To the pickup, or to the drop after the start."
    )

    @extend_schema_field(BookedCarTypeSerializer(allow_null=True))
    def get_car_type(self, booking: Booking) -> Any:
        return booked_car_type(booking) if _is_live(booking) else None

    def get_driver_first_name(self, booking: Booking) -> str:
        return booking.driver.first_name if booking.driver and _is_live(booking) else ""

    def get_vehicle_number(self, booking: Booking) -> str:
        return booking.vehicle_number if _is_live(booking) else ""

    def get_vehicle_make(self, booking: Booking) -> str:
        return booking.vehicle_make if _is_live(booking) else ""

    def get_vehicle_model(self, booking: Booking) -> str:
        return booking.vehicle_model if _is_live(booking) else ""

    @extend_schema_field(SharedPointSerializer(allow_null=True))
    def get_pickup(self, booking: Booking) -> Any:
        return {"lat": booking.pickup_lat, "lng": booking.pickup_lng} if _is_live(booking) else None

    @extend_schema_field(SharedPointSerializer(allow_null=True))
    def get_drop(self, booking: Booking) -> Any:
        return {"lat": booking.drop_lat, "lng": booking.drop_lng} if _is_live(booking) else None

    @extend_schema_field(SharedPointSerializer(many=True))
    def get_stops(self, booking: Booking) -> Any:
        return [{"lat": stop.lat, "lng": stop.lng} for stop in stops_of(booking)] if _is_live(booking) else []

    def get_route_polyline(self, booking: Booking) -> str:
        return booking.route_polyline if _is_live(booking) else ""

    @extend_schema_field(LivePositionSerializer(allow_null=True))
    def get_position(self, booking: Booking) -> Any:
        position = self._live.position
        if position is None:
            return None
        at = {"lat": position.at.lat, "lng": position.at.lng}
        return LivePositionSerializer({**at, "heading": position.heading, "at": position.seen_at}).data

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_eta_seconds(self, booking: Booking) -> int | None:
        live = self._live
        return live.pickup_eta_seconds if live.drop_eta_seconds is None else live.drop_eta_seconds

    @property
    def _live(self) -> Live:
        live: Live = self.context["live"]
        return live


def _is_live(booking: Booking) -> bool:
    return booking.status in ON_TRIP
