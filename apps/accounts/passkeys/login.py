"""Login by a passkey, which is two factors: the device, and the user's fingerprint, face or PIN."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.login.devices import device_of
from apps.accounts.models import Passkey
from apps.accounts.passkeys.challenges import (
    PasskeyChallenge,
    client_of_request,
    store_challenge,
    take_challenge,
)
from apps.accounts.passkeys.webauthn import Assertion, failed, request_options, verify_assertion
from apps.accounts.services.entry import require_login_allowed
from apps.accounts.services.sessions import Session, start_session
from apps.core import audit

KIND = "passkey"


def begin_passkey_login(*, request: HttpRequest) -> PasskeyChallenge:
    """Return a challenge that any passkey of the platform can sign: the user is not known yet."""
    options, state = request_options()
    return store_challenge(options, state, client=client_of_request(request))


def log_in_by_passkey(*, request: HttpRequest, challenge: str, credential: dict[str, Any]) -> Session:
    """Start a session by a signed challenge.

    Raises BadInput passkey_expired or passkey_failed, and what require_login_allowed raises.
    """
    stored = take_challenge(challenge, client=client_of_request(request))
    assertion = verify_assertion(stored["state"], credential)
    user = assertion.passkey.user
    require_login_allowed(user, "passkey")
    # Raised outside the transaction, which would roll back the audit entry.
    with transaction.atomic():
        session = start_session(user_id=user.pk, device=device_of(request)) if _count_use(assertion) else None
    if session is None:
        raise failed()
    return session


def _count_use(assertion: Assertion) -> bool:
    """Store the counter and the time; return False, with an audit entry, for a copied authenticator.

    The counter of an authenticator only rises: one that does not was signed by a copy of its key.
    """
    passkey = Passkey.objects.select_for_update().filter(pk=assertion.passkey.pk).first()
    if passkey is None:
        return False
    if (passkey.sign_count or assertion.sign_count) and assertion.sign_count <= passkey.sign_count:
        audit.record(
            by=None,
            action="counter_regressed",
            kind=KIND,
            target_id=passkey.user_id,
            label=str(assertion.passkey.user),
            before={"name": passkey.name},
        )
        return False
    passkey.sign_count, passkey.last_used_at = assertion.sign_count, timezone.now()
    passkey.save(update_fields=["sign_count", "last_used_at"])
    return True
