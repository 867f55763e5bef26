"""What has changed in a booking since staff saw it, and by whom."""

from typing import Final

from django.utils.translation import gettext as _

from apps.bookings.models import Booking, BookingEvent

FIELDS: Final = {
    "pickup": "pickup",
    "stops": "stops",
    "drop": "drop",
    "car_type": "car_type_id",
    "passengers": "passengers",
    "luggage": "luggage",
    "children": "children",
    "child_seats": "child_seats",
    "return_wait_minutes": "return_wait_minutes",
    "hire_minutes": "hire_minutes",
    "trip_date": "trip_date",
}
"""The fields of an edit by their names in booking events."""


def changes_since(booking: Booking, version: int) -> dict[str, str]:
    """Return the fields that changed after a version, and the status, each with who changed it last."""
    changes: dict[str, str] = {}
    for event in booking.events.filter(version__gt=version).select_related("actor").order_by("version"):
        names = [field for name, field in FIELDS.items() if name in event.data]
        if event.from_status != event.to_status:
            names.append("status")
        changes |= dict.fromkeys(names, _who(event))
    return changes


def _who(event: BookingEvent) -> str:
    if event.actor is None:
        return _("Changed automatically.")
    return _("Changed by %(name)s.") % {"name": event.actor.full_name}
