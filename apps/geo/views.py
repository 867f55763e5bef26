"""Public views of maps, throttled per client."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.core.platform import platform_settings
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.geo import directions
from apps.geo.serializers import (
    AutocompleteQuerySerializer,
    LatLngSerializer,
    MapInfoSerializer,
    MatrixQuerySerializer,
    MatrixSerializer,
    PlaceQuerySerializer,
    PlaceSerializer,
    PlaceSuggestionsSerializer,
    RouteQuerySerializer,
    RouteSerializer,
    to_latlng,
)
from apps.geo.tiles.map_info import attributions_on, map_address, map_in_use


class MapsView(APIView):
    permission_classes: Sequence[type[BasePermission]] = (AllowAny,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "maps"


class MapView(MapsView):
    @extend_schema(operation_id="map_retrieve", responses=MapInfoSerializer)
    def get(self, request: Request) -> Response:
        """Return the platform's region and the URL of its map tiles."""
        meta = map_in_use()
        body = {
            "name": meta.name,
            "bbox": meta.bbox,
            "center": {"lat": meta.center[0], "lng": meta.center[1]},
            "pmtiles_url": map_address(meta),
            "max_zoom": meta.max_zoom,
            "attribution": meta.attribution,
            "attributions": attributions_on(meta),
        }
        return Response(MapInfoSerializer(body).data)


class AutocompleteView(MapsView):
    @extend_schema(
        operation_id="places_autocomplete",
        parameters=[AutocompleteQuerySerializer],
        responses=PlaceSuggestionsSerializer,
    )
    def get(self, request: Request) -> Response:
        """List suggestions for a partial text, best first."""
        query = AutocompleteQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        query_data = query.validated_data
        suggestions = directions.places_like(
            query_data["q"],
            near=to_latlng(query_data) if "lat" in query_data else None,
            country=platform_settings().restrict_country or None,
            session=_session_of(query_data),
        )
        return Response(PlaceSuggestionsSerializer({"results": suggestions}).data)


class PlaceView(MapsView):
    @extend_schema(
        operation_id="places_retrieve", parameters=[PlaceQuerySerializer], responses=PlaceSerializer
    )
    def get(self, request: Request, place_id: str) -> Response:
        """Return the place of a suggestion."""
        query = PlaceQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        place = directions.place_by_id(place_id, session=_session_of(query.validated_data))
        return Response(PlaceSerializer(place).data)


class ReverseView(MapsView):
    @extend_schema(operation_id="places_reverse", parameters=[LatLngSerializer], responses=PlaceSerializer)
    def get(self, request: Request) -> Response:
        """Return the place at a point, with the same coordinates."""
        query = LatLngSerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        return Response(PlaceSerializer(directions.place_at(to_latlng(query.validated_data))).data)


class RouteView(MapsView):
    @extend_schema(operation_id="routes_create", request=RouteQuerySerializer, responses=RouteSerializer)
    def post(self, request: Request) -> Response:
        """Return the fastest route between two points."""
        query = RouteQuerySerializer(data=request.data)
        query.is_valid(raise_exception=True)
        ends = query.validated_data
        route = directions.route_between(to_latlng(ends["pickup"]), to_latlng(ends["drop"]))
        return Response(RouteSerializer(route).data)


class MatrixView(MapsView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="routes_matrix", request=MatrixQuerySerializer, responses=MatrixSerializer)
    def post(self, request: Request) -> Response:
        """Return driving times and distances between all sources and destinations."""
        query = MatrixQuerySerializer(data=request.data)
        query.is_valid(raise_exception=True)
        sources, destinations = (
            [to_latlng(point) for point in query.validated_data[name]] for name in ("sources", "destinations")
        )
        return Response(MatrixSerializer(directions.matrix_between(sources, destinations)).data)


def _session_of(query: dict[str, Any]) -> str | None:
    session = query.get("session")
    return str(session) if session else None
