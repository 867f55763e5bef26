"""Error codes of this app's operations by status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

_REVIEW = ("document_changed", "document_reviewed")

REFUSALS: Final[OwnRefusals] = {
    "documents_accept": {403: ("approval_by_admin",), 409: ("document_expired", *_REVIEW)},
    "documents_reject": {403: ("approval_by_admin",), 409: _REVIEW},
    "me_documents_create": {400: ("image_invalid",), 409: ("vehicle_missing",)},
    "me_rank_check_in": {
        404: ("not_found",),
        409: (
            "already_queued",
            "driver_busy",
            "driver_not_fit",
            "driver_offline",
            "not_in_rank",
            "rank_full",
        ),
    },
    "me_rank_leave": {409: ("not_queued",)},
    "me_shift_break": {409: ("driver_busy", "no_shift", "on_break", "shifts_off")},
    "me_shift_end": {404: ("not_found",), 409: ("driver_busy", "no_shift")},
    "me_shift_resume": {409: ("no_break", "no_shift", "shifts_off")},
    "me_shift_start": {
        404: ("not_found",),
        409: ("shift_over", "shift_rest", "shifts_off", "vehicle_incomplete"),
    },
    "ranks_create": {403: ("demo_mode",), 409: ("rank_name_taken",)},
    "ranks_delete": {403: ("demo_mode",), 409: ("rank_in_use",)},
    "ranks_queue_remove": {409: ("not_queued",)},
    "ranks_update": {403: ("demo_mode",), 409: ("rank_name_taken",)},
    "requirements_create": {403: ("demo_mode",), 409: ("requirement_exists",)},
    "requirements_delete": {403: ("demo_mode",)},
    "requirements_update": {403: ("demo_mode",), 409: ("requirement_exists",)},
    "vehicles_assign": {409: ("driver_on_trip", "vehicle_inactive", "vehicle_taken")},
    "vehicles_create": {409: ("plate_taken",)},
    "vehicles_delete": {403: ("demo_mode",), 409: ("vehicle_in_use",)},
    "vehicles_documents_add": {400: ("image_invalid",)},
    "vehicles_unassign": {409: ("driver_on_trip", "nothing_assigned")},
    "vehicles_update": {409: ("driver_on_trip", "plate_taken", "vehicle_assigned")},
}
