"""Serializers of the dispatcher's board."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.backoffice.desk.availability import MAX_REASON
from apps.backoffice.desk.board import MAX_JOBS, STATES
from apps.backoffice.desk.lanes import Lane
from apps.backoffice.desk.messages import MAX_DRIVERS, MAX_TEXT
from apps.backoffice.models import Flag
from apps.backoffice.serializers import DriverOnMapSerializer
from apps.bookings.choices import Status
from apps.bookings.serializers.booking import BackupDriverSerializer, PlannedDriverSerializer
from apps.bookings.serializers.parts import OfferedDriverSerializer, SpotSerializer
from apps.core.paging.filters import BLANK

MAX_IDS: Final = 200


class IdsQuerySerializer(serializers.Serializer[Any]):
    ids = serializers.CharField(
        help_text="Only these, separated by commas. Missing ones have left the board.", **BLANK
    )

    def validate_ids(self, value: str) -> list[int]:
        ids = [part for part in value.split(",") if part]
        if len(ids) > MAX_IDS or not all(part.isdecimal() and len(part) < 19 for part in ids):
            raise serializers.ValidationError(_("Enter valid ids. Maximum: %(most)d.") % {"most": MAX_IDS})
        return [int(part) for part in ids]


class DeskMessageSerializer(serializers.Serializer[Any]):
    drivers = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=MAX_DRIVERS
    )
    text = serializers.CharField(max_length=MAX_TEXT)


class DeskMessageSentSerializer(serializers.Serializer[Any]):
    drivers = serializers.IntegerField(help_text="The number of drivers that get it.")


class SentMessageSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    text = serializers.CharField()
    sent_by = serializers.CharField(help_text="Empty if the account was deleted.")
    created_at = serializers.DateTimeField()
    drivers = serializers.IntegerField(help_text="The number of drivers that it was sent to.")
    delivered = serializers.IntegerField(help_text="The number whose app received it.")
    read = serializers.IntegerField()


class SentMessagesSerializer(serializers.Serializer[Any]):
    results = SentMessageSerializer(many=True)


class DeskReceiptSerializer(serializers.Serializer[Any]):
    driver_id = serializers.IntegerField()
    name = serializers.CharField()
    delivered_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)


class DeskReceiptsSerializer(serializers.Serializer[Any]):
    results = DeskReceiptSerializer(many=True, help_text="Those who read it first, then by name.")


class TakeOfflineSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=MAX_REASON, help_text="The driver reads it.")


class BoardDriverSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    vehicle_number = serializers.CharField()


class BoardJobSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    reference = serializers.CharField()
    status = serializers.ChoiceField(choices=Status.choices)
    lane = serializers.ChoiceField(choices=Lane.choices)
    version = serializers.IntegerField(help_text="The number of transitions.")
    since = serializers.DateTimeField(help_text="When the booking came to its status.")
    late_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When it becomes late, by the limits of the alerts; null if nothing is due.",
    )
    book_later = serializers.BooleanField()
    street_trip = serializers.BooleanField(help_text="Started by the driver in the street.")
    trip_date = serializers.DateTimeField()
    customer_name = serializers.CharField()
    flags = serializers.ListField(
        child=serializers.ChoiceField(choices=Flag.choices),
        help_text="Flags of the rider; for admins only.",
    )
    pickup = SpotSerializer()
    drop_add = serializers.CharField()
    stop_count = serializers.IntegerField(help_text="The number of stops between pickup and drop.")
    passengers = serializers.IntegerField()
    luggage = serializers.IntegerField(help_text="Large pieces of luggage.")
    children = serializers.IntegerField(help_text="How many of the passengers are children.")
    child_seats = serializers.IntegerField(help_text="How many of them need a child seat.")
    return_wait_minutes = serializers.IntegerField(allow_null=True, help_text="Of a round trip; else null.")
    hire_minutes = serializers.IntegerField(allow_null=True, help_text="By the hour: how long; else null.")
    next_stop = serializers.CharField(
        allow_null=True, help_text="The first stop that the car has not left; null after the last one."
    )
    car_type = serializers.CharField()
    driver = BoardDriverSerializer(allow_null=True)
    offered_to = OfferedDriverSerializer(many=True, help_text="The drivers with an open offer.")
    planned_driver = PlannedDriverSerializer(
        allow_null=True, help_text="The driver planned for a scheduled trip."
    )
    backup_driver = BackupDriverSerializer(
        allow_null=True, help_text="The driver who is planned if the first one cannot drive."
    )
    held_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when staff hold the driver search; null if they do not."
    )
    hold_reason = serializers.CharField(help_text="Empty without a hold.")


class BoardSerializer(serializers.Serializer[Any]):
    now = serializers.DateTimeField(help_text="The server's clock, to count seconds with.")
    jobs = BoardJobSerializer(many=True, help_text="Newest first.")
    more = serializers.BooleanField(help_text=f"Only the newest {MAX_JOBS} open bookings are listed.")


class DeskDriverSerializer(DriverOnMapSerializer):
    state = serializers.ChoiceField(choices=STATES)
    since = serializers.DateTimeField(allow_null=True, help_text="Since when the driver is in this state.")


class DeskDriversSerializer(serializers.Serializer[Any]):
    results = DeskDriverSerializer(many=True, help_text="By name.")
