"""Why this driver: by which policy each round of asking was made."""

from typing import Final

from apps.bookings.models import Booking, BookingEvent

BY_HAND: Final = "manual"
"""An admin chose the driver."""


def policies_of(booking: Booking) -> dict[int, str]:
    """The policy of each round, out of the trail; rounds of before it was written down are left out."""
    asked = BookingEvent.objects.filter(booking=booking, data__has_key="policy").values_list(
        "data", flat=True
    )
    return {data["round"]: data["policy"] for data in asked}
