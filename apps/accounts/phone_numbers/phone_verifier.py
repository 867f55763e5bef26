"""Sending and checking six-digit codes: by the platform, or by a service that does both.

A service with its own codes (Twilio Verify) is in a higher layer and registers itself at startup.
"""

from typing import Final, Protocol

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from apps.accounts.models import PhoneCode
from apps.accounts.outgoing import SecretExpired, Text, send_text

DIGITS: Final = 6
CODE_SALT: Final = "hansom.phone_code"


class PhoneVerifier(Protocol):
    def start(self, phone_code: PhoneCode) -> None:
        """Send the code after the transaction commits."""
        ...

    def check(self, phone_code: PhoneCode, code: str) -> bool:
        """Return whether the code is correct. Call it outside transactions: it may call a service.

        Raises Unavailable if the service does not answer.
        """
        ...


class OwnCodes:
    """Codes computed from the row and the secret key, so that no code is stored."""

    def start(self, phone_code: PhoneCode) -> None:
        send_text(
            text=Text.PHONE_CODE,
            to=phone_code.mobile,
            user_id=phone_code.user_id,
            params={"phone_code_id": str(phone_code.pk)},
            key=f"phone_code:{phone_code.pk}",
        )

    def check(self, phone_code: PhoneCode, code: str) -> bool:
        return constant_time_compare(code, code_of(phone_code))


def code_of(phone_code: PhoneCode) -> str:
    """Return the six digits, computed when the code is sent and when it is checked."""
    about = f"{phone_code.pk}|{phone_code.mobile}|{phone_code.purpose}"
    number = int.from_bytes(salted_hmac(CODE_SALT, about, algorithm="sha256").digest())
    return f"{number % 10**DIGITS:0{DIGITS}}"


def code_to_send(phone_code_id: str) -> str:
    """Return the digits of an unused code for its message. Raises SecretExpired if it was used or expired."""
    live = PhoneCode.objects.filter(pk=phone_code_id, used_at=None, expires_at__gt=timezone.now()).first()
    if live is None:
        raise SecretExpired
    return code_of(live)


_registered: list[PhoneVerifier] = [OwnCodes()]


def register_phone_verifier(verifier: PhoneVerifier) -> None:
    """Replace the verifier of this process."""
    _registered[:] = [verifier]


def phone_verifier() -> PhoneVerifier:
    return _registered[0]
