"""Serializers of shifts, for the driver and for staff."""

from typing import Any

from rest_framework import serializers

from apps.fleet.choices import LimitReason
from apps.fleet.models import Shift
from apps.fleet.serializers.vehicles import FleetPersonSerializer
from apps.fleet.shifts.hours import total
from apps.fleet.shifts.limits import work_of

SHIFT_REASONS = (LimitReason.SHIFT_OVER, LimitReason.ON_BREAK, LimitReason.BREAK_DUE)


class ShiftBreakSerializer(serializers.Serializer[Any]):
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class ShiftSerializer(serializers.Serializer[Shift]):
    """A shift with its breaks; pass the current time as context["now"]."""

    id = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    breaks = ShiftBreakSerializer(many=True)
    worked_seconds = serializers.SerializerMethodField(help_text="Working time without breaks, so far.")

    def get_worked_seconds(self, shift: Shift) -> int:
        return int(total(work_of(shift, self.context["now"])).total_seconds())


class StaffShiftSerializer(ShiftSerializer):
    driver = FleetPersonSerializer()


class OwnShiftSerializer(serializers.Serializer[Any]):
    enabled = serializers.BooleanField(help_text="Whether the platform uses shifts.")
    shift = ShiftSerializer(allow_null=True, help_text="The open shift.")
    on_break = serializers.BooleanField()
    until = serializers.DateTimeField(allow_null=True, help_text="When the driver has to stop working.")
    reason = serializers.ChoiceField(
        choices=[(reason.value, reason.label) for reason in SHIFT_REASONS],
        allow_null=True,
        help_text="Why the driver has to stop.",
    )
    rest_until = serializers.DateTimeField(
        allow_null=True, help_text="When the next shift may start; null if it may start now."
    )
    hours_in_day = serializers.IntegerField(help_text="Maximum working hours in 24; 0 for no limit.")
    rest_hours = serializers.IntegerField(help_text="Minimum hours between shifts; 0 for none.")
    break_after_hours = serializers.IntegerField(help_text="Hours after which a break is due; 0 for none.")
    break_minutes = serializers.IntegerField(help_text="Length of a required break, in minutes.")
