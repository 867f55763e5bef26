"""Bookings in lists, offers, the trail of events and the track."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.bookings.change import Party, party_of
from apps.bookings.choices import OfferState, PaymentMode, Role, Status
from apps.bookings.models import BookingEvent, Offer
from apps.bookings.rounds import BY_HAND
from apps.bookings.serializers.booking import BookingSerializer, Viewer
from apps.bookings.serializers.parts import (
    BookedCarTypeSerializer,
    SelectedExtraSerializer,
    SpotSerializer,
    booked_car_type,
    spot,
)
from apps.core.fields import AmountField
from apps.core.models import PlatformSettings

SEEN_BY_ALL = frozenset(
    {
        "reason",
        "planned_drop",
        "trip_cost",
        "quoted_trip_cost",
        "distance_source",
        "promo_name",
        "discount",
        "amount",
        "cancellation_fee",
        "rating",
    }
)
"""What the trail tells of a move to others than admins."""


class OfferSerializer(serializers.Serializer[Offer]):
    """An offer on its driver's screen; offers read with their bookings."""

    id = serializers.IntegerField()
    booking_id = serializers.IntegerField()
    reference = serializers.CharField(source="booking.reference")
    pickup = serializers.SerializerMethodField()
    drop = serializers.SerializerMethodField()
    car_type = serializers.SerializerMethodField()
    trip_cost = AmountField(source="booking.trip_cost")
    driver_share = AmountField(source="booking.driver_share")
    estimate_distance_km = serializers.FloatField(source="booking.estimate_distance_km")
    estimate_duration_seconds = serializers.IntegerField(source="booking.estimate_duration_seconds")
    payment_mode = serializers.ChoiceField(choices=PaymentMode.choices, source="booking.payment_mode")
    customer_name = serializers.CharField(source="booking.customer_name")
    app_category = serializers.ChoiceField(
        choices=PlatformSettings.AppCategory.choices, source="booking.app_category"
    )
    prepaid = serializers.BooleanField(source="booking.prepaid")
    parcel_type_selected = SelectedExtraSerializer(source="booking.parcel_type_selected", allow_null=True)
    option_selected = SelectedExtraSerializer(source="booking.option_selected", allow_null=True)
    book_later = serializers.BooleanField(source="booking.book_later")
    trip_date = serializers.DateTimeField(source="booking.trip_date")
    distance_km = serializers.FloatField(allow_null=True)
    eta_seconds = serializers.IntegerField(allow_null=True)
    offered_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()

    @extend_schema_field(SpotSerializer)
    def get_pickup(self, offer: Offer) -> Any:
        return spot(offer.booking.pickup_lat, offer.booking.pickup_lng, offer.booking.pickup_add)

    @extend_schema_field(SpotSerializer)
    def get_drop(self, offer: Offer) -> Any:
        return spot(offer.booking.drop_lat, offer.booking.drop_lng, offer.booking.drop_add)

    @extend_schema_field(BookedCarTypeSerializer)
    def get_car_type(self, offer: Offer) -> Any:
        return booked_car_type(offer.booking)


class TasksSerializer(serializers.Serializer[Any]):
    offers = OfferSerializer(many=True)
    current = BookingSerializer(allow_null=True)


class OfferedDriverSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="full_name")


class OfferRecordSerializer(serializers.Serializer[Offer]):
    """An offer as the admin sees it: why this driver; give rounds.policies_of as context["policies"]."""

    id = serializers.IntegerField()
    driver = OfferedDriverSerializer()
    state = serializers.ChoiceField(choices=OfferState.choices)
    round = serializers.IntegerField()
    rank = serializers.IntegerField()
    distance_km = serializers.FloatField(allow_null=True)
    eta_seconds = serializers.IntegerField(allow_null=True)
    offered_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)
    policy = serializers.SerializerMethodField(help_text="Of its round; manual where an admin chose.")

    @extend_schema_field(
        serializers.ChoiceField(choices=[*PlatformSettings.DispatchPolicy.values, BY_HAND], allow_null=True)
    )
    def get_policy(self, offer: Offer) -> str | None:
        policies: dict[int, str] = self.context["policies"]
        return policies.get(offer.round)


class OfferRecordListSerializer(serializers.Serializer[Any]):
    results = OfferRecordSerializer(many=True)


class EventActorSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)


class BookingEventSerializer(serializers.Serializer[BookingEvent]):
    """One line of the trail; give a Viewer as context["viewer"], events read with their actors."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    from_status = serializers.SerializerMethodField()
    to_status = serializers.ChoiceField(choices=Status.choices)
    actor = serializers.SerializerMethodField()
    at = serializers.DateTimeField()
    data = serializers.SerializerMethodField()  # type: ignore[assignment]  # a field named like the property

    @extend_schema_field(serializers.ChoiceField(choices=Status.choices, allow_null=True))
    def get_from_status(self, event: BookingEvent) -> str | None:
        return event.from_status or None

    @extend_schema_field(EventActorSerializer(allow_null=True))
    def get_actor(self, event: BookingEvent) -> Any:
        if event.actor is None:
            return None
        return {"id": event.actor.pk, "name": event.actor.full_name, "role": event.role}

    def get_data(self, event: BookingEvent) -> dict[str, Any]:
        viewer: Viewer = self.context["viewer"]
        if party_of(viewer.user, self.context["booking"]) is Party.ADMIN:
            return dict(event.data)
        return {name: value for name, value in event.data.items() if name in SEEN_BY_ALL}


class BookingEventListSerializer(serializers.Serializer[Any]):
    results = BookingEventSerializer(many=True)


class TrackPointSerializer(serializers.Serializer[Any]):
    lat = serializers.FloatField()
    lng = serializers.FloatField()
    at = serializers.DateTimeField()


class TrackSerializer(serializers.Serializer[Any]):
    polyline_points = serializers.CharField(help_text="Google's encoding, precision 5.")
    points = TrackPointSerializer(many=True)
