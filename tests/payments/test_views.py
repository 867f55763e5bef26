"""The payments API: offered gateways, permissions, and secrets."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.payments.models import Attempt, ProviderAccount

TOP_UPS = "/api/v1/me/wallet/top-ups/"
PROVIDERS = "/api/v1/payment-providers/"
ACCOUNTS = "/api/v1/payment-accounts/"
AsUser = Callable[[User | None], APIClient]


def test_test_gateway_requires_operator_and_admin(offered: ProviderAccount, settings: Any) -> None:
    visitor = APIClient()
    assert [found["name"] for found in visitor.get(PROVIDERS).json()["results"]] == ["test"]
    assert visitor.get("/functions/get_providers").json()[0].keys() == {"name", "link"}
    settings.PAYMENTS_TEST_PROVIDER = False
    assert visitor.get(PROVIDERS).json() == {"results": []}
    settings.PAYMENTS_TEST_PROVIDER = True
    ProviderAccount.objects.update(enabled=False)
    assert visitor.get("/functions/get_providers").json() == []


def test_top_up_returns_the_url_and_is_idempotent(offered: ProviderAccount, api: APIClient) -> None:
    body = {"provider": "test", "amount": "12.00"}
    replies = [api.post(TOP_UPS, body, headers={"Idempotency-Key": "k1"}) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [201, 201]
    assert replies[0].json() == replies[1].json()
    started = Attempt.objects.get()
    assert replies[0].json()["action"] == {"url": f"http://localhost:8000/payments/test/{started.ref}"}
    assert [row["ref"] for row in api.get(TOP_UPS).json()["results"]] == [started.ref]


def test_currency_is_the_platforms(offered: ProviderAccount, api: APIClient) -> None:
    update_platform_settings(code="EUR")
    reply = api.post(TOP_UPS, {"provider": "test", "amount": "3.00", "currency": "JPY", "user": 1})
    assert reply.json()["currency"] == "EUR"


@pytest.mark.parametrize("path", ["", "check/", "submit/"])
def test_payment_of_another_user_is_404(attempt: Attempt, as_user: AsUser, cleo: User, path: str) -> None:
    address = f"/api/v1/payments/checkouts/{attempt.ref}/{path}"
    client = as_user(cleo)
    reply = client.post(address, {"data": {}}) if path else client.get(address)
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


def test_test_gateways_page_is_for_the_payer(attempt: Attempt, as_user: AsUser, cleo: User) -> None:
    page = f"/api/v1/payments/test/pages/{attempt.ref}/"
    assert as_user(cleo).post(page, {"button": "approve"}).status_code == 404
    attempt.refresh_from_db()
    assert attempt.state == "redirected"


def test_specified_form_redirects_to_the_gateway_and_its_amount_is_ignored(attempt: Attempt) -> None:
    form = {"order_id": attempt.reference, "amount": "0.01", "currency": "XXX", "quantity": "1"}
    reply = APIClient().post("/api/v1/payments/test/start/", form, format="multipart")
    assert (reply.status_code, reply["Location"]) == (303, attempt.action["url"])
    unknown = APIClient().post("/api/v1/payments/test/start/", {"order_id": "1"}, format="multipart")
    assert unknown["Location"] == "/payments/unknown"


class TestAccounts:
    @pytest.fixture(autouse=True)
    def _allowed(self, settings: Any) -> None:
        settings.PAYMENTS_TEST_PROVIDER = True

    def test_enabling_one_mode_disables_the_other(self, as_user: AsUser, dora: User) -> None:
        staff = as_user(dora)
        for mode in ("test", "live"):
            assert staff.put(f"{ACCOUNTS}test/{mode}/", {"enabled": True}).status_code == 200
        rows = [row for row in staff.get(ACCOUNTS).json()["results"] if row["provider"] == "test"]
        assert {row["mode"]: row["enabled"] for row in rows} == {"test": False, "live": True}

    def test_unknown_credential_is_rejected(self, as_user: AsUser, dora: User) -> None:
        reply = as_user(dora).put(f"{ACCOUNTS}test/test/", {"credentials": {"nonsense": "x"}})
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
        assert not ProviderAccount.objects.exists()

    def test_demo_mode_refuses_account_changes(self, as_user: AsUser, dora: User) -> None:
        update_platform_settings(allow_critical_edits_admin=False)
        reply = as_user(dora).put(f"{ACCOUNTS}test/test/", {"enabled": True})
        assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
        assert not ProviderAccount.objects.exists()

    def test_test_gateway_requires_the_operators_setting(
        self, as_user: AsUser, dora: User, settings: Any
    ) -> None:
        settings.PAYMENTS_TEST_PROVIDER = False
        reply = as_user(dora).put(f"{ACCOUNTS}test/test/", {"enabled": True})
        assert (reply.status_code, reply.json()["code"]) == (400, "not_configured")
        assert not ProviderAccount.objects.filter(enabled=True).exists()
