"""Serializers of tariffs and public holidays for the back office."""

from decimal import Decimal
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.accounts.models import User
from apps.core.fields import AmountField, PlatformTimeField
from apps.fares.choices import TariffState, TripSource
from apps.fares.estimates.hires import LONGEST, SHORTEST
from apps.fares.models import PublicHoliday, Tariff, TariffPeriod
from apps.fares.serializers import FareLineSerializer
from apps.geo.port import LatLng
from apps.geo.serializers import CoordinateField

MAX_RUNS: Final = 30
MAX_TIMES: Final = 30
RUNS: Final[dict[str, Any]] = {"min_length": 1, "max_length": MAX_RUNS}
MINUTES: Final[dict[str, Any]] = {"max_digits": 9, "decimal_places": 2, "min_value": 0, "max_value": 100_000}
COUNT: Final[dict[str, Any]] = {"required": False, "min_value": 0, "max_value": 1000}


def _plain(value: Any) -> Any:
    """Return JSON values with the floats that request bodies contain as Decimals."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return value


class DocumentField(serializers.JSONField):
    """A tariff's document, whose only numbers besides counts are coordinates."""

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(_plain(data))


class StaffNameField(serializers.CharField):
    """The name of a member of staff; empty without one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def get_attribute(self, instance: Any) -> str:
        user: User | None = getattr(instance, str(self.source), None)
        return "" if user is None else user.full_name


class TariffRowSerializer(serializers.ModelSerializer[Tariff]):
    state = serializers.ChoiceField(choices=TariffState.choices)
    valid_from = serializers.DateTimeField(
        allow_null=True, help_text="The begin of its latest period; null if it was never published."
    )
    created_by = StaffNameField()
    published_by = StaffNameField()

    class Meta:
        model = Tariff
        fields: tuple[str, ...] = (
            "id",
            "name",
            "version",
            "state",
            "revision",
            "valid_from",
            "created_at",
            "created_by",
            "published_at",
            "published_by",
        )
        read_only_fields: tuple[str, ...] = fields


class TariffProblemSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(
        help_text="invalid; or gap, no_rate, overlap, contradiction, never_applies, cap_below_one, "
        "clock_change, unknown_car_type."
    )
    rule = serializers.IntegerField(allow_null=True, help_text="The number of its rule from 0.")
    path = serializers.CharField(help_text="The place of an error, such as rules[3].then.amount.")
    detail = serializers.CharField()


class TariffChecksSerializer(serializers.Serializer[Any]):
    errors = TariffProblemSerializer(many=True)  # type: ignore[assignment]  # a field, not the property
    warnings = TariffProblemSerializer(many=True)


class TariffSerializer(TariffRowSerializer):
    document = serializers.JSONField(help_text="As in a file of `manage.py tariff schema`.")

    class Meta(TariffRowSerializer.Meta):
        fields = (*TariffRowSerializer.Meta.fields, "document")
        read_only_fields = fields


class TariffCreateSerializer(serializers.Serializer[Any]):
    document = DocumentField(required=False)
    copy_of = serializers.IntegerField(required=False, min_value=1, help_text="Another tariff's id.")
    of_car_types = serializers.BooleanField(
        required=False, help_text="A tariff with the same prices as the car types' numbers."
    )

    def validate(self, attrs: Any) -> Any:
        if sum(bool(attrs.get(name)) for name in ("document", "copy_of", "of_car_types")) != 1:
            raise serializers.ValidationError({"document": _("Required")})
        return attrs


class TariffChangeSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField(min_value=1, help_text="As last read.")
    document = DocumentField()


class TariffDocumentSerializer(serializers.Serializer[Any]):
    document = DocumentField()


class ValidFromSerializer(serializers.Serializer[Any]):
    valid_from = PlatformTimeField(
        required=False, help_text="Without an offset in the platform's time zone; by default now."
    )


class TariffPublishSerializer(ValidFromSerializer):
    revision = serializers.IntegerField(min_value=1, help_text="As last read.")
    accept_warnings = serializers.BooleanField(required=False)


class TariffPeriodSerializer(serializers.ModelSerializer[TariffPeriod]):
    tariff = serializers.CharField(
        source="tariff.name", default="", help_text="Empty for the car types' numbers."
    )
    version = serializers.IntegerField(source="tariff.version", default=None, allow_null=True)
    published_by = StaffNameField()

    class Meta:
        model = TariffPeriod
        fields = ("id", "tariff_id", "tariff", "version", "valid_from", "published_at", "published_by")
        read_only_fields = fields


class TariffPeriodListSerializer(serializers.Serializer[Any]):
    results = TariffPeriodSerializer(many=True)


class PlaceSerializer(serializers.Serializer[Any]):
    lat = CoordinateField(min_value=-90, max_value=90)
    lng = CoordinateField(min_value=-180, max_value=180)

    def to_internal_value(self, data: Any) -> Any:
        return LatLng(**super().to_internal_value(data))


class TariffRunSerializer(serializers.Serializer[Any]):
    """A trip by distance and time, or by two places."""

    name = serializers.CharField(max_length=80, required=False, allow_blank=True)
    distance_km = serializers.DecimalField(
        max_digits=9, decimal_places=3, min_value=0, max_value=10_000, required=False
    )
    minutes = serializers.DecimalField(
        max_digits=9, decimal_places=2, min_value=0, max_value=10_000, required=False
    )
    pickup = PlaceSerializer(required=False)
    drop = PlaceSerializer(required=False)

    def validate(self, attrs: Any) -> Any:
        has_places = "pickup" in attrs and "drop" in attrs
        missing = [name for name in ("distance_km", "minutes") if name not in attrs]
        if missing and not has_places:
            raise serializers.ValidationError(dict.fromkeys(missing, _("Required")))
        return attrs


class TariffPreviewQuerySerializer(serializers.Serializer[Any]):
    car_type_id = serializers.IntegerField(min_value=1)
    run = TariffRunSerializer()
    at = PlatformTimeField(help_text="The pickup; without an offset in the platform's time zone.")
    source = serializers.ChoiceField(choices=TripSource.choices, required=False)  # type: ignore[assignment]  # as above
    booked_for_later = serializers.BooleanField(required=False)
    passengers = serializers.IntegerField(**COUNT)
    children = serializers.IntegerField(**COUNT, help_text="Among the passengers.")
    luggage = serializers.IntegerField(**COUNT)
    stops = serializers.IntegerField(**COUNT)
    needs = serializers.ListField(child=serializers.CharField(max_length=80), required=False, max_length=50)
    hire_minutes = serializers.IntegerField(
        min_value=SHORTEST,
        max_value=LONGEST,
        required=False,
        help_text="By the hour: how long the car is booked for. The run is what is driven.",
    )


class TariffFeesQuerySerializer(TariffPreviewQuerySerializer):
    """A test trip, and when it is cancelled."""

    after_minutes = serializers.DecimalField(**MINUTES, help_text="Since a driver accepted.")
    way = serializers.DecimalField(
        max_digits=4,
        decimal_places=1,
        min_value=0,
        max_value=100,
        required=False,
        help_text="The percentage of the driver's way to the pickup.",
    )
    minutes_to_pickup = serializers.DecimalField(**MINUTES, required=False)
    waited_minutes = serializers.DecimalField(
        **MINUTES, required=False, help_text="How long the driver waits at the pickup."
    )


class TariffFeeSerializer(serializers.Serializer[Any]):
    occasion = serializers.ChoiceField(choices=["on_the_way", "arrived", "no_show"])
    amount = AmountField(allow_null=True, help_text="Null if the tariff has no rule for it.")
    explanation = serializers.CharField()


class TariffFeesSerializer(serializers.Serializer[Any]):
    results = TariffFeeSerializer(many=True)


class TariffPreviewSerializer(serializers.Serializer[Any]):
    trip_cost = AmountField()
    convenience_fees = AmountField()
    driver_share = AmountField()
    breakdown = FareLineSerializer(many=True)


class TariffCompareQuerySerializer(serializers.Serializer[Any]):
    tariff_id = serializers.IntegerField(min_value=1)
    other_id = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, help_text="By default the tariff in force."
    )
    car_type_id = serializers.IntegerField(min_value=1)
    runs = TariffRunSerializer(many=True, **RUNS)
    times = serializers.ListField(child=PlatformTimeField(), min_length=1, max_length=MAX_TIMES)


class TariffCellSerializer(serializers.Serializer[Any]):
    trip_cost = AmountField(allow_null=True, help_text="Null without a rate.")
    other_trip_cost = AmountField(allow_null=True)
    difference = AmountField(allow_null=True)


class TariffCompareRowSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    cells = TariffCellSerializer(many=True, help_text="One for each time.")


class TariffCompareSerializer(serializers.Serializer[Any]):
    other_id = serializers.IntegerField(allow_null=True, help_text="Null for the car type's numbers.")
    rows = TariffCompareRowSerializer(many=True)


class PublicHolidaySerializer(serializers.ModelSerializer[PublicHoliday]):
    class Meta:
        model = PublicHoliday
        fields = ("id", "day", "name")
        read_only_fields = ("id",)
        extra_kwargs: ClassVar[dict[str, Any]] = {"day": {"validators": []}}
