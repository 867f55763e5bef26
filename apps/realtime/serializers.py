"""Serializers of the socket's REST endpoints."""

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


class AcceptedSerializer(serializers.Serializer[dict[str, object]]):
    accepted = serializers.IntegerField()
    rejected = serializers.IntegerField()
