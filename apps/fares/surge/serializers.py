"""The shape of surge factors."""

from typing import Any

from rest_framework import serializers

from apps.fares.models import SurgeFactor


class SurgeChangeSerializer(serializers.ModelSerializer[SurgeFactor]):
    car_type_name = serializers.CharField(source="car_type.name")

    class Meta:
        model = SurgeFactor
        fields = (
            "id", "zone", "car_type_id", "car_type_name", "factor", "previous", "waiting", "free",
            "computed_at", "ended_at",
        )  # fmt: skip


class SurgePlaceSerializer(serializers.Serializer[Any]):
    zone = serializers.CharField(help_text="Blank outside all zones and without zones.")
    car_type_id = serializers.IntegerField()
    car_type_name = serializers.CharField()
    factor = serializers.DecimalField(max_digits=4, decimal_places=2)
    waiting = serializers.IntegerField(help_text="Waiting requests for now.")
    free = serializers.IntegerField(help_text="Free cars.")
    since = serializers.DateTimeField(allow_null=True, help_text="The last change; null if there was none.")


class SurgeSerializer(serializers.Serializer[Any]):
    on = serializers.BooleanField(help_text="Switched on in the settings, on a platform of rides.")
    stopped = serializers.BooleanField(help_text="The emergency switch is on: all prices are the usual ones.")
    places = SurgePlaceSerializer(many=True)
