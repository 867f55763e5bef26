"""The transition table of a booking, by the parts of a trip.

`manage.py lifecycle_diagram` generates docs/lifecycle.md from it.
"""

from typing import Final

from apps.bookings.state_machine.table import (
    booking,
    cancellation,
    driver,
    payment,
    planning,
    search,
    staff_edits,
    trip,
)
from apps.bookings.state_machine.transitions import Transition

TRANSITIONS: Final[dict[str, Transition]] = {
    **booking.TRANSITIONS,
    **search.TRANSITIONS,
    **planning.TRANSITIONS,
    **driver.TRANSITIONS,
    **staff_edits.TRANSITIONS,
    **trip.TRANSITIONS,
    **payment.TRANSITIONS,
    **cancellation.TRANSITIONS,
}
