"""Confirms that the owner of an account makes a critical change: by the password, or by a recent login."""

from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.login import rate_limit
from apps.accounts.models import DeviceSession, User
from apps.core.errors import BadInput, Conflict, TooMany

RECENT: Final = timedelta(minutes=15)


def confirm_password(*, user: User, family: str, password: str, field: str = "password") -> None:
    """Raises BadInput wrong_password, TooMany too_many_requests."""
    # Counted per session, so that an attacker with one session does not lock the owner out.
    key = f"{user.pk} {family}"
    if not rate_limit.consume("current_password", key=key).allowed:
        raise TooMany("too_many_requests", _("Too many attempts. Try again in a few minutes."))
    if not user.check_password(password):
        sentence = _("Incorrect password.")
        raise BadInput("wrong_password", sentence, fields={field: sentence})
    rate_limit.reset("current_password", key=key)


def confirm_owner(*, user: User, family: str, password: str) -> None:
    """Check the password, or for accounts without one that this device logged in a few minutes ago.

    Raises what `confirm_password` raises; Conflict login_too_old.
    """
    if user.has_usable_password():
        confirm_password(user=user, family=family, password=password)
        return
    since = timezone.now() - RECENT
    if not DeviceSession.objects.filter(family=family, user=user, created_at__gte=since).exists():
        raise Conflict("login_too_old", _("Log out, log in again, and retry within 15 minutes."))
