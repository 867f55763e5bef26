"""Who may give which role: no one gives or touches more than they have, and an owner always remains."""

from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import StaffRole, User
from apps.accounts.selectors import operators
from apps.accounts.staff_roles.access import is_owner, permissions_of
from apps.accounts.staff_roles.areas import EVERYTHING, Permissions, covers
from apps.core.errors import BadInput, Conflict, Forbidden


def require_within_own(by: User, permissions: Permissions) -> None:
    """Raise Forbidden role_exceeds_own unless `by` has all of the permissions."""
    if not covers(permissions_of(by), permissions):
        raise Forbidden("role_exceeds_own", _("This role allows more than your own."))


def require_may_give(by: User, role: StaffRole | None) -> None:
    """Raise Forbidden role_exceeds_own unless `by` may give the role; only owners make owners."""
    if role is None and not is_owner(by):
        raise Forbidden("role_exceeds_own", _("This role allows more than your own."))
    require_within_own(by, EVERYTHING if role is None else role.permissions)


def require_covered(by: User, person: User) -> None:
    """Raise Forbidden role_exceeds_own for a change to an admin who may do more than `by`."""
    if person.user_type != UserType.ADMIN:
        return
    if is_owner(person) and not is_owner(by):
        raise Forbidden("role_exceeds_own", _("This role allows more than your own."))
    require_within_own(by, permissions_of(person))


def require_other_owner(person: User) -> None:
    """Refuse if the admin is the last active owner; call it with all admins locked.

    Raises Conflict last_owner.
    """
    owners = operators().filter(staff_role=None)
    if is_owner(person) and not owners.exclude(pk=person.pk).exists():
        raise Conflict("last_owner", _("This is the last owner. Make another admin an owner first."))


def role_by_id(role_id: int | None) -> StaffRole | None:
    """Return the role, locked against deletion, or None for owners. Raises BadInput for an unknown one."""
    if role_id is None:
        return None
    role = StaffRole.objects.select_for_update(no_key=True).filter(pk=role_id).first()
    if role is None:
        raise BadInput(
            "invalid", _("Some values aren't allowed."), fields={"staff_role": _("Role not found.")}
        )
    return role
