"""The check that the platform's decimals do not exceed those of its currency, for gateways' sake."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.core.money import minor_units
from apps.payments.models import ProviderAccount


def decimals_error(code: str, decimals: int) -> str | Promise | None:
    """Return why gateways cannot charge amounts with `decimals` decimals in the currency, or None."""
    most = minor_units(code)
    if decimals <= most:
        return None
    sentence = _(
        "Payment providers take at most %(most)s decimals in %(code)s. Disable them first, or set less."
    )
    return sentence % {"code": code, "most": most}


def is_any_enabled() -> bool:
    return ProviderAccount.objects.filter(enabled=True).exists()
