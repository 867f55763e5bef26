"""Who has somewhere to be paid out to."""

from typing import Final

from apps.accounts.choices import UserType
from apps.core.platform import Platform

BANK_FIELDS: Final = ("bank_name", "bank_code", "bank_account")


def bank_fields_due(user_type: str, platform: Platform) -> bool:
    """Drivers are paid out, riders only with RiderWithDraw; no one without bank_fields."""
    if user_type == UserType.DRIVER:
        return platform.bank_fields
    return user_type == UserType.RIDER and platform.bank_fields and platform.rider_withdraw
