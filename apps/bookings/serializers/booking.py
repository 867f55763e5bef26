"""The serializer of a booking, as a viewer sees it."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.models import User
from apps.bookings.cancellation.fees import explanation_of_fee
from apps.bookings.cancellation.no_shows import wait_at_pickup
from apps.bookings.choices import CHOSEN_MODES, SETTLED, DistanceSource, PaymentMode, Photo, Stage, Status
from apps.bookings.delivery.requirements import needed_photo
from apps.bookings.models import Booking
from apps.bookings.payment.gateways import gateway_label
from apps.bookings.payment.owed_fees import owed_with
from apps.bookings.payment.tipping import may_be_tipped, tip_choices
from apps.bookings.privacy import customer_contact_for, driver_contact_for, recipient_contact_for
from apps.bookings.serializers.parts import (
    BookedCarTypeSerializer,
    OfferedDriverSerializer,
    SelectedExtraSerializer,
    SpotSerializer,
    StopSerializer,
    booked_car_type,
    booked_stops,
    image_url,
    offered_to,
    private_image_url,
    spot,
)
from apps.bookings.staff_changes.editing import revision_of
from apps.bookings.staff_changes.refunding import refundable_of
from apps.bookings.state_machine.machine import actions_for
from apps.bookings.state_machine.transitions import Actor, actor_role
from apps.bookings.trip.live import NOT_LIVE, Live
from apps.core.fields import AmountField
from apps.core.models import PlatformSettings
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.core.reused_serializers import ByAttributes, representation
from apps.fares.choices import DiscountType
from apps.fares.serializers import FareLineSerializer


class BookedPromoSerializer(serializers.Serializer[Any]):
    """The promo of the booking, by its terms at the time of use."""

    promo_name = serializers.CharField()
    promo_discount_type = serializers.ChoiceField(choices=DiscountType.choices)
    promo_discount_value = AmountField()
    max_promo_discount_value = AmountField(allow_null=True)
    min_order = AmountField()
    reason_code = serializers.CharField(
        allow_null=True, default=None, help_text="promo_min_order if the fare is below the minimum order."
    )


class CustomerSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    contact = serializers.CharField(help_text="Empty if the viewer may not see it.")
    image = serializers.CharField(allow_null=True)


class LivePositionSerializer(ByAttributes):
    lat = serializers.FloatField()
    lng = serializers.FloatField()
    heading = serializers.FloatField(allow_null=True)
    at = serializers.DateTimeField()


class WaitingSerializer(serializers.Serializer[Any]):
    since = serializers.DateTimeField()
    free_until = serializers.DateTimeField(help_text="After this, the booking can be ended as a no-show.")
    fee = AmountField(help_text="The fee of a no-show, paid by the rider to the driver.")


class TipChoiceSerializer(serializers.Serializer[Any]):
    percent = serializers.DecimalField(
        max_digits=7, decimal_places=4, allow_null=True, help_text="Null if amounts are suggested."
    )
    amount = AmountField()


class BookedDriverSerializer(ByAttributes):
    id = serializers.IntegerField()
    name = serializers.CharField()
    contact = serializers.CharField()
    image = serializers.CharField(allow_null=True)
    vehicle_number = serializers.CharField()
    vehicle_make = serializers.CharField()
    vehicle_model = serializers.CharField()
    rating = serializers.DecimalField(max_digits=2, decimal_places=1, allow_null=True)
    position = LivePositionSerializer(allow_null=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """The reader of a booking, the settings, and the live position of its car."""

    user: User
    settings: Platform
    live: Live = NOT_LIVE


class PlannedDriverSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    confirmed = serializers.BooleanField()


class BackupDriverSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class BookingSerializer(ByAttributes):
    """Needs a Viewer as context["viewer"], and bookings loaded by selectors.with_open_offers."""

    id = serializers.IntegerField()
    reference = serializers.CharField()
    status = serializers.ChoiceField(choices=Status.choices)
    book_later = serializers.BooleanField()
    trip_date = serializers.DateTimeField()
    created_at = serializers.DateTimeField()
    booking_type_admin = serializers.BooleanField()
    street_trip = serializers.BooleanField(
        help_text="Started by the driver for a passenger who flagged the car down."
    )
    has_drop = serializers.BooleanField(
        help_text="False if the drop-off is not known before the end: by the hour, and of some street trips."
    )
    app_category = serializers.ChoiceField(choices=PlatformSettings.AppCategory.choices)
    car_type = serializers.SerializerMethodField()
    pickup = serializers.SerializerMethodField()
    drop = serializers.SerializerMethodField()
    stops = serializers.SerializerMethodField(help_text="The places between pickup and drop, in order.")
    passengers = serializers.IntegerField(help_text="A delivery has none, and 1 here.")
    luggage = serializers.IntegerField(help_text="Large pieces of luggage.")
    children = serializers.IntegerField(help_text="How many of the passengers are children.")
    child_seats = serializers.IntegerField(help_text="How many of them need a child seat.")
    return_wait_minutes = serializers.IntegerField(
        allow_null=True,
        help_text="A round trip: minutes at the last stop before the drive back; null for one way.",
    )
    hire_minutes = serializers.IntegerField(
        allow_null=True, help_text="By the hour: how long it is booked for; null to a destination."
    )
    hire_included_km = serializers.FloatField(
        allow_null=True, help_text="The distance in the price of the booked hours; null to a destination."
    )
    route_polyline = serializers.CharField()

    estimate = AmountField()
    estimate_distance_km = serializers.FloatField()
    estimate_duration_seconds = serializers.IntegerField()
    trip_cost = AmountField()
    convenience_fees = serializers.SerializerMethodField()
    driver_share = serializers.SerializerMethodField()
    discount = AmountField()
    promo_applied = serializers.SerializerMethodField()
    promo = BookedPromoSerializer(source="promo_details", allow_null=True)
    fare_is_fixed = serializers.BooleanField(
        help_text="The quoted fare is final; otherwise it is measured at the end of the trip."
    )
    payable_amount = AmountField()
    customer_paid = AmountField()
    amount_due = serializers.SerializerMethodField(help_text="The amount left to pay.")
    owed_amount = serializers.SerializerMethodField(
        help_text="Fees of earlier bookings collected with the payment of this one."
    )
    to_collect = serializers.SerializerMethodField(help_text="The amount left to pay plus those fees.")
    prepaid_amount = AmountField(help_text="Paid before the driver search.")
    chosen_payment = serializers.ChoiceField(
        choices=CHOSEN_MODES, help_text="The payment method that the rider chose at booking."
    )
    chosen_provider = serializers.CharField(
        source="chosen_gateway", help_text="The payment provider chosen for a card; can be empty."
    )
    chosen_provider_label = serializers.SerializerMethodField()
    cash_payment_amount = AmountField()
    card_payment_amount = AmountField()
    used_wallet_money = AmountField()
    other_payment_amount = AmountField(help_text="Paid in another way, as recorded by staff.")
    written_off_amount = AmountField(help_text="Written off by staff; the company bears it.")
    payment_mode = serializers.ChoiceField(choices=PaymentMode.choices)
    gateway = serializers.CharField()
    gateway_label = serializers.SerializerMethodField(help_text="The payment provider's display name.")
    prepaid = serializers.BooleanField()
    payment_due_at = serializers.DateTimeField(
        allow_null=True, help_text="The deadline for paying a PAYMENT_PENDING booking."
    )
    distance_km = serializers.FloatField(allow_null=True)
    charged_distance_km = serializers.FloatField(
        help_text="The distance that the fare is based on: measured, or as booked for a delivery."
    )
    distance_source = serializers.SerializerMethodField()
    total_trip_time = serializers.IntegerField(allow_null=True, help_text="Seconds from start to end.")
    breakdown = FareLineSerializer(many=True)
    tariff = serializers.SerializerMethodField(
        help_text="Name and version of the tariff agreed at booking; empty for the car type's numbers."
    )

    delivery_person = serializers.CharField()
    delivery_person_phone = serializers.SerializerMethodField()
    pickup_instructions = serializers.CharField()
    delivery_instructions = serializers.CharField()
    parcel_type_selected = SelectedExtraSerializer(allow_null=True)
    option_selected = SelectedExtraSerializer(allow_null=True)
    pickup_image_url = serializers.SerializerMethodField(help_text="Valid for a few minutes.")
    deliver_image_url = serializers.SerializerMethodField(help_text="Valid for a few minutes.")
    needs_image = serializers.SerializerMethodField(
        help_text="The photo that the driver's next action requires; null for other viewers."
    )

    otp = serializers.SerializerMethodField()
    otp_at = serializers.SerializerMethodField(help_text="The driver's action that requires the code.")
    otp_required = serializers.SerializerMethodField()
    customer = serializers.SerializerMethodField()
    driver = serializers.SerializerMethodField()
    pickup_eta_seconds = serializers.SerializerMethodField()
    drop_eta_seconds = serializers.SerializerMethodField()
    requested_drivers = serializers.SerializerMethodField()
    offered_to = serializers.SerializerMethodField(
        help_text="The drivers with an open offer, for admins; empty for other viewers."
    )

    planned_driver = serializers.SerializerMethodField(
        help_text="The driver planned for a scheduled trip, for admins; null for other viewers."
    )

    backup_driver = serializers.SerializerMethodField(
        help_text="The driver who is planned if the first one cannot drive, for admins; otherwise null."
    )

    held_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when staff hold the driver search; null if they do not."
    )
    hold_reason = serializers.SerializerMethodField(
        help_text="Why staff hold it, for admins; empty for other viewers."
    )

    reason = serializers.CharField()
    cancelled_by = serializers.CharField(help_text="rider, driver, admin or system; empty unless cancelled.")
    cancellation_fee = AmountField(help_text="The part of the cancellation fee that was paid.")
    cancellation_fee_charged = AmountField(help_text="The whole fee: paid, owed and written off.")
    cancellation_fee_owed = AmountField(help_text="The part of the fee that the rider still owes.")
    cancellation_fee_written_off = AmountField()
    cancellation_explanation = serializers.SerializerMethodField(
        help_text="The rule of the tariff that set the fee, in words; empty without one."
    )
    refunded_amount = AmountField(
        help_text="Refunded to the rider's wallet, at the cancellation or by staff."
    )
    adjustment_amount = AmountField(
        help_text="The change of the fare after the payment: negative if refunded, positive if charged."
    )
    adjustment_reason = serializers.CharField(help_text="The reason of a fare adjustment; can be empty.")
    refundable_amount = serializers.SerializerMethodField(
        help_text="The amount that staff can refund; null for other viewers."
    )
    tip_amount = AmountField(help_text="The rider's tip for the driver, in addition to the fare.")
    tipped_at = serializers.DateTimeField(allow_null=True)
    tip_choices = serializers.SerializerMethodField(
        help_text="The suggested tips, for the rider while a tip is possible; otherwise empty."
    )
    rating = serializers.IntegerField(allow_null=True)
    feedback = serializers.CharField()
    rider_rating = serializers.SerializerMethodField(
        help_text="The driver's rating of the rider; null for the rider."
    )
    accepted_at = serializers.DateTimeField(allow_null=True)
    redispatched_at = serializers.DateTimeField(
        allow_null=True, help_text="When the booking last lost its driver."
    )
    driver_arrive_time = serializers.DateTimeField(allow_null=True)
    waiting = serializers.SerializerMethodField(
        help_text="The driver's wait at the pickup; null if there is none."
    )
    trip_start_time = serializers.DateTimeField(allow_null=True)
    trip_end_time = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(help_text="The number of transitions.")
    revision = serializers.SerializerMethodField(
        help_text="Sent with an edit by staff to detect concurrent changes; null for other viewers."
    )
    search_over = serializers.SerializerMethodField()
    search_widened = serializers.IntegerField()
    actions = serializers.SerializerMethodField()

    @property
    def viewer(self) -> Viewer:
        viewer: Viewer = self.context["viewer"]
        return viewer

    def actor(self, booking: Booking) -> Actor | None:
        return actor_role(self.viewer.user, booking)

    @extend_schema_field(BookedCarTypeSerializer)
    def get_car_type(self, booking: Booking) -> Any:
        return booked_car_type(booking)

    @extend_schema_field(SpotSerializer)
    def get_pickup(self, booking: Booking) -> Any:
        return spot(booking.pickup_lat, booking.pickup_lng, booking.pickup_add)

    @extend_schema_field(SpotSerializer)
    def get_drop(self, booking: Booking) -> Any:
        return spot(booking.drop_lat, booking.drop_lng, booking.drop_add)

    @extend_schema_field(StopSerializer(many=True))
    def get_stops(self, booking: Booking) -> Any:
        return booked_stops(booking)

    @extend_schema_field(PlannedDriverSerializer(allow_null=True))
    def get_planned_driver(self, booking: Booking) -> Any:
        driver = booking.planned_driver if self.actor(booking) is Actor.ADMIN else None
        if driver is None:
            return None
        return {
            "id": driver.pk,
            "name": driver.full_name,
            "confirmed": booking.plan_confirmed_at is not None,
        }

    @extend_schema_field(BackupDriverSerializer(allow_null=True))
    def get_backup_driver(self, booking: Booking) -> Any:
        driver = booking.backup_driver if self.actor(booking) is Actor.ADMIN else None
        return None if driver is None else {"id": driver.pk, "name": driver.full_name}

    def get_hold_reason(self, booking: Booking) -> str:
        return booking.hold_reason if self.actor(booking) is Actor.ADMIN else ""

    def get_cancellation_explanation(self, booking: Booking) -> str:
        return explanation_of_fee(booking)

    def get_tariff(self, booking: Booking) -> str:
        agreed = booking.rates.get("tariff")
        return f"{agreed['name']} {agreed['version']}" if agreed else ""

    def get_gateway_label(self, booking: Booking) -> str:
        return gateway_label(booking.gateway)

    def get_chosen_provider_label(self, booking: Booking) -> str:
        return gateway_label(booking.chosen_gateway)

    @extend_schema_field(AmountField())
    def get_amount_due(self, booking: Booking) -> str:
        due = ZERO if booking.status == Status.CANCELLED else max(booking.amount_due, ZERO)
        return f"{due:.4f}"

    def to_representation(self, instance: Booking) -> Any:
        # Two fields show it, so it is loaded once.
        self._owed = owed_with(instance)
        return super().to_representation(instance)

    @extend_schema_field(AmountField())
    def get_owed_amount(self, booking: Booking) -> str:
        return f"{self._owed:.4f}"

    @extend_schema_field(AmountField())
    def get_to_collect(self, booking: Booking) -> str:
        owed = self._owed if booking.status not in (*SETTLED, Status.CANCELLED) else ZERO
        return f"{Decimal(self.get_amount_due(booking)) + owed:.4f}"

    def get_promo_applied(self, booking: Booking) -> bool:
        return booking.promo_id is not None and booking.discount > 0

    @extend_schema_field(AmountField(allow_null=True))
    def get_convenience_fees(self, booking: Booking) -> str | None:
        return None if self.actor(booking) is Actor.RIDER else f"{booking.convenience_fees:.4f}"

    @extend_schema_field(AmountField(allow_null=True))
    def get_driver_share(self, booking: Booking) -> str | None:
        return None if self.actor(booking) is Actor.RIDER else f"{booking.driver_share:.4f}"

    @extend_schema_field(serializers.ChoiceField(choices=DistanceSource.choices, allow_null=True))
    def get_distance_source(self, booking: Booking) -> str | None:
        return booking.distance_source or None

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_otp(self, booking: Booking) -> str | None:
        """Return the trip code for the rider and admins; the driver must get it from the rider."""
        return booking.otp or None if self.actor(booking) in (Actor.RIDER, Actor.ADMIN) else None

    @extend_schema_field(serializers.ChoiceField(choices=Stage.choices, allow_null=True))
    def get_otp_at(self, booking: Booking) -> str | None:
        return booking.otp_at

    @extend_schema_field(serializers.CharField())
    def get_delivery_person_phone(self, booking: Booking) -> str:
        return recipient_contact_for(self.actor(booking), booking, self.viewer.settings)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_pickup_image_url(self, booking: Booking) -> str | None:
        return private_image_url(booking.pickup_image.name)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_deliver_image_url(self, booking: Booking) -> str | None:
        return private_image_url(booking.deliver_image.name)

    @extend_schema_field(serializers.ChoiceField(choices=Photo.choices, allow_null=True))
    def get_needs_image(self, booking: Booking) -> str | None:
        is_driver = self.actor(booking) is Actor.DRIVER
        return needed_photo(booking, self.viewer.settings) if is_driver else None

    def get_otp_required(self, booking: Booking) -> bool:
        return bool(booking.otp)

    @extend_schema_field(CustomerSerializer)
    def get_customer(self, booking: Booking) -> Any:
        return {
            "id": booking.customer_id,
            "name": booking.customer_name,
            "contact": customer_contact_for(self.actor(booking), booking, self.viewer.settings),
            "image": image_url(booking.customer_image),
        }

    @extend_schema_field(BookedDriverSerializer(allow_null=True))
    def get_driver(self, booking: Booking) -> Any:
        if booking.driver_id is None:
            return None
        position = self.viewer.live.position
        details = {
            "id": booking.driver_id,
            "name": booking.driver_name,
            "contact": driver_contact_for(self.actor(booking), booking, self.viewer.settings),
            "image": image_url(booking.driver_image),
            "vehicle_number": booking.vehicle_number,
            "vehicle_make": booking.vehicle_make,
            "vehicle_model": booking.vehicle_model,
            "rating": booking.driver_rating,
            "position": position
            and {
                "lat": position.at.lat,
                "lng": position.at.lng,
                "heading": position.heading,
                "at": position.seen_at,
            },
        }
        return representation(BookedDriverSerializer, details)

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_pickup_eta_seconds(self, booking: Booking) -> int | None:
        return self.viewer.live.pickup_eta_seconds

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_drop_eta_seconds(self, booking: Booking) -> int | None:
        return self.viewer.live.drop_eta_seconds

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_rider_rating(self, booking: Booking) -> int | None:
        """Return the driver's rating; riders see only their average."""
        is_visible = self.actor(booking) in (Actor.DRIVER, Actor.ADMIN)
        return booking.rider_rating if is_visible else None

    @extend_schema_field(AmountField(allow_null=True))
    def get_refundable_amount(self, booking: Booking) -> str | None:
        return f"{refundable_of(booking):.4f}" if self.actor(booking) is Actor.ADMIN else None

    def get_revision(self, booking: Booking) -> str | None:
        return revision_of(booking) if self.actor(booking) is Actor.ADMIN else None

    @extend_schema_field(TipChoiceSerializer(many=True))
    def get_tip_choices(self, booking: Booking) -> Any:
        viewer = self.viewer
        offered = self.actor(booking) is Actor.RIDER and booking.status in SETTLED
        if not (offered and may_be_tipped(booking, viewer.settings)):
            return []
        return TipChoiceSerializer(tip_choices(booking, viewer.settings), many=True).data

    def get_requested_drivers(self, booking: Booking) -> dict[str, bool]:
        """Return the drivers with an open offer; a driver sees only the own id."""
        offers = booking.open_offers  # type: ignore[attr-defined]  # read by selectors.with_open_offers
        alone = self.actor(booking) is Actor.OFFERED_DRIVER
        return {
            str(offer.driver_id): True
            for offer in offers
            if not alone or offer.driver_id == self.viewer.user.pk
        }

    @extend_schema_field(OfferedDriverSerializer(many=True))
    def get_offered_to(self, booking: Booking) -> Any:
        return offered_to(booking) if self.actor(booking) is Actor.ADMIN else []

    @extend_schema_field(WaitingSerializer(allow_null=True))
    def get_waiting(self, booking: Booking) -> Any:
        waiting = wait_at_pickup(booking, at=timezone.now())
        return None if waiting is None else WaitingSerializer(waiting).data

    def get_search_over(self, booking: Booking) -> bool:
        """Return whether no driver was found: the rider can wait, widen the search or cancel."""
        ended = booking.search_until is None and booking.held_until is None
        return booking.status == Status.NEW and ended and self.viewer.settings.auto_dispatch

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_actions(self, booking: Booking) -> list[str]:
        if self.actor(booking) is Actor.OFFERED_DRIVER and not self.get_requested_drivers(booking):
            return []
        return actions_for(self.viewer.user, booking, self.viewer.settings)


class AssignedBookingSerializer(BookingSerializer):
    """The booking after an assignment, with the message that the specification requires."""

    detail = serializers.CharField()
