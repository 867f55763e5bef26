"""The error codes of this app's operations, by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

REFUSALS: Final[OwnRefusals] = {
    "bookings_messages_list": {403: ("forbidden",), 404: ("chat_not_found",)},
    "bookings_messages_read": {403: ("forbidden",), 404: ("chat_not_found",)},
    "bookings_messages_write": {403: ("forbidden",), 404: ("chat_not_found",), 409: ("chat_closed",)},
    "guest_messages": {404: ("chat_not_found", "share_not_found")},
    "guest_messages_write": {404: ("chat_not_found", "share_not_found"), 409: ("chat_closed",)},
}
