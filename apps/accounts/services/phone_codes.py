"""Six-digit codes: sent, checked at most five times within ten minutes, used once."""

import re
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import PhoneCode, User
from apps.accounts.phone_numbers.phone_verifier import phone_verifier
from apps.accounts.services.phone_limits import DAY, LIFETIME, check_send_limits, lock_number
from apps.core.errors import BadInput, DomainError
from apps.core.privacy.retention import delete_batch

MAX_TRIES: Final = 5
CODE_PERIOD: Final = DAY + timedelta(hours=1)
"""How long an expired code is stored, because limits count the codes of a day."""
SIX_DIGITS: Final = re.compile(r"[0-9]{6}")


@transaction.atomic
def send_code(
    *, user: User, mobile: str, purpose: PhoneCode.Purpose, from_known_device: bool = False
) -> PhoneCode:
    """Send a code to a number. Raises TooMany too_many_requests.

    Earlier codes stay valid, so that strangers cannot invalidate the owner's code.
    """
    lock_number(mobile)
    check_send_limits(mobile=mobile, from_known_device=from_known_device)
    now = timezone.now()
    phone_code = PhoneCode.objects.create(
        purpose=purpose,
        user=user,
        mobile=mobile,
        created_at=now,
        expires_at=now + LIFETIME,
        from_known_device=from_known_device,
    )
    phone_verifier().start(phone_code)
    return phone_code


def check_code(
    *, verification_id: str, code: str, purpose: PhoneCode.Purpose, user_id: int | None = None
) -> PhoneCode:
    """Return the unused code with these digits; `use_up` claims it.

    Raises BadInput otp_validate_error unless it is six digits, and for wrong ones, which count; code_expired
    for a code that is unknown, used, cancelled, tried five times or older than ten minutes. Call it outside
    transactions, so that a rollback cannot undo the count.
    """
    if not SIX_DIGITS.fullmatch(code):
        raise wrong_code()
    live = _unused(verification_id).filter(purpose=purpose)
    if user_id is not None:
        live = live.filter(user=user_id)
    # Counted before the check, so that concurrent tries cannot exceed the limit.
    counted = live.filter(expires_at__gt=timezone.now(), tries__lt=MAX_TRIES).update(tries=F("tries") + 1)
    phone_code = live.select_related("user").first() if counted else None
    if phone_code is None:
        raise code_expired()
    try:
        is_right = phone_verifier().check(phone_code, code)
    except DomainError:
        # The service did not answer: do not count the try.
        live.update(tries=F("tries") - 1)
        raise
    if not is_right:
        raise wrong_code()
    return phone_code


def use_up(phone_code: PhoneCode) -> None:
    """Mark the code as used; the second of two concurrent calls gets code_expired."""
    if not PhoneCode.objects.filter(pk=phone_code.pk, used_at=None).update(used_at=timezone.now()):
        raise code_expired()


def cancel_code(*, verification_id: str) -> None:
    """Cancel a code; unknown codes are ignored."""
    _unused(verification_id).update(used_at=timezone.now())


def delete_old_codes(before: datetime) -> int:
    """Delete a batch of codes that expired before this time; after CODE_PERIOD no limit counts them."""
    return delete_batch(PhoneCode.objects.filter(expires_at__lte=before))


def wrong_code() -> BadInput:
    sentence = _("Incorrect code. Enter all six digits.")
    return BadInput("otp_validate_error", sentence, fields={"code": sentence})


def code_expired() -> BadInput:
    return BadInput("code_expired", _("This code has expired. Request a new one."))


def _unused(verification_id: str) -> QuerySet[PhoneCode]:
    try:
        return PhoneCode.objects.filter(pk=UUID(verification_id), used_at=None)
    except ValueError:
        return PhoneCode.objects.none()
