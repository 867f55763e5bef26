"""The dispatch policy of each round of offers, to show why a driver was chosen."""

from typing import Final

from apps.bookings.models import Booking, BookingEvent

BY_HAND: Final = "manual"
"""An admin chose the driver."""
RANK: Final = "rank"
"""The first free driver in the queue of the taxi rank at the pickup."""
PLANNED: Final = "planned"
"""The driver whom staff planned for the scheduled trip."""


def policies_of(booking: Booking) -> dict[int, str]:
    """Return the policy by round from the booking events; rounds without a recorded policy are left out."""
    dispatched = BookingEvent.objects.filter(booking=booking, data__has_key="policy").values_list(
        "data", flat=True
    )
    return {data["round"]: data["policy"] for data in dispatched}
