"""Challenges of passkeys: random, in the cache, used once, and only by the client that requested them."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.passkeys.webauthn import State
from apps.core.errors import BadInput
from apps.core.rate_limits.rate_limit import network_of

CHALLENGE_SECONDS: Final = 300


@dataclass(frozen=True, slots=True)
class PasskeyChallenge:
    """What a browser needs for WebAuthn, and the key to send back."""

    challenge: str
    options: dict[str, Any]
    expires_in: int = CHALLENGE_SECONDS


def client_of_request(request: HttpRequest) -> str:
    """Return the network address of a login."""
    address = request.META.get("REMOTE_ADDR", "")
    return f"network {network_of(address) or address}"


def client_of_session(user_id: int, family: str) -> str:
    """Return the session of a logged-in user."""
    return f"session {user_id} {family}"


def store_challenge(options: dict[str, Any], state: State, *, client: str, **more: Any) -> PasskeyChallenge:
    challenge = secrets.token_urlsafe(32)
    cache.set(_key(challenge), {"client": client, "state": state, **more}, CHALLENGE_SECONDS)
    return PasskeyChallenge(challenge, options)


def take_challenge(challenge: str, *, client: str) -> dict[str, Any]:
    """Return what was stored with a challenge, once.

    Raises BadInput passkey_expired if it is unknown, used, older than five minutes, or another client's.
    """
    stored: dict[str, Any] | None = cache.get(_key(challenge))
    # Of two uses at once, one deletes it.
    if stored is None or not cache.delete(_key(challenge)) or stored["client"] != client:
        raise BadInput("passkey_expired", _("This took too long. Try again."))
    return stored


def _key(challenge: str) -> str:
    # Hashed, because clients may send characters that the cache logs a warning about.
    return f"passkey:{sha256(challenge.encode()).hexdigest()}"
