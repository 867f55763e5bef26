"""The second step of a login: users with an authenticator app enter a code, or use a passkey instead.

The challenge is a random key in the cache. It grants no access and ends after some minutes, with the first
correct code, or with a change of password.
"""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from apps.accounts.login.devices import Device, device_of
from apps.accounts.login.two_factor_policy import has_authenticator, has_passkey, needs_second_step
from apps.accounts.models import User
from apps.accounts.services.code_tries import Source
from apps.accounts.services.entry import Method, require_login_allowed
from apps.accounts.services.second_factor import check_code, note_use
from apps.accounts.services.sessions import Session, start_session
from apps.core.errors import BadInput

CHALLENGE_SECONDS: Final = 300
Factor = Literal["app", "passkey"]


@dataclass(frozen=True, slots=True)
class TwoFactorChallenge:
    """A login that waits for its code."""

    challenge: str
    factors: tuple[Factor, ...]
    """What the user has; a recovery code works in any case. A passkey logs in by auth/passkey/."""
    expires_in: int = CHALLENGE_SECONDS


def log_in(*, user: User, method: Method, device: Device) -> Session | TwoFactorChallenge:
    """Start a session for a user that `require_login_allowed` accepted, or the second step if needed."""
    if not needs_second_step(user):
        return start_session(user_id=user.pk, device=device)
    challenge = secrets.token_urlsafe(32)
    waiting = {"user": user.pk, "method": method, "auth": user.get_session_auth_hash()}
    cache.set(cache_key(challenge), waiting, CHALLENGE_SECONDS)
    factors: list[Factor] = []
    if has_authenticator(user.pk):
        factors.append("app")
    if has_passkey(user.pk):
        factors.append("passkey")
    return TwoFactorChallenge(challenge, tuple(factors))


def finish_log_in(*, request: HttpRequest, challenge: str, code: str) -> Session:
    """Start the session of a challenge by a code of the app or a recovery code.

    Raises BadInput two_factor_expired if the challenge has ended, and what check_code and
    require_login_allowed raise.
    """
    waiting = cache.get(cache_key(challenge))
    user = User.objects.filter(pk=waiting["user"]).first() if waiting else None
    if user is None or not needs_second_step(user):
        raise _expired()
    if not constant_time_compare(waiting["auth"], user.get_session_auth_hash()):
        raise _expired()
    require_login_allowed(user, waiting["method"])
    authenticator = check_code(user=user, code=code, source=Source.of_request(request, user))
    # Only one of two correct codes at once succeeds.
    if not cache.delete(cache_key(challenge)):
        raise _expired()
    note_use(user=user, authenticator=authenticator)
    return start_session(user_id=user.pk, device=device_of(request))


def cache_key(challenge: str) -> str:
    """Return the cache key of a challenge."""
    # Hashed, because clients may send characters that the cache logs a warning about.
    return f"two_factor_login:{sha256(challenge.encode()).hexdigest()}"


def _expired() -> BadInput:
    return BadInput("two_factor_expired", _("This login took too long. Log in again."))
