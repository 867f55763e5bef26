"""Permissions by kind of user and, for admins, by staff role; selectors restrict the rows."""

from functools import cache
from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area, Level
from apps.core.errors import Forbidden

EVERYONE: Final = frozenset(UserType.values)
BACK_OFFICE: Final = frozenset({UserType.ADMIN.value, UserType.FLEET_ADMIN.value})


class HasUserType(BasePermission):
    """Anonymous users get 401, other kinds of user 403 forbidden."""

    user_types: ClassVar[frozenset[str]] = frozenset()
    message = _("You don't have permission.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.user, User) and request.user.user_type in self.user_types


class IsDriver(HasUserType):
    user_types = frozenset({UserType.DRIVER})


class HasWallet(HasUserType):
    """Riders and drivers, who have a wallet page (document 1, section 2)."""

    user_types = frozenset({UserType.RIDER, UserType.DRIVER})


class IsStaff(HasUserType):
    """Admins of any role, and fleet admins; for what concerns only the user's own account or view."""

    user_types = BACK_OFFICE


class StaffMay(HasUserType):
    """Admins whose role allows the area; safe methods need `view`, others `change`.

    Other user types of `user_types` are admitted as before. The subclasses come from `staff_may_use`.
    """

    user_types = frozenset({UserType.ADMIN.value})
    areas: ClassVar[tuple[Area, ...]] = ()
    """One of them is enough."""
    level: ClassVar[Level | None] = None
    """The level for all methods, if it does not follow from the method."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        user = request.user
        return isinstance(user, User) and self.allows(user, request.method or "")

    @classmethod
    def allows(cls, user: User, method: str = "GET") -> bool:
        """Return whether the user may use the method."""
        if user.user_type != UserType.ADMIN:
            return user.user_type in cls.user_types
        level = cls.needed(method)
        return any(staff_may(user, area, level) for area in cls.areas)

    @classmethod
    def needed(cls, method: str) -> Level:
        """Return the level that a method needs."""
        return cls.level or (Level.VIEW if method in SAFE_METHODS else Level.CHANGE)


def require_allowed(permission: type[BasePermission], user: User, method: str = "GET") -> None:
    """Raise Forbidden if the permission depends on the staff role and does not allow the user the method."""
    if issubclass(permission, StaffMay) and not permission.allows(user, method):
        raise Forbidden("forbidden", _("You don't have permission."))


@cache
def staff_may_use(
    *areas: Area, level: Level | None = None, others: frozenset[str] = frozenset()
) -> type[StaffMay]:
    """Return the permission of admins whose role allows one of the areas, and of other user types."""
    name = "StaffMay" + "Or".join(area.value.title() for area in areas)
    attributes = {"areas": areas, "level": level, "user_types": StaffMay.user_types | others}
    return type(name, (StaffMay,), attributes)


@cache
def staff_or_fleet_admins(*areas: Area, level: Level | None = None) -> type[StaffMay]:
    """Return the permission of admins whose role allows one of the areas, and of fleet admins."""
    return staff_may_use(*areas, level=level, others=frozenset({UserType.FLEET_ADMIN.value}))


@cache
def anyone_but_staff_may(*areas: Area, level: Level | None = None) -> type[StaffMay]:
    """Return the permission of all logged-in users, of admins only if their role allows one of the areas."""
    return staff_may_use(*areas, level=level, others=EVERYONE)


@cache
def riders_or_staff(*areas: Area, level: Level | None = None) -> type[StaffMay]:
    """Return the permission of riders, and of admins whose role allows one of the areas."""
    return staff_may_use(*areas, level=level, others=frozenset({UserType.RIDER.value}))
