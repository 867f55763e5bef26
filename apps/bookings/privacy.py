"""Which roles see phone numbers and trip codes, and what demo mode hides."""

from apps.bookings.choices import ACTIVE
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import Actor
from apps.core.demo_mode import shown_in
from apps.core.platform import Platform


def contact_in(settings: Platform, contact: str) -> str:
    """Return the phone number, or the placeholder of demo mode."""
    return shown_in(settings, contact)


def customer_contact_for(actor: Actor | None, booking: Booking, settings: Platform) -> str:
    """Return the rider's number for the rider and admins, and for the driver and fleet while the booking is
    active.
    """
    is_visible = actor in (Actor.RIDER, Actor.ADMIN) or (
        actor in (Actor.DRIVER, Actor.FLEET_ADMIN) and booking.status in ACTIVE
    )
    return contact_in(settings, booking.customer_contact) if is_visible else ""


def driver_contact_for(actor: Actor | None, booking: Booking, settings: Platform) -> str:
    """Return the driver's number; for the rider only while the booking is active."""
    is_visible = actor is not Actor.RIDER or booking.status in ACTIVE
    return contact_in(settings, booking.driver_contact) if is_visible else ""


def otp_for(actor: Actor | None, booking: Booking) -> str | None:
    """Return the trip code for the rider and admins; the driver must get it from the rider."""
    return booking.otp or None if actor in (Actor.RIDER, Actor.ADMIN) else None


def recipient_contact_for(actor: Actor | None, booking: Booking, settings: Platform) -> str:
    """Return the recipient's number for the roles that see the rider's."""
    is_visible = actor in (Actor.RIDER, Actor.ADMIN) or (
        actor in (Actor.DRIVER, Actor.FLEET_ADMIN) and booking.status in ACTIVE
    )
    return contact_in(settings, booking.delivery_person_phone) if is_visible else ""
