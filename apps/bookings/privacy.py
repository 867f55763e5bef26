"""Which roles see phone numbers and trip codes, and what demo mode hides."""

from django.db.models import Q

from apps.accounts.choices import UserType
from apps.accounts.models import User
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


def sees_customer_contact(user: User) -> Q:
    """Return the condition of `customer_contact_for` and `recipient_contact_for`; empty for all bookings."""
    if user.user_type == UserType.ADMIN:
        return Q()
    return Q(customer=user.pk) | (Q(driver=user.pk) | Q(fleet_admin=user.pk)) & Q(status__in=ACTIVE)


def driver_contact_for(actor: Actor | None, booking: Booking, settings: Platform) -> str:
    """Return the driver's number; for the rider only while the booking is active."""
    is_visible = actor is not Actor.RIDER or booking.status in ACTIVE
    return contact_in(settings, booking.driver_contact) if is_visible else ""


def sees_driver_contact(user: User) -> Q:
    """Return the condition of `driver_contact_for`; empty for all bookings."""
    return Q() if user.user_type == UserType.ADMIN else ~Q(customer=user.pk) | Q(status__in=ACTIVE)


def otp_for(actor: Actor | None, booking: Booking) -> str | None:
    """Return the trip code for the rider and admins; the driver must get it from the rider."""
    return booking.otp or None if actor in (Actor.RIDER, Actor.ADMIN) else None


def sees_otp(user: User) -> Q:
    """Return the condition of `otp_for`; empty for all bookings."""
    return Q() if user.user_type == UserType.ADMIN else Q(customer=user.pk)


def recipient_contact_for(actor: Actor | None, booking: Booking, settings: Platform) -> str:
    """Return the recipient's number for the roles that see the rider's."""
    is_visible = actor in (Actor.RIDER, Actor.ADMIN) or (
        actor in (Actor.DRIVER, Actor.FLEET_ADMIN) and booking.status in ACTIVE
    )
    return contact_in(settings, booking.delivery_person_phone) if is_visible else ""
