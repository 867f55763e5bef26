"""The installed payment gateways, and the adapters of accounts and attempts."""

from functools import cache
from typing import Final, cast

from apps.core.errors import NotFound
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.port import Account, Mark, Provider
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.discovery import discover

GREY: Final = "#5b5b66"


@cache
def providers() -> dict[str, type[Provider]]:
    """Return the adapter class of each folder in apps/payments/providers, sorted by name."""
    return cast(dict[str, type[Provider]], discover(BaseProvider, "adapter"))


def provider_type(name: str) -> type[Provider]:
    """Return the adapter class. Raises NotFound for an unknown name."""
    known = providers().get(name)
    if known is None:
        raise NotFound("not_found", f"{name!r} is not a payment provider.")
    return known


def provider_label(name: str) -> str:
    """Return the name on screens; of a gateway that was removed, the stored name."""
    known = providers().get(name)
    return known.label if known else name


def provider_mark(name: str) -> Mark:
    """Return the logo; of a gateway that was removed, its initials on grey."""
    known = providers().get(name)
    return known.mark if known else Mark(GREY, name[:2].upper())


def supports_refunds(name: str) -> bool:
    """Return whether the gateway is installed and its API can refund a payment."""
    known = providers().get(name)
    return known is not None and known.supports_refunds


def adapter_of(account: ProviderAccount) -> Provider:
    """Return the adapter with the account's credentials. Raises credentials.Unreadable."""
    return provider_type(account.provider)(Account(account.credentials, account.live))


def account_of(attempt: Attempt) -> ProviderAccount:
    """Return the account that the attempt was started with, whether or not it is still enabled."""
    return ProviderAccount.objects.get(provider=attempt.provider, live=attempt.live)


def adapter_for(attempt: Attempt) -> Provider:
    """Return the adapter of the attempt's account."""
    return adapter_of(account_of(attempt))
