"""Serializers of the socket's REST endpoints."""

import time
from typing import Final

from rest_framework import serializers

from apps.realtime.positions.points import MAX_POINTS


class TicketSerializer(serializers.Serializer[dict[str, object]]):
    ticket = serializers.CharField()
    expires_in = serializers.IntegerField(help_text="In seconds.")


class PointSerializer(serializers.Serializer[dict[str, object]]):
    id = serializers.CharField(required=False)
    lat = serializers.FloatField(min_value=-90, max_value=90)
    lng = serializers.FloatField(min_value=-180, max_value=180)
    at = serializers.DateTimeField()
    heading = serializers.FloatField(required=False, allow_null=True, help_text="Degrees from north.")
    speed = serializers.FloatField(required=False, allow_null=True, help_text="Metres per second.")
    accuracy = serializers.FloatField(required=False, allow_null=True, help_text="Metres.")


class PointsSerializer(serializers.Serializer[dict[str, object]]):
    """Used for the schema only; points are parsed one by one, so that an invalid one does not reject the
    others.
    """

    points = serializers.ListField(child=PointSerializer(), max_length=MAX_POINTS)


MAX_SPANS: Final = 50
CLOCK_MS: Final = 3_600_000
"""How far a browser's clock may differ."""


class SpanSerializer(serializers.Serializer[dict[str, object]]):
    trace_id = serializers.RegexField(r"^(?!0{32})[0-9a-f]{32}$")
    span_id = serializers.RegexField(r"^(?!0{16})[0-9a-f]{16}$")
    parent_id = serializers.RegexField(r"^([0-9a-f]{16})?$", default="", allow_blank=True)
    # No digits and no @: a name has no id, number or address in it.
    name = serializers.RegexField(r"^[A-Za-z_ ./{}-]{1,80}$")
    start_ms = serializers.IntegerField(help_text="In Unix time, at most an hour off.")
    duration_ms = serializers.IntegerField(min_value=0, max_value=600_000)
    status = serializers.IntegerField(
        default=0, min_value=0, max_value=599, help_text="Of the reply; 0 without one."
    )

    def validate_start_ms(self, value: int) -> int:
        if abs(value - time.time() * 1000) > CLOCK_MS:
            raise serializers.ValidationError("Too far from the server's time.")
        return value


class SpansSerializer(serializers.Serializer[dict[str, object]]):
    spans = serializers.ListField(child=SpanSerializer(), max_length=MAX_SPANS)


class AcceptedSerializer(serializers.Serializer[dict[str, object]]):
    accepted = serializers.IntegerField()
    rejected = serializers.IntegerField()
