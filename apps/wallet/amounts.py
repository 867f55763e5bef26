"""Amounts that people type: within a range, and no finer than the platform's money."""

from decimal import Decimal
from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.core.money import round_money
from apps.core.platform import platform_settings
from apps.notifications.messages.wording import display_money

MOST: Final = Decimal(100_000_000)
"""A movement beyond this many units is a slip of the finger."""


def require_amount(amount: Decimal, *, least: Decimal | None = None, most: Decimal = MOST) -> None:
    """Raises BadInput no_details_error, with the range, for an amount that cannot be.

    `least` is the smallest unit of the platform's money where nothing else is said.
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
