"""Fields that every app's serializers share."""

from typing import Any

from rest_framework import serializers

from apps.core.money import MONEY_DIGITS, MONEY_PLACES


class AmountField(serializers.DecimalField):
    """Money: a decimal string with four places."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **kwargs)
