"""Detects a sign-up that a client repeats after losing the response."""

import hashlib
import json
from dataclasses import asdict

from django.utils.crypto import salted_hmac

from apps.accounts.models import User
from apps.accounts.sign_up.registration import Registration
from apps.core.models import IdempotencyKey


def remember_sign_up(user: User, form: Registration, request_key: str) -> None:
    """Store the digest of the form, in the transaction that creates the user."""
    if request_key:
        IdempotencyKey.objects.create(
            user=user, key=_key(request_key), request_hash=_digest(form), status=201, body=""
        )


def earlier_sign_up(form: Registration, request_key: str) -> User | None:
    """Return the user created by the same form, password included, under this key."""
    if not request_key:
        return None
    stored = IdempotencyKey.objects.filter(
        user__email=form.email.strip().lower(), key=_key(request_key), request_hash=_digest(form)
    )
    found = stored.select_related("user").first()
    return found.user if found else None


def _key(request_key: str) -> str:
    return f"sign_up:{hashlib.sha256(request_key.encode()).hexdigest()}"


def _digest(form: Registration) -> str:
    """Return a keyed hash, so that access to the database is not enough to try passwords."""
    body = json.dumps(asdict(form), sort_keys=True)
    return salted_hmac("accounts.sign_up", body, algorithm="sha256").hexdigest()
