"""Serializers of car types and promos for the back office."""

from typing import Any, Final, Literal

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.core.fields import AmountField
from apps.core.models import PlatformSettings
from apps.fares.admin_api.selectors import promo_state
from apps.fares.choices import DiscountType, FeeType, PromoState
from apps.fares.engine import Rates
from apps.fares.models import Promo
from apps.fares.party import MAX_LUGGAGE, MAX_PASSENGERS
from apps.fares.serializers import FareLineSerializer, ListedCarTypeSerializer, PromoNameField

MAX_ROWS: Final[dict[str, Any]] = {"max_length": 50}
"""The most rows of a sub-table."""
MAX_MINUTES: Final = 10_000


class AdminCarTypeSerializer(ListedCarTypeSerializer):
    """A car type with the admin's fields, loaded by selectors.all_car_types."""

    drivers = serializers.IntegerField(read_only=True, help_text="The number of its drivers.")
    app_category = serializers.ChoiceField(
        choices=PlatformSettings.AppCategory.choices, allow_blank=True, read_only=True
    )

    class Meta(ListedCarTypeSerializer.Meta):
        fields = (*ListedCarTypeSerializer.Meta.fields, "app_category", "position", "created_at", "drivers")
        read_only_fields = fields


class AdminCarTypeListSerializer(serializers.Serializer[Any]):
    results = AdminCarTypeSerializer(many=True)


class ExtraFormSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(required=False, allow_null=True, help_text="The id of an existing row.")
    description = serializers.CharField(max_length=80)
    amount = AmountField(min_value=0)


class SlabFormSerializer(serializers.Serializer[Any]):
    mins_delayed = serializers.IntegerField(min_value=0, max_value=MAX_MINUTES)
    amount = AmountField(min_value=0)


class RatesSerializer(serializers.Serializer[Any]):
    """The rates of a fare."""

    base_fare = AmountField(min_value=0)
    rate_per_unit_distance = AmountField(min_value=0)
    rate_per_hour = AmountField(min_value=0)
    min_fare = AmountField(min_value=0)
    convenience_fees = AmountField(min_value=0)
    convenience_fee_type = serializers.ChoiceField(choices=FeeType.choices)


class CarTypeFormSerializer(RatesSerializer):
    name = serializers.CharField(max_length=60)
    icon = serializers.RegexField(r"^[a-z-]+$", max_length=30, required=False)
    extra_info = serializers.CharField(max_length=200, required=False, allow_blank=True)
    app_category = serializers.ChoiceField(
        choices=PlatformSettings.AppCategory.choices,
        required=False,
        allow_blank=True,
        help_text="The platform's category that offers it; empty for both.",
    )
    seats = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_PASSENGERS,
        help_text="The most passengers; null for no limit.",
    )
    luggage = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_LUGGAGE,
        help_text="The most large pieces of luggage; null for no limit.",
    )
    parcel_types = ExtraFormSerializer(many=True, required=False, **MAX_ROWS)
    options = ExtraFormSerializer(many=True, required=False, **MAX_ROWS)
    cancel_slabs = SlabFormSerializer(many=True, required=False, help_text="Ascending minutes.", **MAX_ROWS)


class MoveToSerializer(serializers.Serializer[Any]):
    to = serializers.IntegerField(min_value=0, max_value=10_000, help_text="The new position, from 0.")


class FarePreviewQuerySerializer(RatesSerializer):
    distance = serializers.DecimalField(
        max_digits=9, decimal_places=3, min_value=0, max_value=100_000, help_text="In the platform's unit."
    )
    minutes = serializers.DecimalField(max_digits=9, decimal_places=2, min_value=0, max_value=100_000)
    parcel_amount = AmountField(min_value=0, default=0)
    option_amount = AmountField(min_value=0, default=0)

    def validate(self, attrs: Any) -> Any:
        if attrs["convenience_fee_type"] == FeeType.PERCENTAGE and attrs["convenience_fees"] > 100:
            raise serializers.ValidationError({"convenience_fees": _("Enter a percentage up to 100.")})
        return attrs

    def rates(self) -> Rates:
        rates = self.validated_data
        is_flat = rates["convenience_fee_type"] == FeeType.FLAT
        kind: Literal["flat", "percentage"] = "flat" if is_flat else "percentage"
        return Rates(
            base_fare=rates["base_fare"],
            rate_per_unit_distance=rates["rate_per_unit_distance"],
            rate_per_hour=rates["rate_per_hour"],
            min_fare=rates["min_fare"],
            convenience_fees=rates["convenience_fees"],
            convenience_fee_type=kind,
        )


class FarePreviewSerializer(serializers.Serializer[Any]):
    """A price and its lines, as shown to riders."""

    trip_cost = AmountField()
    convenience_fees = AmountField()
    driver_share = AmountField()
    breakdown = FareLineSerializer(many=True)


class PromoFormSerializer(serializers.Serializer[Any]):
    promo_name = PromoNameField()
    promo_description = serializers.CharField(max_length=200, required=False, allow_blank=True)
    promo_discount_type = serializers.ChoiceField(choices=DiscountType.choices)
    promo_discount_value = AmountField(min_value=0)
    max_promo_discount_value = AmountField(min_value=0, required=False, allow_null=True)
    min_order = AmountField(min_value=0, required=False)
    promo_validity = serializers.DateField(help_text="The last day, inclusive.")
    promo_usage_limit = serializers.IntegerField(min_value=1, max_value=2_000_000_000)

    def validate_promo_discount_value(self, value: Any) -> Any:
        if not value:
            raise serializers.ValidationError(_("Enter a discount above zero."))
        return value


class AdminPromoSerializer(serializers.ModelSerializer[Promo]):
    """A promo for the back office; needs the current date as context["today"]."""

    promo_discount_value = AmountField()
    max_promo_discount_value = AmountField(allow_null=True)
    min_order = AmountField()
    state = serializers.SerializerMethodField()

    class Meta:
        model = Promo
        fields = (
            "id",
            "promo_name",
            "promo_description",
            "promo_discount_type",
            "promo_discount_value",
            "max_promo_discount_value",
            "min_order",
            "promo_validity",
            "promo_usage_limit",
            "user_avail",
            "created_at",
            "state",
        )
        read_only_fields = fields

    def get_state(self, promo: Promo) -> PromoState:
        return PromoState(promo_state(promo, self.context["today"]))
