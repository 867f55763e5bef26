"""Whose deed it is, and what may not happen to whom."""

from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.selectors import operators
from apps.core.errors import Conflict, Forbidden
from apps.core.platform import Platform


def may_approve(by: User, settings: Platform) -> bool:
    """Admins always; fleet admins their own drivers, unless drivers wait for the office's approval."""
    return by.user_type == UserType.ADMIN or not settings.driver_approval


def require_approver(by: User, settings: Platform) -> None:
    """Raises Forbidden approval_by_admin."""
    if not may_approve(by, settings):
        raise Forbidden("approval_by_admin", _("Drivers are approved by an admin."))


def require_expendable(person: User, *, by: User) -> None:
    """Refuse to shut somebody out whom the platform cannot do without; call it inside the change.

    Raises Conflict not_oneself, last_admin. Admins are locked, so that two do not shut each other out.
    """
    if person.pk == by.pk:
        raise Conflict("not_oneself", _("You cannot do this to yourself."))
    if person.user_type == UserType.ADMIN:
        left = [admin.pk for admin in operators().select_for_update(no_key=True).order_by("pk")]
        # Who did this a moment ago may have been shut out meanwhile.
        if set(left) <= {person.pk} or by.pk not in left:
            raise Conflict("last_admin", _("This is the last admin."))


def require_off_trip(profile: DriverProfile) -> None:
    """Raises Conflict driver_on_trip: somebody sits in the car, or stands at the road and waits for it."""
    if profile.busy:
        raise Conflict(
            "driver_on_trip", _("The driver is on a trip. End the trip or give it to somebody else first.")
        )
