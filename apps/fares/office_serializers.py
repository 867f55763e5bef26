"""Shapes of car types and promos as the office reads and writes them."""

from typing import Any, Final, Literal

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.core.fields import AmountField
from apps.core.models import PlatformSettings
from apps.fares.choices import DiscountType, FeeType, PromoState
from apps.fares.engine import Rates
from apps.fares.models import Promo
from apps.fares.office import PROMO_ORDERINGS, PromoFilters, promo_state
from apps.fares.serializers import FareLineSerializer, ListedCarTypeSerializer, PromoNameField

AT_MOST: Final[dict[str, Any]] = {"max_length": 50}
"""Rows of a sub-table."""
MOST_MINUTES: Final = 10_000


class OfficeCarTypeSerializer(ListedCarTypeSerializer):
    """A car type with what only the office asks about it; read by office.all_car_types."""

    drivers = serializers.IntegerField(read_only=True, help_text="Who have it.")
    app_category = serializers.ChoiceField(
        choices=PlatformSettings.AppCategory.choices, allow_blank=True, read_only=True
    )

    class Meta(ListedCarTypeSerializer.Meta):
        fields = (*ListedCarTypeSerializer.Meta.fields, "app_category", "position", "created_at", "drivers")
        read_only_fields = fields


class OfficeCarTypeListSerializer(serializers.Serializer[Any]):
    results = OfficeCarTypeSerializer(many=True)


class ExtraFormSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(required=False, allow_null=True, help_text="Of a row that stays.")
    description = serializers.CharField(max_length=80)
    amount = AmountField(min_value=0)


class SlabFormSerializer(serializers.Serializer[Any]):
    mins_delayed = serializers.IntegerField(min_value=0, max_value=MOST_MINUTES)
    amount = AmountField(min_value=0)


class FiguresSerializer(serializers.Serializer[Any]):
    """What a fare is worked out from."""

    base_fare = AmountField(min_value=0)
    rate_per_unit_distance = AmountField(min_value=0)
    rate_per_hour = AmountField(min_value=0)
    min_fare = AmountField(min_value=0)
    convenience_fees = AmountField(min_value=0)
    convenience_fee_type = serializers.ChoiceField(choices=FeeType.choices)


class CarTypeFormSerializer(FiguresSerializer):
    name = serializers.CharField(max_length=60)
    icon = serializers.RegexField(r"^[a-z-]+$", max_length=30, required=False)
    extra_info = serializers.CharField(max_length=200, required=False, allow_blank=True)
    app_category = serializers.ChoiceField(
        choices=PlatformSettings.AppCategory.choices,
        required=False,
        allow_blank=True,
        help_text="The platform that offers it; either without.",
    )
    parcel_types = ExtraFormSerializer(many=True, required=False, **AT_MOST)
    options = ExtraFormSerializer(many=True, required=False, **AT_MOST)
    cancel_slabs = SlabFormSerializer(many=True, required=False, help_text="Later and later.", **AT_MOST)


class MoveToSerializer(serializers.Serializer[Any]):
    to = serializers.IntegerField(min_value=0, max_value=10_000, help_text="The place, counted from 0.")


class FarePreviewQuerySerializer(FiguresSerializer):
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
        asked = self.validated_data
        is_flat = asked["convenience_fee_type"] == FeeType.FLAT
        kind: Literal["flat", "percentage"] = "flat" if is_flat else "percentage"
        return Rates(
            base_fare=asked["base_fare"],
            rate_per_unit_distance=asked["rate_per_unit_distance"],
            rate_per_hour=asked["rate_per_hour"],
            min_fare=asked["min_fare"],
            convenience_fees=asked["convenience_fees"],
            convenience_fee_type=kind,
        )


class FarePreviewSerializer(serializers.Serializer[Any]):
    """A price and its bill, as riders are shown them."""

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


class OfficePromoSerializer(serializers.ModelSerializer[Promo]):
    """A promo as the office has it; give the day that it is as context["today"]."""

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


class PromoFilterSerializer(serializers.Serializer[Any]):
    """The query of the office's list."""

    search = serializers.CharField(required=False, allow_blank=True, default="", max_length=80)
    state = serializers.ChoiceField(choices=PromoState.choices, required=False, allow_blank=True, default="")
    ordering = serializers.ChoiceField(choices=PROMO_ORDERINGS, required=False, default="-id")

    def filters(self) -> PromoFilters:
        return PromoFilters(**self.validated_data)
