"""Pieces that several shapes of a booking share."""

from typing import Any

from django.core.files.storage import default_storage
from rest_framework import serializers

from apps.bookings.models import Booking
from apps.core.fields import AmountField
from apps.core.media import private_storage


class SpotSerializer(serializers.Serializer[Any]):
    lat = serializers.FloatField()
    lng = serializers.FloatField()
    add = serializers.CharField()


class BookedCarTypeSerializer(serializers.Serializer[Any]):
    """The car type as it was when the trip was booked."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    image = serializers.CharField(allow_null=True)
    icon = serializers.CharField()


class OfferedDriverSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="full_name")


class SelectedExtraSerializer(serializers.Serializer[Any]):
    """A parcel type or an option as it was when the delivery was booked."""

    id = serializers.IntegerField()
    description = serializers.CharField()
    amount = AmountField()


def spot(lat: float, lng: float, add: str) -> dict[str, Any]:
    return {"lat": lat, "lng": lng, "add": add}


def booked_car_type(booking: Booking) -> dict[str, Any]:
    return {
        "id": booking.car_type_id,
        "name": booking.car_type_name,
        "image": image_url(booking.car_image),
        "icon": booking.car_type_icon,
    }


def offered_to(booking: Booking) -> Any:
    """The drivers of the open offers, the best placed first; read by selectors.with_open_offers."""
    offers = booking.open_offers  # type: ignore[attr-defined]
    return OfferedDriverSerializer([offer.driver for offer in offers], many=True).data


def image_url(name: str) -> str | None:
    """Where the browser finds an image of the store."""
    return default_storage.url(name) if name else None


def private_image_url(name: str | None) -> str | None:
    """Where the browser finds a picture that not everybody may see, for a few minutes."""
    return private_storage().url(name) if name else None
