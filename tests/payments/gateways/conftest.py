"""Every gateway, played on this machine; a test that asks for `shop` runs once for each."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.payments.models import ProviderAccount
from embedded.gateways.double import GatewayDouble
from embedded.gateways.names import GATEWAYS
from tests.payments.gateways.shop import Shop


@pytest.fixture
def double(settings: Any) -> Iterator[GatewayDouble]:
    with GatewayDouble(shop=settings.PUBLIC_URL) as double:
        settings.PAYMENTS_STAND_IN = double.url
        yield double


@pytest.fixture(params=[kind.name for kind in GATEWAYS])
def gateway_name(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def make_shop(
    double: GatewayDouble, ada: User, api: APIClient, run_jobs: Callable[[], int]
) -> Callable[[str], Shop]:
    """A platform whose currency is the gateway's, and which has an account there in the test mode."""

    def make(name: str) -> Shop:
        gateway = double.gateways[name]
        update_platform_settings(code=gateway.currency)
        account = ProviderAccount(provider=name, live=False, enabled=True)
        account.credentials = dict(gateway.credentials)
        account.save()
        return Shop(double, gateway, ada, api, run_jobs)

    return make


@pytest.fixture
def shop(gateway_name: str, make_shop: Callable[[str], Shop]) -> Shop:
    return make_shop(gateway_name)
