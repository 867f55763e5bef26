"""The error codes of this app's operations, by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

REFUSALS: Final[OwnRefusals] = {
    "me_devices_create": {400: ("push_endpoint_refused", "push_not_configured")},
    "notifications_create": {400: ("no_user_match",)},
    "notifications_delete": {403: ("demo_mode",), 409: ("announcement_sending",)},
    "notifications_send": {
        400: ("no_user_match",),
        403: ("demo_mode",),
        409: ("announcement_sending",),
        429: ("announcement_too_soon",),
    },
    "notifications_update": {403: ("demo_mode",), 409: ("announcement_sending",)},
    "outbox_session_create": {404: ("not_found",)},
}
