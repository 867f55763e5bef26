"""The second step of a login: people with an authenticator app enter a code before a session begins.

The challenge between the steps is a random key in the cache: it signs no one in, ends after some minutes,
with the first right code, and with a change of the password.
"""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from apps.accounts.login.devices import Device, device_of
from apps.accounts.login.two_factor_policy import has_authenticator
from apps.accounts.models import User
from apps.accounts.services.code_tries import Source
from apps.accounts.services.entry import Method, check_may_enter
from apps.accounts.services.second_factor import check_code, note_use
from apps.accounts.services.sessions import Session, start_session
from apps.core.errors import BadInput

CHALLENGE_SECONDS: Final = 300


@dataclass(frozen=True, slots=True)
class TwoFactorChallenge:
    """What stands between the first step of a login and a session."""

    challenge: str
    expires_in: int = CHALLENGE_SECONDS


def log_in(*, user: User, method: Method, device: Device) -> Session | TwoFactorChallenge:
    """Begin a session for a user whom `check_may_enter` let in, or the second step where they have one."""
    if not has_authenticator(user.pk):
        return start_session(user_id=user.pk, device=device)
    challenge = secrets.token_urlsafe(32)
    waiting = {"user": user.pk, "method": method, "auth": user.get_session_auth_hash()}
    cache.set(cache_key(challenge), waiting, CHALLENGE_SECONDS)
    return TwoFactorChallenge(challenge)


def finish_log_in(*, request: HttpRequest, challenge: str, code: str) -> Session:
    """Begin the session of a challenge by a code of the app, or one of the recovery codes.

    Raises BadInput two_factor_expired for a challenge that is over, and what check_code and
    check_may_enter raise.
    """
    waiting = cache.get(cache_key(challenge))
    user = User.objects.filter(pk=waiting["user"]).first() if waiting else None
    if user is None or not has_authenticator(user.pk):
        raise _expired()
    if not constant_time_compare(waiting["auth"], user.get_session_auth_hash()):
        raise _expired()
    check_may_enter(user, waiting["method"])
    authenticator = check_code(user=user, code=code, source=Source.of_request(request, user))
    # Of two right codes at once, one goes on.
    if not cache.delete(cache_key(challenge)):
        raise _expired()
    note_use(user=user, authenticator=authenticator)
    return start_session(user_id=user.pk, device=device_of(request))


def cache_key(challenge: str) -> str:
    """Where a challenge is stored."""
    # A caller may send any characters; as they are, the cache would write a warning with them to the log.
    return f"two_factor_login:{sha256(challenge.encode()).hexdigest()}"


def _expired() -> BadInput:
    return BadInput("two_factor_expired", _("This login took too long. Log in again."))
