"""Whether a booking is prepaid (docs/decisions/0033)."""

from apps.core.platform import Platform
from apps.fares.parcels import is_delivery


def will_be_prepaid(settings: Platform, *, by_staff: bool) -> bool:
    """Return True for a rider's delivery, and with the setting `prepaid` for a rider's ride.

    Bookings made by staff are paid at the end.
    """
    return (is_delivery(settings) or settings.prepaid) and not by_staff
