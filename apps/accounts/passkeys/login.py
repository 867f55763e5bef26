"""Login with a passkey, which counts as two factors: the device, and the fingerprint, face or PIN."""

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
    """Return a challenge that any user's passkey can sign, because the user is not known yet."""
    options, state = request_options()
    return store_challenge(options, state, client=client_of_request(request))


def log_in_with_passkey(*, request: HttpRequest, challenge: str, credential: dict[str, Any]) -> Session:
    """Start a session for a signed challenge.

    Raises BadInput passkey_expired or passkey_failed, and what require_login_allowed raises.
    """
    stored = take_challenge(challenge, client=client_of_request(request))
    assertion = verify_assertion(stored["state"], credential)
    user = assertion.passkey.user
    require_login_allowed(user, "passkey")
    # The error is raised outside the transaction, so that the audit entry is not rolled back.
    with transaction.atomic():
        session = (
            start_session(user_id=user.pk, device=device_of(request)) if _record_use(assertion) else None
        )
    if session is None:
        raise failed()
    return session


def _record_use(assertion: Assertion) -> bool:
    """Store the counter and the time; for a copied authenticator, write an audit entry and return False.

    An authenticator's counter only increases, so any other value comes from a copy of its key.
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
