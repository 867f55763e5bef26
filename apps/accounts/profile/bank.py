"""Which users have bank details."""

from typing import Final

from apps.accounts.choices import UserType
from apps.core.platform import Platform

BANK_FIELDS: Final = ("bank_name", "bank_code", "bank_account")


def bank_fields_due(user_type: str, platform: Platform) -> bool:
    """Return whether the user has bank fields: drivers if `bank_fields` is on, riders if `rider_withdraw` is
    too.
    """
    if user_type == UserType.DRIVER:
        return platform.bank_fields
    return user_type == UserType.RIDER and platform.bank_fields and platform.rider_withdraw
