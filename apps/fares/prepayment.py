"""Whether a booking is paid before drivers are asked (docs/decisions/0033)."""

from apps.core.platform import Platform
from apps.fares.parcels import is_delivery


def will_be_prepaid(settings: Platform, *, by_staff: bool) -> bool:
    """True for a rider's own delivery, and with the setting `prepaid` for a rider's own ride; what staff
    book is paid at the end."""
    return (is_delivery(settings) or settings.prepaid) and not by_staff
