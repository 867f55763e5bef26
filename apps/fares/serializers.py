"""Serializers of car types, estimates and promos."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.core.fields import AmountField, PlatformTimeField
from apps.core.reused_serializers import ByAttributes
from apps.core.validation.usual import BuildingSerializer
from apps.fares.choices import DiscountType, Unavailable
from apps.fares.estimates.quotes import MAX_LENGTH, Spot
from apps.fares.models import CancelSlab, CarType, ParcelOption, ParcelType
from apps.fares.party import MAX_LUGGAGE, MAX_PASSENGERS
from apps.fares.tariffs.explanation import explanation_of
from apps.geo.serializers import CoordinateField, RouteSerializer

MAX_ADDRESS = 300
MAX_RETURN_WAIT = 10_000
"""More than any limit of the setting."""


class CarTypeSerializer(serializers.ModelSerializer[CarType]):
    image = serializers.ImageField(use_url=True, allow_null=True)
    base_fare = AmountField()
    rate_per_unit_distance = AmountField()
    rate_per_hour = AmountField()
    min_fare = AmountField()
    convenience_fees = AmountField()

    class Meta:
        model = CarType
        fields: tuple[str, ...] = (
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
            "seats",
            "luggage",
        )
        read_only_fields: tuple[str, ...] = fields


class ParcelTypeSerializer(serializers.ModelSerializer[ParcelType]):
    amount = AmountField()

    class Meta:
        model = ParcelType
        fields = ("id", "description", "amount")
        read_only_fields = fields


class ParcelOptionSerializer(serializers.ModelSerializer[ParcelOption]):
    amount = AmountField()

    class Meta:
        model = ParcelOption
        fields = ("id", "description", "amount")
        read_only_fields = fields


class CancelSlabSerializer(serializers.ModelSerializer[CancelSlab]):
    amount = AmountField()

    class Meta:
        model = CancelSlab
        fields = ("mins_delayed", "amount")
        read_only_fields = fields


class ListedCarTypeSerializer(CarTypeSerializer):
    """A car type with its rates and sub-tables, loaded by selectors.listed_car_types."""

    parcel_types = ParcelTypeSerializer(source="parceltypes", many=True)
    options = ParcelOptionSerializer(source="parceloptions", many=True)
    cancel_slabs = CancelSlabSerializer(
        many=True,
        help_text="A cancellation costs the last slab whose minutes are exceeded.",
    )

    class Meta(CarTypeSerializer.Meta):
        fields = (*CarTypeSerializer.Meta.fields, "parcel_types", "options", "cancel_slabs")
        read_only_fields = fields


class CarTypeListSerializer(serializers.Serializer[Any]):
    results = ListedCarTypeSerializer(many=True)


class FareLineSerializer(ByAttributes):
    """One line of a bill; the amounts add up to the trip cost."""

    key = serializers.CharField(
        help_text="base_fare, distance, time, parcel, option, minimum or convenience_fee; by a tariff also "
        "units, fixed, hire, hire_time, hire_distance, waiting, multiplier, extra, extras_cap, "
        "rounding or the key of a charge; "
        "promo_min_order, with amount 0, marks a promo below its minimum order."
    )
    quantity = serializers.DecimalField(max_digits=None, decimal_places=None)
    unit = serializers.CharField(
        help_text="km, mi, h, % (of the quantity) or trip; by a tariff also unit, factor, or what is counted."
    )
    rate = serializers.DecimalField(max_digits=None, decimal_places=None)
    amount = AmountField()
    explanation = serializers.SerializerMethodField(
        help_text="Of a line by a tariff: its rule and calculation in the reader's language; else empty."
    )

    def get_explanation(self, line: Any) -> str:
        return explanation_of(line)


class EstimateOptionSerializer(serializers.Serializer[Any]):
    quote_id = serializers.CharField()
    car_type = CarTypeSerializer()
    trip_cost = AmountField(source="fare.trip_cost")
    from_trip_cost = AmountField(help_text="The lowest price: with the cheapest parcel type and option.")
    convenience_fees = AmountField(source="fare.convenience_fees")
    breakdown = FareLineSerializer(source="fare.breakdown", many=True)
    parcel_type_selected = ParcelTypeSerializer(source="parcel.parcel_type", allow_null=True)
    option_selected = ParcelOptionSerializer(source="parcel.option", allow_null=True)
    pickup_eta_seconds = serializers.IntegerField(
        allow_null=True, help_text="Driving time of the nearest free driver; null if there is none."
    )
    drivers_nearby = serializers.IntegerField(help_text="Free drivers in the radius, counted up to 50.")
    surge_factor = serializers.DecimalField(
        max_digits=4,
        decimal_places=2,
        allow_null=True,
        help_text="How many times the usual fare the price contains; null at the usual price.",
    )
    unavailable = serializers.ChoiceField(
        choices=Unavailable.choices,
        allow_null=True,
        help_text="Why the car type is too small for the party; booking it is then refused.",
    )


class EstimateSerializer(serializers.Serializer[Any]):
    route = RouteSerializer()
    expires_at = serializers.DateTimeField()
    options = EstimateOptionSerializer(many=True)
    prepaid = serializers.BooleanField(help_text="The booking would be paid before the driver search.")
    fare_is_fixed = serializers.BooleanField(
        help_text="The price is final; otherwise it is measured at the end of the trip."
    )


class TripEndSerializer(BuildingSerializer):
    builds = Spot

    lat = CoordinateField(min_value=-90, max_value=90)
    lng = CoordinateField(min_value=-180, max_value=180)
    add = serializers.CharField(max_length=MAX_ADDRESS, help_text="The address as shown to users.")


class PassengersField(serializers.IntegerField):
    def __init__(self, **kwargs: Any) -> None:
        text = "The number of passengers; a delivery has none."
        super().__init__(required=False, min_value=1, max_value=MAX_PASSENGERS, help_text=text, **kwargs)


class LuggageField(serializers.IntegerField):
    def __init__(self, **kwargs: Any) -> None:
        text = "Their large pieces of luggage."
        super().__init__(required=False, min_value=0, max_value=MAX_LUGGAGE, help_text=text, **kwargs)


class ChildrenField(serializers.IntegerField):
    def __init__(self, **kwargs: Any) -> None:
        text = "How many of the passengers are children."
        super().__init__(required=False, min_value=0, max_value=MAX_PASSENGERS, help_text=text, **kwargs)


class ChildSeatsField(serializers.IntegerField):
    def __init__(self, **kwargs: Any) -> None:
        text = "How many of the children need a child seat."
        super().__init__(required=False, min_value=0, max_value=MAX_PASSENGERS, help_text=text, **kwargs)


class ReturnWaitField(serializers.IntegerField):
    """Limited by the setting, whose refusal names the limit."""

    def __init__(self, **kwargs: Any) -> None:
        text = (
            "A round trip: minutes that the driver waits at `drop` before the drive back to `pickup`, "
            "at most `max_return_wait_minutes`; null for one way."
        )
        super().__init__(
            required=False, allow_null=True, min_value=0, max_value=MAX_RETURN_WAIT, help_text=text, **kwargs
        )


class HireMinutesField(serializers.IntegerField):
    """Limited by the service, whose refusal names the limits."""

    def __init__(self, **kwargs: Any) -> None:
        text = (
            "A booking by the hour, without `drop`, stops and way back: 60 to 720 minutes in steps of 30; "
            "null for a trip to a destination."
        )
        super().__init__(
            required=False, allow_null=True, min_value=0, max_value=MAX_RETURN_WAIT, help_text=text, **kwargs
        )


class EstimateQuerySerializer(serializers.Serializer[Any]):
    pickup = TripEndSerializer()
    drop = TripEndSerializer(required=False, help_text="Required unless `hire_minutes` is given.")
    stops = TripEndSerializer(
        many=True,
        required=False,
        help_text="The places between pickup and drop, in order; at most `max_stops`.",
    )
    car_type_id = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    parcel_type_id = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="For a delivery: a parcel type of a car type."
    )
    option_id = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    trip_date = PlatformTimeField(
        required=False, allow_null=True, help_text="For a booking at this time; without it, for now."
    )
    passengers = PassengersField()
    luggage = LuggageField()
    children = ChildrenField()
    child_seats = ChildSeatsField()
    return_wait_minutes = ReturnWaitField()
    hire_minutes = HireMinutesField()


class FreeCarsQuerySerializer(serializers.Serializer[Any]):
    lat = serializers.FloatField(min_value=-90, max_value=90)
    lng = serializers.FloatField(min_value=-180, max_value=180)


class FreeCarSerializer(serializers.Serializer[Any]):
    lat = serializers.FloatField(help_text="Rounded to about a hundred metres.")
    lng = serializers.FloatField()
    icon = serializers.CharField(help_text="The icon of the car type.")


class FreeCarListSerializer(serializers.Serializer[Any]):
    results = FreeCarSerializer(many=True, help_text="At most eight, sorted by coordinates.")


class PromoSerializer(serializers.Serializer[Any]):
    """A promo for its users."""

    id = serializers.IntegerField(source="promo.id")
    promo_name = serializers.CharField(source="promo.promo_name")
    promo_description = serializers.CharField(source="promo.promo_description")
    promo_discount_type = serializers.ChoiceField(
        choices=DiscountType.choices, source="promo.promo_discount_type"
    )
    promo_discount_value = AmountField(source="promo.promo_discount_value")
    max_promo_discount_value = AmountField(source="promo.max_promo_discount_value", allow_null=True)
    min_order = AmountField(source="promo.min_order")
    promo_validity = serializers.DateField(source="promo.promo_validity", help_text="The last day.")
    usable = serializers.BooleanField()
    reason_code = serializers.CharField(
        allow_null=True, help_text="promo_expired, promo_already_used or promo_limit_reached."
    )
    promo_usage_limit = serializers.IntegerField(allow_null=True, help_text="Null for riders.")
    user_avail = serializers.IntegerField(allow_null=True, help_text="Current uses; null for riders.")


class PromoListSerializer(serializers.Serializer[Any]):
    results = PromoSerializer(many=True)


class PromoNameField(serializers.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, **kwargs)


class CheckPromoSerializer(serializers.Serializer[Any]):
    promo_name = PromoNameField()
    trip_cost = AmountField(min_value=0, required=False)
    quote_id = serializers.CharField(max_length=MAX_LENGTH, required=False, help_text="Instead of trip_cost.")
    customer_id = serializers.IntegerField(required=False, help_text="The rider, if an admin checks.")

    def validate(self, attrs: Any) -> Any:
        if "trip_cost" not in attrs and "quote_id" not in attrs:
            raise serializers.ValidationError({"trip_cost": _("Required")})
        return attrs


class CheckedPromoSerializer(serializers.Serializer[Any]):
    promo_name = serializers.CharField()
    discount = AmountField()
    payable_amount = AmountField()
