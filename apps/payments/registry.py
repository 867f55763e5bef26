"""The gateways that this platform knows, by name."""

from typing import Final

from apps.core.errors import NotFound
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.port import Account, Provider
from apps.payments.providers.braintree import BraintreeProvider
from apps.payments.providers.culqi import CulqiProvider
from apps.payments.providers.flutterwave import FlutterwaveProvider
from apps.payments.providers.liqpay import LiqpayProvider
from apps.payments.providers.mercadopago import MercadoPagoProvider
from apps.payments.providers.payfast import PayfastProvider
from apps.payments.providers.paypal import PaypalProvider
from apps.payments.providers.paystack import PaystackProvider
from apps.payments.providers.paytm import PaytmProvider
from apps.payments.providers.payulatam import PayuLatamProvider
from apps.payments.providers.securepay import SecurePayProvider
from apps.payments.providers.stripe import StripeProvider
from apps.payments.providers.test import TestProvider

_ADAPTERS: Final[tuple[type[Provider], ...]] = (
    BraintreeProvider,
    CulqiProvider,
    FlutterwaveProvider,
    LiqpayProvider,
    MercadoPagoProvider,
    PayfastProvider,
    PaypalProvider,
    PaystackProvider,
    PaytmProvider,
    PayuLatamProvider,
    SecurePayProvider,
    StripeProvider,
    TestProvider,
)
PROVIDERS: Final[dict[str, type[Provider]]] = {adapter.name: adapter for adapter in _ADAPTERS}


def provider_type(name: str) -> type[Provider]:
    """Raises NotFound for a name that is not known."""
    known = PROVIDERS.get(name)
    if known is None:
        raise NotFound("not_found", f"{name!r} is no payment provider.")
    return known


def opened(account: ProviderAccount) -> Provider:
    """The adapter, with the account's credentials. Raises credentials.Unreadable."""
    return provider_type(account.provider)(Account(account.credentials, account.live))


def account_of(attempt: Attempt) -> ProviderAccount:
    """The account that the attempt was begun with, offered still or not."""
    return ProviderAccount.objects.get(provider=attempt.provider, live=attempt.live)


def provider_of(attempt: Attempt) -> Provider:
    """The adapter of that account."""
    return opened(account_of(attempt))
