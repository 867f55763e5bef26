"""The sandbox gateways: the module `sandbox` of each folder in apps/payments/providers."""

from functools import cache

from apps.payments.providers.discovery import discover
from embedded.gateways.base import Gateway


@cache
def sandbox_gateways() -> dict[str, type[Gateway]]:
    """Return the sandbox class of each gateway, sorted by name."""
    return discover(Gateway, "sandbox")  # type: ignore[type-abstract]  # only subclasses are returned
