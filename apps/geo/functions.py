"""The map endpoints of document 1, section 7, under their original names.

The provider is a setting, as for the API, and they share the API's rate limit.
"""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.core.platform import platform_settings
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.geo import directions
from apps.geo.geometry.sphere import is_on_earth
from apps.geo.port import LatLng
from apps.geo.serializers import LatLngSerializer, PlaceSuggestionSerializer

MAX_WAYPOINTS: Final = 100


class PointField(serializers.CharField):
    """A point as `lat,lng`, the format of the specification."""

    default_error_messages = {"point": _("A point is written as latitude,longitude.")}  # noqa: RUF012 - DRF's way

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            lat, lng = map(float, text.split(","))
        except ValueError:
            self.fail("point")
        if not is_on_earth(lat, lng):
            self.fail("point")
        return LatLng(lat, lng)


class PointsField(serializers.CharField):
    """Points separated by `|`; can be empty."""

    def to_internal_value(self, data: Any) -> Any:
        texts = [text for text in super().to_internal_value(data).split("|") if text.strip()]
        if len(texts) > MAX_WAYPOINTS:
            raise serializers.ValidationError(_("Too many points."))
        return [PointField().run_validation(text) for text in texts]


class SearchForm(serializers.Serializer[Any]):
    searchKeyword = serializers.CharField(max_length=200, allow_blank=True)
    country = serializers.RegexField("^[A-Za-z]{2}$", required=False, allow_blank=True, allow_null=True)


class PlaceForm(serializers.Serializer[Any]):
    place_id = serializers.CharField(max_length=2100)


class PointForm(serializers.Serializer[Any]):
    latlng = PointField()


class EndsForm(serializers.Serializer[Any]):
    start = PointField()
    dest = PointField()


class WayForm(EndsForm):
    waypoints = PointsField(required=False, allow_blank=True, allow_null=True, max_length=6000)


class PlacesReply(serializers.Serializer[Any]):
    searchResults = PlaceSuggestionSerializer(many=True)


class CoordsReply(serializers.Serializer[Any]):
    coords = LatLngSerializer()


class RouteReply(serializers.Serializer[Any]):
    distance = serializers.FloatField(help_text="In kilometres.")
    polylinePoints = serializers.CharField()
    duration = serializers.IntegerField(help_text="In seconds.")


class AddressReply(serializers.Serializer[Any]):
    address = serializers.CharField()


class DistanceReply(serializers.Serializer[Any]):
    distance_in_km = serializers.FloatField()


class FunctionView(APIView):
    """The base of these endpoints; errors also contain `{"error": code}` as specified."""

    permission_classes = (IsAuthenticated,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "maps"
    error_component = "FunctionError"
    form: type[serializers.Serializer[Any]]

    def post(self, request: Request) -> Response:
        form = self.form(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(self.reply(form.validated_data))

    def reply(self, data: dict[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        if isinstance(response.data, dict) and "code" in response.data:
            response.data = {"error": response.data["code"], **response.data}
        return response


@extend_schema_view(
    post=extend_schema(
        operation_id="functions_googleapis_autocomplete", request=SearchForm, responses={200: PlacesReply}
    )
)
class AutocompleteFunction(FunctionView):
    """Return suggestions. The platform's country restriction takes precedence over the request's."""

    form = SearchForm

    def reply(self, data: dict[str, Any]) -> dict[str, Any]:
        country = platform_settings().restrict_country or data.get("country")
        suggestions = directions.places_like(data["searchKeyword"], country=country or None)
        return {"searchResults": PlaceSuggestionSerializer(suggestions, many=True).data}


@extend_schema_view(
    post=extend_schema(
        operation_id="functions_googleapis_getcoords", request=PlaceForm, responses={200: CoordsReply}
    )
)
class CoordsFunction(FunctionView):
    """Return the coordinates of a place."""

    form = PlaceForm

    def reply(self, data: dict[str, Any]) -> dict[str, Any]:
        return {"coords": directions.place_by_id(data["place_id"]).at._asdict()}


@extend_schema_view(
    post=extend_schema(
        operation_id="functions_googleapis_getroute", request=EndsForm, responses={200: RouteReply}
    )
)
class RouteFunction(FunctionView):
    """Return distance in km, duration in seconds and the polyline of a route."""

    form = EndsForm

    def reply(self, data: dict[str, Any]) -> dict[str, Any]:
        route = directions.route_between(data["start"], data["dest"])
        return {
            "distance": float(route.distance_km),
            "polylinePoints": route.polyline,
            "duration": route.duration_seconds,
        }


@extend_schema_view(
    post=extend_schema(
        operation_id="functions_googleapis_getaddress", request=PointForm, responses={200: AddressReply}
    )
)
class AddressFunction(FunctionView):
    """Return the address of a point."""

    form = PointForm

    def reply(self, data: dict[str, Any]) -> dict[str, Any]:
        return {"address": directions.place_at(data["latlng"]).description}


@extend_schema_view(
    post=extend_schema(
        operation_id="functions_googleapis_getdrivetime", request=EndsForm, responses={200: DistanceReply}
    )
)
class DriveTimeFunction(FunctionView):
    """Return the driving distance in km between two points."""

    form = EndsForm

    def reply(self, data: dict[str, Any]) -> dict[str, Any]:
        return {"distance_in_km": float(directions.drive_between(data["start"], data["dest"]).distance_km)}


@extend_schema_view(
    post=extend_schema(
        operation_id="functions_googleapis_getmultiloctime", request=WayForm, responses={200: DistanceReply}
    )
)
class MultiLocationFunction(FunctionView):
    """Return the driving distance in km through waypoints."""

    form = WayForm

    def reply(self, data: dict[str, Any]) -> dict[str, Any]:
        points = [data["start"], *(data.get("waypoints") or []), data["dest"]]
        return {"distance_in_km": float(directions.route_through(points).distance_km)}
