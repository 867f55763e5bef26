"""Referral ids, and the bonus for both users of a referral."""

import re
import secrets
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from itertools import count
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core.errors import BadInput
from apps.core.money import round_money
from apps.core.outbox import events
from apps.core.platform import platform_settings

REFERRAL_BONUS: Final = "wallet.referral_bonus"
"""The job that pays the bonus; the wallet is in a higher layer."""
NAMELESS: Final = "rider"
"""Replaces the first name of users without one."""
DIGITS: Final = 4
TRIES: Final = 5
"""Random numbers to try before searching for free ones."""
MAX_LENGTH: Final = 90


def save_with_referral_id(user: User) -> None:
    """Insert a new user with a referral id: the first name in lower case and a number.

    Draws again if a concurrent sign-up takes the same id. Raises IntegrityError for other values that are
    taken, without writing.
    """
    while True:
        user.referral_id = _free_id(user.first_name)
        try:
            with transaction.atomic():
                user.save(force_insert=True)
        except IntegrityError:
            if not User.objects.filter(referral_id=user.referral_id).exists():
                raise
        else:
            return


def new_referral_ids(first_names: Sequence[str]) -> list[str]:
    """Return one free referral id per first name, looked up together."""
    ids = [""] * len(first_names)
    taken: set[str] = set()
    for digits in count(DIGITS):
        missing = [place for place, given in enumerate(ids) if not given]
        for place in missing:
            name = (_normalized(first_names[place]) or NAMELESS)[: MAX_LENGTH - digits]
            ids[place] = f"{name}{10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"
        drawn = [ids[place] for place in missing]
        found = set(User.objects.filter(referral_id__in=drawn).values_list("referral_id", flat=True))
        for place in missing:
            if ids[place] in found or ids[place] in taken:
                ids[place] = ""
            else:
                taken.add(ids[place])
        if all(ids):
            return ids
    raise AssertionError("numbers do not end")


def referrer_of(referral_id: str) -> User:
    """Return the user with this referral id, in any case. Raises BadInput referer_not_found."""
    wanted = _normalized(referral_id)
    found = User.objects.filter(referral_id=wanted, is_active=True, approved=True).first() if wanted else None
    if found is None:
        raise referrer_not_found()
    return found


def referrer_by_uid(uid: str) -> User:
    """Return the user with this id, from validate_referrer. Raises BadInput referer_not_found."""
    known = re.fullmatch(r"[0-9]{1,18}", uid)
    found = User.objects.filter(pk=int(uid), is_active=True, approved=True).first() if known else None
    if found is None:
        raise referrer_not_found()
    return found


def referrer_not_found() -> BadInput:
    sentence = _("This referral code doesn't exist.")
    return BadInput("referer_not_found", sentence, fields={"referral_id": sentence})


def enqueue_referral_bonus(user: User) -> None:
    """Enqueue the current referral bonus for both users; paid after the transaction commits."""
    bonus = current_bonus()
    if user.signup_via_referral_id is None or bonus <= 0:
        return
    events.enqueue(
        REFERRAL_BONUS,
        key=f"referral:{user.pk}",
        user_id=user.pk,
        referrer_id=user.signup_via_referral_id,
        amount=str(bonus),
    )


def current_bonus() -> Decimal:
    """Return the bonus for each user of a referral, rounded to the currency's decimals."""
    platform = platform_settings()
    return round_money(platform.bonus, decimals=platform.decimal)


def _free_id(first_name: str) -> str:
    """Return a free id, with more digits only if all numbers of the name are taken."""
    for digits in count(DIGITS):
        name = (_normalized(first_name) or NAMELESS)[: MAX_LENGTH - digits]
        numbers = range(10 ** (digits - 1), 10**digits)
        for _try in range(TRIES):
            drawn = f"{name}{secrets.choice(numbers)}"
            if not User.objects.filter(referral_id=drawn).exists():
                return drawn
        taken = set(User.objects.filter(referral_id__startswith=name).values_list("referral_id", flat=True))
        free = [number for number in numbers if f"{name}{number}" not in taken]
        if free:
            return f"{name}{secrets.choice(free)}"
    raise AssertionError("numbers do not end")


def _normalized(text: str) -> str:
    """Return the id as stored and searched: lower case, composed, without spaces."""
    return re.sub(r"\s", "", unicodedata.normalize("NFC", text).lower())
