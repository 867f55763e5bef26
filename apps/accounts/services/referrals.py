"""Who sent for whom: everyone's own referral id, and the bonus for both sides."""

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
from apps.core import events
from apps.core.errors import BadInput
from apps.core.money import round_money
from apps.core.platform import platform_settings

REFERRAL_BONUS: Final = "wallet.referral_bonus"
"""The job that pays; the wallet stands above this app."""
NAMELESS: Final = "rider"
"""Stands for the first name of people who have none yet."""
DIGITS: Final = 4
TRIES: Final = 5
"""Numbers tried at random before the free ones are counted."""
MAX_LENGTH: Final = 90


def save_with_referral_id(user: User) -> None:
    """Insert a new person with a referral id of their own: the first name in lower case and a number.

    Of two who draw the same one at once, the unique index sends one to draw again. IntegrityError for
    anything else that someone has already, with nothing written.
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
    """As many ids that no one has at this moment, each of one first name, looked up together."""
    ids = [""] * len(first_names)
    taken: set[str] = set()
    for digits in count(DIGITS):
        open_places = [place for place, given in enumerate(ids) if not given]
        for place in open_places:
            name = (_plain(first_names[place]) or NAMELESS)[: MAX_LENGTH - digits]
            ids[place] = f"{name}{10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"
        drawn = [ids[place] for place in open_places]
        found = set(User.objects.filter(referral_id__in=drawn).values_list("referral_id", flat=True))
        for place in open_places:
            if ids[place] in found or ids[place] in taken:
                ids[place] = ""
            else:
                taken.add(ids[place])
        if all(ids):
            return ids
    raise AssertionError("numbers do not end")


def referrer_of(referral_id: str) -> User:
    """The person whose referral id this is, typed in whatever case. Raises BadInput referer_not_found."""
    wanted = _plain(referral_id)
    found = User.objects.filter(referral_id=wanted, is_active=True, approved=True).first() if wanted else None
    if found is None:
        raise nobody_referred()
    return found


def referrer_by_uid(uid: str) -> User:
    """The person of this id, as validate_referrer told it. Raises BadInput referer_not_found."""
    known = re.fullmatch(r"[0-9]{1,18}", uid)
    found = User.objects.filter(pk=int(uid), is_active=True, approved=True).first() if known else None
    if found is None:
        raise nobody_referred()
    return found


def nobody_referred() -> BadInput:
    sentence = _("This referral code doesn't exist.")
    return BadInput("referer_not_found", sentence, fields={"referral_id": sentence})


def promise_bonus(user: User) -> None:
    """Have both sides of a referral paid what the settings say now, once this transaction has committed."""
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
    """What both sides of a referral get now, in whole units of the currency."""
    platform = platform_settings()
    return round_money(platform.bonus, decimals=platform.decimal)


def _free_id(first_name: str) -> str:
    """One that no one has at this moment; more digits only where all numbers of a name are given out."""
    for digits in count(DIGITS):
        name = (_plain(first_name) or NAMELESS)[: MAX_LENGTH - digits]
        numbers = range(10 ** (digits - 1), 10**digits)
        for _try in range(TRIES):
            drawn = f"{name}{secrets.choice(numbers)}"
            if not User.objects.filter(referral_id=drawn).exists():
                return drawn
        given_out = set(
            User.objects.filter(referral_id__startswith=name).values_list("referral_id", flat=True)
        )
        free = [number for number in numbers if f"{name}{number}" not in given_out]
        if free:
            return f"{name}{secrets.choice(free)}"
    raise AssertionError("numbers do not end")


def _plain(text: str) -> str:
    """As ids are stored and looked for: lower case, composed, without spaces."""
    return re.sub(r"\s", "", unicodedata.normalize("NFC", text).lower())
