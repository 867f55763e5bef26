"""Who sends six-digit codes and tells right ones from wrong: we ourselves, or a service that does both.

A sender that owns its codes (Twilio Verify) stands above this app and registers itself when it starts.
"""

from typing import Final, Protocol

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from apps.accounts.models import PhoneCode
from apps.accounts.outgoing import SecretGone, Text, send_text

DIGITS: Final = 6
CODE_SALT: Final = "hansom.phone_code"


class PhoneVerifier(Protocol):
    def start(self, phone_code: PhoneCode) -> None:
        """Have the code sent once this transaction has committed."""
        ...

    def check(self, phone_code: PhoneCode, code: str) -> bool:
        """Whether this is the code; called outside of transactions, for it may ask a server.

        Raises Unavailable when that server does not answer.
        """
        ...


class OwnCodes:
    """Codes worked out from their row and the secret key: nothing is stored that lets anybody in."""

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
    """The six digits of a code of ours; requested when it is sent and when it is checked."""
    about = f"{phone_code.pk}|{phone_code.mobile}|{phone_code.purpose}"
    number = int.from_bytes(salted_hmac(CODE_SALT, about, algorithm="sha256").digest())
    return f"{number % 10**DIGITS:0{DIGITS}}"


def code_to_send(phone_code_id: str) -> str:
    """The six digits for the message of a live code; raises SecretGone when it was used or is past."""
    live = PhoneCode.objects.filter(pk=phone_code_id, used_at=None, expires_at__gt=timezone.now()).first()
    if live is None:
        raise SecretGone
    return code_of(live)


_registered: list[PhoneVerifier] = [OwnCodes()]


def register_phone_verifier(verifier: PhoneVerifier) -> None:
    """From now on, in this process, codes are that one's business."""
    _registered[:] = [verifier]


def phone_verifier() -> PhoneVerifier:
    return _registered[0]
