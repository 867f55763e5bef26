"""Serializers of offers, tasks, booking events and tracks."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.models import User
from apps.accounts.selectors import driver_profile_of
from apps.bookings.choices import CHOSEN_MODES, OfferState, PaymentMode, Role, Status
from apps.bookings.dispatch.rounds import BY_HAND, PLANNED, RANK
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.payment.gateways import gateway_label
from apps.bookings.serializers.booking import BookingSerializer, Viewer
from apps.bookings.serializers.parts import (
    BookedCarTypeSerializer,
    OfferedDriverSerializer,
    SelectedExtraSerializer,
    SpotSerializer,
    StopSerializer,
    booked_car_type,
    booked_stops,
    spot,
)
from apps.bookings.state_machine.transitions import Actor, actor_role
from apps.core.fields import AmountField
from apps.core.models import PlatformSettings

PUBLIC_DATA = frozenset(
    {
        "reason",
        "planned_drop",
        "trip_cost",
        "previous_trip_cost",
        "refunded_amount",
        "quoted_trip_cost",
        "distance_source",
        "promo_name",
        "discount",
        "amount",
        "difference",
        "cancellation_fee",
        "cancellation_fee_owed",
        "rating",
        "stop",
        "until",
    }
)
"""The data of booking events that users other than admins see."""


class OfferSerializer(serializers.Serializer[Offer]):
    """An offer for its driver; expects offers loaded with their bookings."""

    id = serializers.IntegerField()
    booking_id = serializers.IntegerField()
    reference = serializers.CharField(source="booking.reference")
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
    chosen_payment = serializers.ChoiceField(choices=CHOSEN_MODES, source="booking.chosen_payment")
    chosen_provider_label = serializers.SerializerMethodField()
    fare_is_fixed = serializers.BooleanField(source="booking.fare_is_fixed")
    customer_name = serializers.CharField(source="booking.customer_name")
    customer_rating = serializers.DecimalField(
        max_digits=2,
        decimal_places=1,
        allow_null=True,
        source="booking.customer.rider_rating",
        help_text="The rider's average rating by drivers; null before the first.",
    )
    app_category = serializers.ChoiceField(
        choices=PlatformSettings.AppCategory.choices, source="booking.app_category"
    )
    prepaid = serializers.BooleanField(source="booking.prepaid")
    parcel_type_selected = SelectedExtraSerializer(source="booking.parcel_type_selected", allow_null=True)
    option_selected = SelectedExtraSerializer(source="booking.option_selected", allow_null=True)
    pickup_instructions = serializers.CharField(source="booking.pickup_instructions")
    delivery_instructions = serializers.CharField(source="booking.delivery_instructions")
    book_later = serializers.BooleanField(source="booking.book_later")
    trip_date = serializers.DateTimeField(source="booking.trip_date")
    distance_km = serializers.FloatField(allow_null=True, help_text="Great-circle distance to the pickup.")
    road_distance_km = serializers.FloatField(allow_null=True, help_text="Distance to the pickup by road.")
    eta_seconds = serializers.IntegerField(allow_null=True)
    offered_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()

    def get_chosen_provider_label(self, offer: Offer) -> str:
        return gateway_label(offer.booking.chosen_gateway)

    @extend_schema_field(SpotSerializer)
    def get_pickup(self, offer: Offer) -> Any:
        return spot(offer.booking.pickup_lat, offer.booking.pickup_lng, offer.booking.pickup_add)

    @extend_schema_field(SpotSerializer)
    def get_drop(self, offer: Offer) -> Any:
        return spot(offer.booking.drop_lat, offer.booking.drop_lng, offer.booking.drop_add)

    @extend_schema_field(StopSerializer(many=True))
    def get_stops(self, offer: Offer) -> Any:
        return booked_stops(offer.booking)

    @extend_schema_field(BookedCarTypeSerializer)
    def get_car_type(self, offer: Offer) -> Any:
        return booked_car_type(offer.booking)


class RiderToRateSerializer(serializers.Serializer[Booking]):
    """The driver's last trip, if its rider is not rated."""

    booking_id = serializers.IntegerField(source="pk")
    reference = serializers.CharField()
    customer_name = serializers.CharField()


class TasksSerializer(serializers.Serializer[Any]):
    offers = OfferSerializer(many=True)
    current = BookingSerializer(allow_null=True)
    to_rate = RiderToRateSerializer(allow_null=True)


class OfferRecordSerializer(serializers.Serializer[Offer]):
    """An offer for admins, to show why a driver was chosen.

    Needs the result of rounds.policies_of as context["policies"].
    """

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
    policy = serializers.SerializerMethodField(
        help_text="The policy of its round; manual if an admin chose, rank from the queue of a taxi rank."
    )

    @extend_schema_field(
        serializers.ChoiceField(
            choices=[*PlatformSettings.DispatchPolicy.values, BY_HAND, RANK, PLANNED], allow_null=True
        )
    )
    def get_policy(self, offer: Offer) -> str | None:
        policies: dict[int, str] = self.context["policies"]
        return policies.get(offer.round)


class OfferRecordListSerializer(serializers.Serializer[Any]):
    results = OfferRecordSerializer(many=True)


class EventActorSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(
        help_text="Empty, like id, for a fleet admin if the driver is of another fleet."
    )
    role = serializers.ChoiceField(choices=Role.choices)


class BookingEventSerializer(serializers.Serializer[BookingEvent]):
    """One booking event.

    Needs a Viewer as context["viewer"], and events loaded with their actors.
    """

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
        if self._is_of_another_fleet(event, event.actor):
            return {"id": None, "name": "", "role": event.role}
        return {"id": event.actor.pk, "name": event.actor.full_name, "role": event.role}

    def _is_of_another_fleet(self, event: BookingEvent, actor: User) -> bool:
        """Return whether a fleet admin reads about an earlier driver of another fleet."""
        viewer: Viewer = self.context["viewer"]
        booking: Booking = self.context["booking"]
        if actor_role(viewer.user, booking) is not Actor.FLEET_ADMIN or event.role != Role.DRIVER:
            return False
        profile = driver_profile_of(actor)
        is_own = profile is not None and profile.fleet_admin_id == viewer.user.pk
        return actor.pk != booking.driver_id and not is_own

    def get_data(self, event: BookingEvent) -> dict[str, Any]:
        viewer: Viewer = self.context["viewer"]
        if actor_role(viewer.user, self.context["booking"]) is Actor.ADMIN:
            return dict(event.data)
        # Staff give the reason of a hold to each other.
        public = PUBLIC_DATA - {"reason"} if event.name == "hold" else PUBLIC_DATA
        return {name: value for name, value in event.data.items() if name in public}


class BookingEventListSerializer(serializers.Serializer[Any]):
    results = BookingEventSerializer(many=True)


class TrackPointSerializer(serializers.Serializer[Any]):
    lat = serializers.FloatField()
    lng = serializers.FloatField()
    at = serializers.DateTimeField()


class TrackSerializer(serializers.Serializer[Any]):
    polyline_points = serializers.CharField(help_text="Google's polyline encoding, precision 5.")
    points = TrackPointSerializer(many=True)
