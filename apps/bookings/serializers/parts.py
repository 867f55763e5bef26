"""Parts shared by the serializers of bookings."""

from typing import Any

from django.core.files.storage import default_storage
from rest_framework import serializers

from apps.bookings.models import Booking
from apps.bookings.trip.stops import stops_of
from apps.core.fields import AmountField
from apps.core.media import private_storage


class SpotSerializer(serializers.Serializer[Any]):
    lat = serializers.FloatField()
    lng = serializers.FloatField()
    add = serializers.CharField()


class StopSerializer(SpotSerializer):
    """A place between pickup and drop."""

    id = serializers.IntegerField(help_text="Another one once the stop is replaced.")
    reached_at = serializers.DateTimeField(allow_null=True)
    left_at = serializers.DateTimeField(allow_null=True)


class BookedCarTypeSerializer(serializers.Serializer[Any]):
    """The car type at the time of booking."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    image = serializers.CharField(allow_null=True)
    icon = serializers.CharField()


class OfferedDriverSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="full_name")


class SelectedExtraSerializer(serializers.Serializer[Any]):
    """The parcel type or option at the time of booking."""

    id = serializers.IntegerField()
    description = serializers.CharField()
    amount = AmountField()


def spot(lat: float, lng: float, add: str) -> dict[str, Any]:
    return {"lat": lat, "lng": lng, "add": add}


def booked_stops(booking: Booking) -> Any:
    """Return the stops in order."""
    return StopSerializer(stops_of(booking), many=True).data if booking.stop_count else []


def booked_car_type(booking: Booking) -> dict[str, Any]:
    return {
        "id": booking.car_type_id,
        "name": booking.car_type_name,
        "image": image_url(booking.car_image),
        "icon": booking.car_type_icon,
    }


def offered_to(booking: Booking) -> Any:
    """Return the drivers of the open offers by rank, loaded by selectors.with_open_offers."""
    offers = booking.open_offers  # type: ignore[attr-defined]
    return OfferedDriverSerializer([offer.driver for offer in offers], many=True).data


def image_url(name: str) -> str | None:
    """Return the public URL of a stored image."""
    return default_storage.url(name) if name else None


def private_image_url(name: str | None) -> str | None:
    """Return a signed URL of a private image, valid for a few minutes."""
    return private_storage().url(name) if name else None
