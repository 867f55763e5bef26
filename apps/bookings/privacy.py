"""What demo mode hides, and whose telephone number is whose business."""

from apps.bookings.choices import ACTIVE
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import Actor
from apps.core.demo_mode import shown_in
from apps.core.platform import Platform


def contact_in(settings: Platform, contact: str) -> str:
    """A telephone number, or the word that stands for it in demo mode."""
    return shown_in(settings, contact)


def customer_contact_for(actor: Actor | None, booking: Booking, settings: Platform) -> str:
    """The rider's number: for the rider and admins, for the driver's side until the booking is over."""
    knows = actor in (Actor.RIDER, Actor.ADMIN) or (
        actor in (Actor.DRIVER, Actor.FLEET_ADMIN) and booking.status in ACTIVE
    )
    return contact_in(settings, booking.customer_contact) if knows else ""


def driver_contact_for(actor: Actor | None, booking: Booking, settings: Platform) -> str:
    """The driver's number: the rider has it until the booking is over."""
    knows = actor is not Actor.RIDER or booking.status in ACTIVE
    return contact_in(settings, booking.driver_contact) if knows else ""


def otp_for(actor: Actor | None, booking: Booking) -> str | None:
    """The trip's code: the rider says it to the driver, who must not read it anywhere."""
    return booking.otp or None if actor in (Actor.RIDER, Actor.ADMIN) else None


def recipient_contact_for(actor: Actor | None, booking: Booking, settings: Platform) -> str:
    """The number at the drop of a delivery: whoever may have the rider's."""
    knows = actor in (Actor.RIDER, Actor.ADMIN) or (
        actor in (Actor.DRIVER, Actor.FLEET_ADMIN) and booking.status in ACTIVE
    )
    return contact_in(settings, booking.delivery_person_phone) if knows else ""
