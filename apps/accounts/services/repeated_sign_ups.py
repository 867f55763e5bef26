"""A sign-up that is sent again because its answer was lost: the same one, and no second."""

import hashlib
import json
from dataclasses import asdict

from django.utils.crypto import salted_hmac

from apps.accounts.models import User
from apps.accounts.sign_up.registration import Registration
from apps.core.models import IdempotencyKey


def remember_sign_up(user: User, form: Registration, request_key: str) -> None:
    """Keep what this person was created by, in the transaction that creates them."""
    if request_key:
        IdempotencyKey.objects.create(
            user=user, key=_key(request_key), request_hash=_digest(form), status=201, body=""
        )


def earlier_sign_up(form: Registration, request_key: str) -> User | None:
    """The person whom this very form, password and all, has created under this key."""
    if not request_key:
        return None
    kept = IdempotencyKey.objects.filter(
        user__email=form.email.strip().lower(), key=_key(request_key), request_hash=_digest(form)
    )
    found = kept.select_related("user").first()
    return found.user if found else None


def _key(request_key: str) -> str:
    return f"sign_up:{hashlib.sha256(request_key.encode()).hexdigest()}"


def _digest(form: Registration) -> str:
    """With our secret in it: who reads the database must not be able to try passwords against it."""
    body = json.dumps(asdict(form), sort_keys=True)
    return salted_hmac("accounts.sign_up", body, algorithm="sha256").hexdigest()
