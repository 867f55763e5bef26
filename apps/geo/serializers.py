"""Serializers of the geo API; other apps use LatLngSerializer."""

import math
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from apps.geo.port import LatLng, PlaceSuggestion

MAX_MATRIX_POINTS = 100
MAX_MATRIX_CELLS = 2500


class CoordinateField(serializers.FloatField):
    """Degrees; unlike FloatField it rejects nan, which passes every comparison."""

    is_measure = True
    """For apps.core.validation.usual."""

    def to_internal_value(self, data: Any) -> float:
        value = super().to_internal_value(data)
        if not math.isfinite(value):
            self.fail("invalid")
        return value


class LatLngSerializer(serializers.Serializer[Any]):
    lat = CoordinateField(min_value=-90, max_value=90)
    lng = CoordinateField(min_value=-180, max_value=180)


def to_latlng(data: dict[str, Any]) -> LatLng:
    """Return the point of a validated LatLngSerializer."""
    return LatLng(data["lat"], data["lng"])


class AttributionSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    url = serializers.CharField()


class MapInfoSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    bbox = serializers.ListField(
        child=serializers.FloatField(), min_length=4, max_length=4, help_text="West, south, east, north."
    )
    center = LatLngSerializer()
    pmtiles_url = serializers.CharField(help_text="The vector tiles as one file, read by HTTP ranges.")
    max_zoom = serializers.IntegerField()
    attribution = serializers.CharField(help_text="The attribution of the map's own data.")
    attributions = AttributionSerializer(
        many=True, help_text="Must be shown on the map with their links; the map's own data comes first."
    )


def session_field() -> serializers.UUIDField:
    return serializers.UUIDField(
        required=False,
        help_text="Identifies one search from first keystroke to selection; some providers bill by it.",
    )


class PlaceQuerySerializer(serializers.Serializer[Any]):
    session = session_field()


class AutocompleteQuerySerializer(serializers.Serializer[Any]):
    q = serializers.CharField(max_length=200, allow_blank=True, help_text="The text typed so far.")
    lat = CoordinateField(min_value=-90, max_value=90, required=False, help_text="Ranks nearby places first.")
    lng = CoordinateField(min_value=-180, max_value=180, required=False)

    session = session_field()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        missing = {"lat", "lng"} - attrs.keys()
        if len(missing) == 1:
            raise serializers.ValidationError({missing.pop(): _("lat and lng belong together.")})
        return attrs


class MatchedSubstringSerializer(serializers.Serializer[Any]):
    offset = serializers.IntegerField()
    length = serializers.IntegerField()


class StructuredFormattingSerializer(serializers.Serializer[Any]):
    main_text = serializers.CharField()
    secondary_text = serializers.CharField()
    main_text_matched_substrings = MatchedSubstringSerializer(many=True)


class PlaceSuggestionSerializer(serializers.Serializer[Any]):
    place_id = serializers.CharField()
    description = serializers.CharField()
    structured_formatting = StructuredFormattingSerializer()

    def to_representation(self, instance: PlaceSuggestion) -> dict[str, Any]:
        return {
            "place_id": instance.place_id,
            "description": instance.description,
            "structured_formatting": {
                "main_text": instance.main_text,
                "secondary_text": instance.secondary_text,
                "main_text_matched_substrings": [
                    {"offset": match.offset, "length": match.length} for match in instance.main_text_matches
                ],
            },
        }


class PlaceSuggestionsSerializer(serializers.Serializer[Any]):
    results = PlaceSuggestionSerializer(many=True)


class PlaceSerializer(serializers.Serializer[Any]):
    place_id = serializers.CharField(
        allow_null=True, help_text="Null if the description only names the surroundings."
    )
    description = serializers.CharField()
    lat = serializers.FloatField(source="at.lat")
    lng = serializers.FloatField(source="at.lng")


class RouteQuerySerializer(serializers.Serializer[Any]):
    pickup = LatLngSerializer()
    drop = LatLngSerializer()


class RouteSerializer(serializers.Serializer[Any]):
    distance_km = serializers.FloatField()
    duration_seconds = serializers.IntegerField()
    polyline_points = serializers.CharField(
        source="polyline", help_text="Google's polyline encoding, precision 5."
    )


class MatrixQuerySerializer(serializers.Serializer[Any]):
    sources = serializers.ListField(child=LatLngSerializer(), allow_empty=False, max_length=MAX_MATRIX_POINTS)
    destinations = serializers.ListField(
        child=LatLngSerializer(), allow_empty=False, max_length=MAX_MATRIX_POINTS
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs["sources"]) * len(attrs["destinations"]) > MAX_MATRIX_CELLS:
            raise serializers.ValidationError({"destinations": _("Too many pairs of points.")})
        return attrs


class MatrixSerializer(serializers.Serializer[Any]):
    """One row per source, one cell per destination; null without a route."""

    durations_seconds = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(allow_null=True))
    )
    distances_km = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(allow_null=True))
    )
