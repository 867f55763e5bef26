"""The Django admin's login: first the password, then the code."""

import time
from typing import Any, Final

from allauth.mfa.models import Authenticator
from django.contrib.auth import login
from django.http import HttpRequest

from apps.accounts.login.two_factor_policy import has_passkey
from apps.accounts.models import User
from apps.accounts.services.second_factor import note_use
from apps.core.platform import platform_settings

PENDING: Final = "django_admin_pending_login"
FACTOR: Final = "django_admin_second_factor"
SHOW_CODES: Final = "django_admin_show_codes"
CODE_TIMEOUT_SECONDS: Final = 600
"""Seconds between the password and the code."""
SESSION_SECONDS: Final = 8 * 3600
"""Length of a session: one working day."""


def begin_2fa(request: HttpRequest, user: User, *, target: str, proven: bool = False) -> None:
    """Store that the user's password was correct; the code completes the login.

    `proven` means that the user has just entered a code too, and may set up another app.
    """
    request.session.cycle_key()
    request.session[PENDING] = {"user": user.pk, "at": time.time(), "target": target, "proven": proven}
    request.session.set_expiry(CODE_TIMEOUT_SECONDS)


def pending_user(request: HttpRequest) -> User | None:
    """Return the user whose password was correct and whose code is missing; None after ten minutes."""
    waiting = request.session.get(PENDING)
    if waiting is None or time.time() - waiting["at"] > CODE_TIMEOUT_SECONDS:
        return None
    user = User.objects.filter(pk=waiting["user"], approved=True).first()
    return user if user is not None and may_enter(user) else None


def may_enrol(request: HttpRequest, user: User) -> bool:
    """Return whether the password alone is enough to set up an app: not if a passkey is the second factor."""
    return request.session[PENDING].get("proven", False) or not has_passkey(user.pk)


def complete_login(request: HttpRequest, user: User, *, factor: Any, used: Any) -> str:
    """Log the user in and return the URL they requested; `used` is the authenticator of the code."""
    target: str = request.session.pop(PENDING)["target"]
    note_use(user=user, authenticator=used)
    login(request, user)
    request.session[FACTOR] = factor.pk
    request.session.set_expiry(SESSION_SECONDS)
    return target


def may_enter(user: Any) -> bool:
    """Return whether the user is an owner with access to the Django admin; never in demo mode.

    Its permissions are not those of staff roles, so an admin with a role has none of it.
    """
    if not (user.is_active and getattr(user, "is_staff", False)):
        return False
    return user.staff_role_id is None and not platform_settings().is_demo_mode


def is_logged_in(request: HttpRequest) -> bool:
    """Return whether the user may enter, and has logged in by password and code.

    The Django admin shows every phone number. Resetting a factor ends the sessions that it opened.
    """
    user = request.user
    if not may_enter(user):
        return False
    known: bool | None = getattr(request, "django_admin_factor_valid", None)
    if known is None:
        factor = Authenticator.objects.filter(
            pk=request.session.get(FACTOR), user_id=user.pk, type=Authenticator.Type.TOTP
        )
        known = request.session.get(FACTOR) is not None and factor.exists()
        request.django_admin_factor_valid = known  # type: ignore[attr-defined]  # cached for the request
    return known
