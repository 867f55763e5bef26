"""Validation of amounts: within a range, in the precision of the platform's money."""

from decimal import Decimal
from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.core.money import round_money
from apps.core.platform import platform_settings
from apps.notifications.messages.wording import display_money

MAX_AMOUNT: Final = Decimal(100_000_000)
"""Larger amounts are rejected as typing errors."""


def require_amount(amount: Decimal, *, least: Decimal | None = None, most: Decimal = MAX_AMOUNT) -> None:
    """Raise BadInput no_details_error with the range for an invalid amount.

    The default of `least` is the smallest unit of the platform's currency.
    """
    settings = platform_settings()
    unit = Decimal(1).scaleb(-settings.decimal)
    lowest = max(unit, least or unit)
    exact = amount.is_finite() and amount == round_money(amount, decimals=settings.decimal)
    if exact and lowest <= amount <= most:
        return
    sentence = _("Enter an amount between %(min)s and %(max)s.") % {
        "min": display_money(lowest, settings),
        "max": display_money(most, settings),
    }
    raise BadInput("no_details_error", sentence, fields={"amount": sentence})
