"""Rules for mandatory two-factor login; nothing here writes."""

from typing import Final

from allauth.mfa.models import Authenticator

from apps.accounts.choices import UserType
from apps.accounts.models import Passkey, User
from apps.core.platform import platform_settings

STAFF: Final = frozenset({UserType.ADMIN.value, UserType.FLEET_ADMIN.value})


def is_two_factor_required(user: User) -> bool:
    """Return whether the settings or the staff role require two-factor login of this user.

    Never in demo mode, where accounts are shared.
    """
    if user.user_type not in STAFF:
        return False
    settings = platform_settings()
    return (settings.staff_two_factor or _role_requires(user)) and not settings.is_demo_mode


def _role_requires(user: User) -> bool:
    """Return whether the staff role of an admin requires it."""
    if user.staff_role_id is None:
        return False
    # The query of each request reads it with the user (apps.accounts.authentication).
    read: bool | None = vars(user).get("role_two_factor")
    if read is not None:
        return read
    return user.staff_role is not None and user.staff_role.two_factor


def has_authenticator(user_id: int) -> bool:
    """Return whether the user has an authenticator app."""
    found: bool = Authenticator.objects.filter(user_id=user_id, type=Authenticator.Type.TOTP).exists()
    return found


def has_passkey(user_id: int) -> bool:
    return Passkey.objects.filter(user_id=user_id).exists()


def has_second_factor(user_id: int) -> bool:
    """Return whether the user has an authenticator app or a passkey."""
    return has_authenticator(user_id) or has_passkey(user_id)


def needs_second_step(user: User) -> bool:
    """Return whether a password, a phone code or a provider is not enough for this user.

    A passkey replaces the app for staff; for other users it is one more way to log in.
    """
    return has_authenticator(user.pk) or (user.user_type in STAFF and has_passkey(user.pk))


def is_setup_due(user: User) -> bool:
    """Return whether the user must set up an app or a passkey before anything else."""
    return is_two_factor_required(user) and not has_second_factor(user.pk)
