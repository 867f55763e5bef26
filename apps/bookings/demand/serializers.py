"""The shapes of demand by area."""

from typing import Any

from rest_framework import serializers

from apps.bookings.demand.past import MIN_RIDERS
from apps.fleet.choices import AreaKind


class DemandAreaSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    kind = serializers.ChoiceField(choices=AreaKind.choices)
    name = serializers.CharField(
        help_text="Of a cell the nearest settlement; blank for the platform and for cells without one."
    )
    rings = serializers.ListField(
        child=serializers.ListField(child=serializers.ListField(child=serializers.FloatField())),
        help_text="The outline: rings of [longitude, latitude]; empty for the platform.",
    )
    waiting = serializers.IntegerField(help_text="Waiting requests for now.")
    free = serializers.IntegerField(help_text="Free cars; for fleet admins those of their fleet.")
    expected = serializers.FloatField(
        allow_null=True,
        help_text="Requests of the next 60 minutes; null with less than 2 weeks of bookings, and in cells "
        "that touch a zone or have too few riders.",
    )
    difference = serializers.FloatField(
        allow_null=True,
        help_text="Free cars without the waiting and expected requests; negative if cars are missing. Null "
        "for fleet admins.",
    )


class DeskDemandSerializer(serializers.Serializer[Any]):
    computed_at = serializers.DateTimeField()
    weeks = serializers.IntegerField(help_text="How many past weeks the expected numbers are a mean of.")
    areas = DemandAreaSerializer(many=True)


class HeatMapCellSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    level = serializers.IntegerField(min_value=1, max_value=5)
    name = serializers.CharField(
        help_text="The taxi rank, zone or settlement; blank without one. Never an address."
    )
    lat = serializers.FloatField(help_text="The middle of the cell.")
    lng = serializers.FloatField()
    south = serializers.FloatField()
    west = serializers.FloatField()
    north = serializers.FloatField()
    east = serializers.FloatField()


class HeatMapSerializer(serializers.Serializer[Any]):
    on = serializers.BooleanField(help_text="The setting driver_heat_map.")
    computed_at = serializers.DateTimeField()
    cells = HeatMapCellSerializer(
        many=True, help_text=f"The busiest first, each with requests of at least {MIN_RIDERS} riders."
    )
