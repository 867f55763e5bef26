"""The error codes of this app's operations, by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

REFUSALS: Final[OwnRefusals] = {
    "exports_create": {
        403: ("demo_mode", "forbidden"),
        404: ("not_found",),
        409: ("pdf_too_long", "too_many_exports"),
    },
    "exports_retrieve": {403: ("demo_mode", "forbidden")},
    "me_data_export": {403: ("demo_mode",), 404: ("not_found",), 409: ("too_many_exports",)},
}
