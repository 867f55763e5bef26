"""Whose action it is, and what may not happen to whom."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.selectors import operators
from apps.backoffice.people.lists import person_for
from apps.core.errors import Conflict, Forbidden
from apps.core.platform import Platform


def may_approve(by: User, settings: Platform) -> bool:
    """Admins always; fleet admins their own drivers, unless drivers wait for the admins' approval."""
    return by.user_type == UserType.ADMIN or not settings.driver_approval


def require_approver(by: User, settings: Platform) -> None:
    """Raises Forbidden approval_by_admin."""
    if not may_approve(by, settings):
        raise Forbidden("approval_by_admin", _("Only an admin can approve drivers."))


def held(by: User, person_id: int) -> User:
    """A person whom `by` may manage, locked until the change is done; NotFound as `person_for` says.

    An admin's row is locked with those of all admins, in one order: two who shut each other out wait for
    one another, and not for ever. Whoever was deleted or given to another fleet meanwhile is not there.
    """
    rows = User.objects.select_for_update(no_key=True).order_by("pk")
    wanted = Q(pk=person_id)
    if person_for(by, person_id).user_type == UserType.ADMIN:
        wanted |= Q(user_type=UserType.ADMIN, deleted_at__isnull=True)
    locked = {row.pk: row for row in rows.filter(wanted)}
    person_for(by, person_id)
    return locked[person_id]


def require_expendable(person: User, *, by: User) -> None:
    """Refuse to shut someone out whom the platform cannot do without; call it with the person `held`.

    Raises Conflict not_oneself, last_admin.
    """
    if person.pk == by.pk:
        raise Conflict("not_oneself", _("You can't do this to your own account."))
    if person.user_type == UserType.ADMIN:
        left = list(operators().values_list("pk", flat=True))
        # Who did this a moment ago may have been shut out meanwhile.
        if set(left) <= {person.pk} or by.pk not in left:
            raise Conflict("last_admin", _("This is the last admin."))


def require_off_trip(profile: DriverProfile) -> None:
    """Raise Conflict driver_on_trip while the driver has a rider in the car or one who waits for it."""
    if profile.busy:
        raise Conflict("driver_on_trip", _("The driver is on a trip. End or reassign it first."))
