"""The error codes of this app's operations, by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

TEST_TRIP: Final = {
    400: ("select_proper",),
    404: ("not_found", "place_to_coords_error"),
    422: ("no_route_found", "place_to_coords_error"),
    503: ("maps_unavailable",),
}

REFUSALS: Final[OwnRefusals] = {
    "car_types_create": {400: ("car_type_exists",)},
    "car_types_delete": {403: ("demo_mode",), 409: ("car_type_in_use",)},
    "car_types_image": {400: ("image_invalid",), 403: ("demo_mode",)},
    "car_types_image_remove": {403: ("demo_mode",)},
    "car_types_move": {403: ("demo_mode",)},
    "car_types_update": {400: ("car_type_exists",), 403: ("demo_mode",)},
    "estimates_create": {
        400: ("hire_not_offered", "not_for_hire", "select_proper", "stops_not_allowed", "too_many_stops"),
        403: ("user_issue_contact_admin",),
        404: ("place_to_coords_error",),
        422: ("no_route_found", "place_to_coords_error"),
        503: ("maps_unavailable",),
    },
    "promos_check": {
        400: (
            "promo_already_used",
            "promo_expired",
            "promo_limit_reached",
            "promo_min_order",
            "promo_not_found",
            "quote_invalid",
        ),
        409: ("quote_expired",),
    },
    "promos_create": {400: ("promo_exists",)},
    "promos_delete": {403: ("demo_mode",), 409: ("promo_in_use",)},
    "promos_update": {400: ("promo_exists",), 403: ("demo_mode",)},
    "public_holidays_create": {400: ("holiday_exists",), 403: ("demo_mode",)},
    "public_holidays_delete": {403: ("demo_mode",)},
    "tariffs_compare": TEST_TRIP,
    "tariffs_create": {400: ("tariff_invalid",), 404: ("not_found",), 409: ("no_car_types",)},
    "tariffs_delete": {403: ("demo_mode",), 409: ("tariff_published",)},
    "tariffs_preview": TEST_TRIP | {422: ("no_route_found", "place_to_coords_error", "tariff_no_rate")},
    "tariffs_publish": {
        400: ("past_time",),
        403: ("demo_mode",),
        409: ("tariff_changed", "tariff_has_warnings", "tariff_time_taken"),
    },
    "tariffs_update": {
        400: ("tariff_invalid",),
        403: ("demo_mode",),
        409: ("tariff_changed", "tariff_published"),
    },
    "tariffs_use_car_types": {400: ("past_time",), 403: ("demo_mode",), 409: ("tariff_time_taken",)},
    "tariffs_withdraw": {403: ("demo_mode",), 409: ("period_begun",)},
}
