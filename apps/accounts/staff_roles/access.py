"""What a user may do in the back office: an owner everything, other admins what their role allows."""

from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.staff_roles.areas import EVERYTHING, Area, Level, Permissions, is_allowed
from apps.core.errors import Forbidden


def permissions_of(user: User) -> Permissions:
    """Return the level by area of an admin; empty for other users."""
    if user.user_type != UserType.ADMIN:
        return {}
    if user.staff_role_id is None:
        return EVERYTHING
    # The query of each request reads them with the user (apps.accounts.authentication).
    read: Permissions | None = vars(user).get("role_permissions")
    if read is not None:
        return read
    assert user.staff_role is not None
    stored: Permissions = user.staff_role.permissions
    return stored


def sees_money(user: User) -> bool:
    """Return whether balances, bank details and earnings are shown; to fleet admins those of their fleet."""
    return user.user_type == UserType.FLEET_ADMIN or staff_may(user, Area.MONEY)


def role_state(user: User) -> str:
    """Return a text that changes with the role of an admin and with each change of that role."""
    return "" if user.staff_role is None else f"{user.staff_role.pk}:{user.staff_role.version}"


def is_owner(user: User) -> bool:
    """Return whether the user is an admin without a role, who may do everything."""
    return user.user_type == UserType.ADMIN and user.staff_role_id is None


def staff_may(user: User, area: Area, level: Level = Level.VIEW) -> bool:
    """Return whether the user is an admin whose role allows the level in the area."""
    return is_allowed(permissions_of(user), area, level)


def require_staff(user: User, area: Area, level: Level = Level.VIEW) -> None:
    """Raise Forbidden unless the user is an admin whose role allows the level in the area."""
    if not staff_may(user, area, level):
        raise Forbidden("forbidden", _("You don't have permission."))
