"""Permissions by kind of user; selectors restrict the rows."""

from typing import ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.errors import Forbidden


class HasUserType(BasePermission):
    """Anonymous users get 401, other kinds of user 403 forbidden."""

    user_types: ClassVar[frozenset[str]] = frozenset()
    message = _("You don't have permission.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.user, User) and request.user.user_type in self.user_types


class IsDriver(HasUserType):
    user_types = frozenset({UserType.DRIVER})


class IsAdmin(HasUserType):
    user_types = frozenset({UserType.ADMIN})


class IsAdminOrFleetAdmin(HasUserType):
    user_types = frozenset({UserType.ADMIN, UserType.FLEET_ADMIN})


class IsRiderOrAdmin(HasUserType):
    user_types = frozenset({UserType.RIDER, UserType.ADMIN})


class HasWallet(HasUserType):
    """Riders and drivers, who have a wallet page (document 1, section 2)."""

    user_types = frozenset({UserType.RIDER, UserType.DRIVER})


def require_admin(user: User) -> None:
    """Raise Forbidden unless the user is an admin; for code outside views, such as exports."""
    if user.user_type != UserType.ADMIN:
        raise Forbidden("forbidden", _("You don't have permission."))
