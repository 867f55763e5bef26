"""Which area of the back office an admin's action on a booking belongs to."""

from typing import Final

from apps.accounts.staff_roles.areas import Area

MONEY_ACTIONS: Final = frozenset(
    {"adjust-fare", "refund", "record-payment", "request-payment", "write-off"},
)
"""Actions that move or waive money after the trip; fees of a cancellation or a no-show follow from rules."""


def area_of_action(action: str) -> Area:
    """Return the area in which a role needs `change` for the action, by its API name."""
    return Area.MONEY if action in MONEY_ACTIONS else Area.BOOKINGS
