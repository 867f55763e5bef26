"""The platform's decimals beside those of its currency: gateways take no fraction of the smallest unit."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.core.currencies import minor_units
from apps.payments.models import ProviderAccount


def decimals_error(code: str, decimals: int) -> str | Promise | None:
    """Why gateways could not take amounts of so many decimals in a currency; None where they can."""
    most = minor_units(code)
    if decimals <= most:
        return None
    sentence = _(
        "Payment providers take at most %(most)s decimals in %(code)s. Disable them first, or set less."
    )
    return sentence % {"code": code, "most": most}


def is_any_enabled() -> bool:
    return ProviderAccount.objects.filter(enabled=True).exists()
