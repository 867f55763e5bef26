"""The codes that this app's operations refuse with, by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

REFUSALS: Final[OwnRefusals] = {
    "me_location_create": {404: ("not_found",), 409: ("driver_busy", "wrong_status")},
}
