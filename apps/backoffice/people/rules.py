"""Permissions to approve, lock out and delete users."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.selectors import operators
from apps.accounts.staff_roles.access import require_staff
from apps.accounts.staff_roles.areas import Area, Level
from apps.accounts.staff_roles.rules import require_covered, require_other_owner
from apps.backoffice.people.lists import person_for
from apps.core.errors import Conflict, Forbidden
from apps.core.platform import Platform


def may_approve(by: User, settings: Platform) -> bool:
    """Return whether the user may approve: admins always, fleet admins if the settings allow."""
    return by.user_type == UserType.ADMIN or not settings.driver_approval


def require_approver(by: User, settings: Platform) -> None:
    """Raises Forbidden approval_by_admin."""
    if not may_approve(by, settings):
        raise Forbidden("approval_by_admin", _("Only an admin can approve drivers."))


def locked_person(by: User, person_id: int) -> User:
    """Lock and return a user that `by` may manage. Raises NotFound as `person_for` does.

    An admin is locked together with all admins in one order, so two admins who lock each other out do not
    deadlock. A user who was deleted or moved to another fleet in the meantime is not found.
    """
    rows = User.objects.select_for_update(no_key=True).order_by("pk")
    wanted = Q(pk=person_id)
    if person_for(by, person_id).user_type == UserType.ADMIN:
        wanted |= Q(user_type=UserType.ADMIN, deleted_at__isnull=True)
    locked = {row.pk: row for row in rows.filter(wanted)}
    person_for(by, person_id)
    return locked[person_id]


def require_expendable(person: User, *, by: User) -> None:
    """Refuse to lock out a user whom the platform needs; call it with a `locked_person`.

    Raises Conflict not_oneself, last_admin, last_owner; Forbidden role_exceeds_own.
    """
    if person.pk == by.pk:
        raise Conflict("not_oneself", _("You can't do this to your own account."))
    if person.user_type == UserType.ADMIN:
        left = list(operators().values_list("pk", flat=True))
        # The acting admin may have been locked out a moment ago.
        if set(left) <= {person.pk} or by.pk not in left:
            raise Conflict("last_admin", _("This is the last admin."))
        require_still_allowed(by, person)
        require_other_owner(person)


def require_still_allowed(by: User, person: User) -> User:
    """Return `by` as stored now; call it with all admins locked.

    Another admin may have changed the role a moment ago. Raises Forbidden, role_exceeds_own.
    """
    now = User.objects.select_related("staff_role").get(pk=by.pk)
    require_staff(now, Area.STAFF, Level.CHANGE)
    require_covered(now, person)
    return now


def require_other_admin(user_id: int) -> None:
    """Refuse if the user is the last admin, whom no one could replace.

    Raises Conflict last_admin, last_owner.
    """
    admins = User.objects.select_for_update(no_key=True).order_by("pk")
    locked = admins.filter(user_type=UserType.ADMIN, deleted_at__isnull=True)
    if any(admin.pk == user_id for admin in locked) and not operators().exclude(pk=user_id).exists():
        raise Conflict("last_admin", _("This is the last admin."))
    for admin in locked:
        if admin.pk == user_id:
            require_other_owner(admin)


def require_off_trip(profile: DriverProfile) -> None:
    """Raise Conflict driver_on_trip while a rider is in the car or waiting for it."""
    if profile.busy:
        raise Conflict("driver_on_trip", _("The driver is on a trip. End or reassign it first."))
