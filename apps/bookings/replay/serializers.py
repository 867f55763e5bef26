"""Serializers of replays for the back office."""

from typing import Any, ClassVar

from rest_framework import serializers

from apps.bookings.choices import ReplayState
from apps.bookings.models import ReplayRun
from apps.core.fields import AmountField
from apps.fares.tariffs.serializers import StaffNameField


class ReplayCreateSerializer(serializers.Serializer[Any]):
    tariff_id = serializers.IntegerField(
        min_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text="Null for the tariff of each trip.",
    )
    first_day = serializers.DateField()
    last_day = serializers.DateField(help_text="Included.")


class ReplayRunSerializer(serializers.ModelSerializer[ReplayRun]):
    state = serializers.ChoiceField(choices=ReplayState.choices)
    requested_by = StaffNameField()

    class Meta:
        model = ReplayRun
        fields = (
            "id",
            "tariff_id",
            "tariff_name",
            "first_day",
            "last_day",
            "state",
            "trips_done",
            "trips_total",
            "error",
            "fingerprint",
            "requested_by",
            "created_at",
            "finished_at",
        )
        read_only_fields = fields
        extra_kwargs: ClassVar[dict[str, Any]] = {
            "tariff_name": {"help_text": "Empty for the tariff of each trip."},
            "error": {"help_text": "An error code; empty unless it failed."},
            "fingerprint": {"help_text": "Equal runs have equal ones; empty until it is done."},
        }


class ReplayRunListSerializer(serializers.Serializer[Any]):
    results = ReplayRunSerializer(many=True)


class ReplaySumsSerializer(serializers.Serializer[Any]):
    trips = serializers.IntegerField()
    own = AmountField(help_text="Under the tariff of each trip.")
    new = AmountField()


class ReplayGroupSerializer(ReplaySumsSerializer):
    key = serializers.CharField(help_text="A name, the weekday from 0 for Monday, or the hour.")


class ReplayDriverSerializer(ReplaySumsSerializer):
    driver_id = serializers.IntegerField()
    name = serializers.CharField(help_text="Empty if the account no longer exists.")


class ReplayRiderSerializer(ReplaySumsSerializer):
    rider_id = serializers.IntegerField()
    name = serializers.CharField(help_text="Empty if the account no longer exists.")


class ReplayBarSerializer(serializers.Serializer[Any]):
    above = serializers.IntegerField(allow_null=True, help_text="Percent; both 0 for trips without a change.")
    up_to = serializers.IntegerField(allow_null=True)
    trips = serializers.IntegerField()


class ReplayChangeSerializer(serializers.Serializer[Any]):
    booking_id = serializers.IntegerField()
    reference = serializers.CharField()
    own = AmountField()
    new = AmountField()


class ReplayDaySerializer(ReplaySumsSerializer):
    day = serializers.DateField()


class ReplayDriverTripSerializer(ReplayChangeSerializer):
    at = serializers.DateTimeField()


class ReplayReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(
        help_text="cancelled, fare_adjusted, no_rate, no_track, not_measured or own_price_differs."
    )
    trips = serializers.IntegerField()


class ReplayLeftSerializer(serializers.Serializer[Any]):
    booking_id = serializers.IntegerField()
    reference = serializers.CharField()
    reason = serializers.CharField()


class ReplayDemandSerializer(serializers.Serializer[Any]):
    elasticity = serializers.CharField()
    trips = serializers.CharField(help_text="The expected number of trips.")
    trip_cost = AmountField()


class ReplayResultsSerializer(serializers.Serializer[Any]):
    """Demand is held fixed, except in `demand`."""

    trip_cost = ReplaySumsSerializer()
    convenience_fees = ReplaySumsSerializer()
    driver_share = ReplaySumsSerializer()
    discount = ReplaySumsSerializer()
    cancellation_fees = ReplaySumsSerializer(help_text="Of cancelled trips and no-shows.")
    tips = ReplaySumsSerializer(help_text="They stay as they are.")
    refunds = ReplaySumsSerializer(help_text="They stay as they are.")
    lower = serializers.IntegerField()
    higher = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    histogram = ReplayBarSerializer(many=True)
    car_types = ReplayGroupSerializer(many=True)
    weekdays = ReplayGroupSerializer(many=True)
    hours = ReplayGroupSerializer(many=True)
    zones = ReplayGroupSerializer(many=True, help_text="By the pickup; a pickup in two zones counts in both.")
    largest = ReplayChangeSerializer(many=True)
    drivers = ReplayDriverSerializer(
        many=True, help_text="Their shares and cancellation fees, the largest loss first."
    )
    riders = ReplayRiderSerializer(
        many=True, help_text="The 50 whose fares and fees change most; fares less their discount."
    )
    not_repriced = ReplayReasonSerializer(many=True)
    not_repriced_trips = ReplayLeftSerializer(many=True, help_text="At most 500.")
    demand = ReplayDemandSerializer(many=True)


class ReplayDriverDetailSerializer(ReplayDriverSerializer):
    """A driver's shares and cancellation fees, of the trips as they are now."""

    lower = serializers.IntegerField(help_text="Trips that would have brought less.")
    higher = serializers.IntegerField()
    days = ReplayDaySerializer(many=True)
    listed = ReplayDriverTripSerializer(many=True, help_text="At most 500, the largest changes first.")
    not_repriced = ReplayReasonSerializer(many=True)
