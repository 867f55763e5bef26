"""The sandbox gateways. A test that requests `shop` runs once for each."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.payments.models import ProviderAccount
from apps.payments.providers.paypal import api as paypal_api
from embedded.gateways.registry import sandbox_gateways
from embedded.gateways.sandbox import SandboxGateways
from tests.payments.gateways.shop import Shop


@pytest.fixture
def sandbox(settings: Any) -> Iterator[SandboxGateways]:
    # A token of an earlier sandbox would be refused by this one if the system gives it the same port.
    paypal_api._tokens.clear()
    with SandboxGateways(shop=settings.PUBLIC_URL) as sandbox:
        settings.PAYMENTS_SANDBOX_URL = sandbox.url
        yield sandbox


@pytest.fixture(params=sandbox_gateways())
def gateway_name(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def make_shop(
    sandbox: SandboxGateways, ada: User, api: APIClient, run_jobs: Callable[[], int]
) -> Callable[[str], Shop]:
    """Return a function that enables a gateway's test account and sets its currency."""

    def make(name: str) -> Shop:
        gateway = sandbox.gateways[name]
        update_platform_settings(code=gateway.currency)
        account = ProviderAccount(provider=name, live=False, enabled=True)
        account.credentials = dict(gateway.credentials)
        account.save()
        return Shop(sandbox, gateway, ada, api, run_jobs)

    return make


@pytest.fixture
def shop(gateway_name: str, make_shop: Callable[[str], Shop]) -> Shop:
    return make_shop(gateway_name)
