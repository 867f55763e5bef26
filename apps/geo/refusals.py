"""The error codes of this app's operations, by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

REFUSALS: Final[OwnRefusals] = {
    "functions_googleapis_autocomplete": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "functions_googleapis_getaddress": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "functions_googleapis_getcoords": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "functions_googleapis_getdrivetime": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "functions_googleapis_getmultiloctime": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "functions_googleapis_getroute": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "map_retrieve": {503: ("maps_unavailable",)},
    "places_autocomplete": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "places_retrieve": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "places_reverse": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "routes_create": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "routes_matrix": {
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
}
