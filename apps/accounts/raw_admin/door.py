"""Who stands before the raw admin's door with the right password, and who is inside."""

import time
from typing import Any, Final

from allauth.mfa.models import Authenticator
from django.contrib.auth import login
from django.http import HttpRequest

from apps.accounts.models import User
from apps.accounts.services.second_factor import note_use
from apps.core.platform import platform_settings

BEFORE: Final = "raw_admin_before_the_door"
FACTOR: Final = "raw_admin_second_factor"
SHOW_CODES: Final = "raw_admin_show_codes"
PATIENCE_SECONDS: Final = 600
"""How long the door waits for the code."""
INSIDE_SECONDS: Final = 8 * 3600
"""How long one stays inside: a working day."""


def wait_at_door(request: HttpRequest, user: User, *, target: str) -> None:
    """The password was right; nobody is signed in before the code is."""
    request.session.cycle_key()
    request.session[BEFORE] = {"user": user.pk, "at": time.time(), "target": target}
    request.session.set_expiry(PATIENCE_SECONDS)


def who_waits(request: HttpRequest) -> User | None:
    waiting = request.session.get(BEFORE)
    if waiting is None or time.time() - waiting["at"] > PATIENCE_SECONDS:
        return None
    user = User.objects.filter(pk=waiting["user"], is_active=True, approved=True, is_staff=True).first()
    return None if platform_settings().is_demo_mode else user


def let_in(request: HttpRequest, user: User, *, factor: Any, used: Any) -> str:
    """Sign in, by this factor; returns where they wanted to go. `used` is what the code was of."""
    target: str = request.session.pop(BEFORE)["target"]
    note_use(user=user, authenticator=used)
    login(request, user)
    request.session[FACTOR] = factor.pk
    request.session.set_expiry(INSIDE_SECONDS)
    return target


def is_inside(request: HttpRequest) -> bool:
    """Staff by password and code, and nobody in demo mode: here one reads every number.

    A factor that was reset ends the sessions that it opened.
    """
    user = request.user
    if not (user.is_active and getattr(user, "is_staff", False)) or platform_settings().is_demo_mode:
        return False
    known: bool | None = getattr(request, "raw_admin_factor_stands", None)
    if known is None:
        factor = Authenticator.objects.filter(
            pk=request.session.get(FACTOR), user_id=user.pk, type=Authenticator.Type.TOTP
        )
        known = request.session.get(FACTOR) is not None and factor.exists()
        request.raw_admin_factor_stands = known  # type: ignore[attr-defined]  # kept for the request
    return known
