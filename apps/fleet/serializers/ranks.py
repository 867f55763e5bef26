"""Serializers of ranks and their queues, for admins and drivers."""

from typing import Any

from rest_framework import serializers

from apps.accounts.serializers.changes import ChangesSerializer
from apps.fleet.choices import QueueEnd
from apps.fleet.models import Rank, RankQueueEntry
from apps.fleet.models.rank import MAX_DRIVERS, MAX_RADIUS_M, MIN_RADIUS_M
from apps.fleet.serializers.vehicles import FleetPersonSerializer


class RankSerializer(serializers.Serializer[Rank]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    lat = serializers.FloatField()
    lng = serializers.FloatField()
    radius_m = serializers.IntegerField(help_text="In metres.")
    max_drivers = serializers.IntegerField(help_text="The most drivers in the queue.")
    active = serializers.BooleanField()
    waiting = serializers.IntegerField(help_text="Drivers in the queue.")
    created_at = serializers.DateTimeField()


class RankFormSerializer(ChangesSerializer):
    name = serializers.CharField(max_length=80)
    lat = serializers.FloatField(min_value=-90, max_value=90)
    lng = serializers.FloatField(min_value=-180, max_value=180)
    radius_m = serializers.IntegerField(
        required=False, min_value=MIN_RADIUS_M, max_value=MAX_RADIUS_M, help_text="In metres; 100 by default."
    )
    max_drivers = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_DRIVERS, help_text="20 by default."
    )
    active = serializers.BooleanField(required=False)


class RankQueueEntrySerializer(serializers.Serializer[RankQueueEntry]):
    id = serializers.IntegerField()
    driver = FleetPersonSerializer()
    plate = serializers.CharField(source="driver.driver_profile.vehicle_number")
    automatic = serializers.BooleanField(help_text="Checked in by entering the area.")
    entered_at = serializers.DateTimeField()
    outside_since = serializers.DateTimeField(allow_null=True, help_text="Null inside the area.")
    missed_offers = serializers.IntegerField(help_text="Declined or not answered.")


class RankQueueSerializer(serializers.Serializer[Any]):
    entries = RankQueueEntrySerializer(many=True, help_text="The first driver first.")


class EndedPlaceSerializer(serializers.Serializer[RankQueueEntry]):
    id = serializers.IntegerField()
    driver = FleetPersonSerializer()
    plate = serializers.CharField(source="driver.driver_profile.vehicle_number", help_text="The current one.")
    automatic = serializers.BooleanField(help_text="Checked in by entering the area.")
    entered_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField()
    end_reason = serializers.ChoiceField(choices=QueueEnd.choices)
    note = serializers.CharField(help_text="Why an admin removed the driver.")


class EndedPlacesSerializer(serializers.Serializer[Any]):
    entries = EndedPlaceSerializer(many=True, help_text="The last first.")


class EndedPlacesFilterSerializer(serializers.Serializer[Any]):
    day = serializers.DateField(required=False, help_text="In the platform's time zone; by default today.")


class RankRemovalSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=200)


class OwnPlaceSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    rank_id = serializers.IntegerField()
    rank_name = serializers.CharField()
    place = serializers.IntegerField(help_text="From 1, in order of entry.")
    waiting = serializers.IntegerField(help_text="Drivers in the queue.")
    entered_at = serializers.DateTimeField()
    missed_offers = serializers.IntegerField(help_text="The second one costs the place.")
    leaves_at = serializers.DateTimeField(
        allow_null=True, help_text="When the place is lost outside the area; null inside."
    )


class NearRankSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    distance_m = serializers.IntegerField(help_text="Metres to the edge of the area; 0 inside.")
    waiting = serializers.IntegerField(help_text="Drivers in the queue.")
    max_drivers = serializers.IntegerField()


class OwnRankSerializer(serializers.Serializer[Any]):
    enabled = serializers.BooleanField(help_text="Whether the platform has active ranks.")
    automatic = serializers.BooleanField(help_text="Drivers are checked in by entering the area.")
    place = OwnPlaceSerializer(allow_null=True)
    near = NearRankSerializer(allow_null=True, help_text="The rank at or near the driver, without a place.")


class CheckInSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(min_value=1)
