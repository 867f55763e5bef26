"""A new gateway needs its folder and nothing else: Acme Pay is added to the thirteen for these tests."""

from collections.abc import Callable, Iterator
from inspect import getmembers, isfunction, signature
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.payments import providers as folder
from apps.payments.choices import State, Verdict
from apps.payments.gateways.registry import providers
from apps.payments.models import Notification, ProviderAccount
from embedded.gateways.registry import sandbox_gateways
from embedded.gateways.sandbox import SandboxGateways
from tests.payments.gateways import test_contract
from tests.payments.gateways.shop import Shop
from tests.personas import client_of

API = "/api/v1"
FIXTURES = {"shop", "ada", "ben", "dora", "caplog"}
CONTRACT = {
    name: test
    for name, test in getmembers(test_contract, isfunction)
    if name.startswith("test_") and signature(test).parameters.keys() <= FIXTURES
}


@pytest.fixture(autouse=True)
def acme(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the folder `acme` to apps/payments/providers."""
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(Path(__file__).parent / "fourteenth")])
    for registry in (providers, sandbox_gateways):
        registry.cache_clear()
    yield
    monkeypatch.undo()
    for registry in (providers, sandbox_gateways):
        registry.cache_clear()


@pytest.fixture
def shop(make_shop: Callable[[str], Shop]) -> Shop:
    return make_shop("acme")


def test_admins_list_shows_both_modes_with_mark_links_and_fields(dora: User) -> None:
    rows = client_of(dora).get(f"{API}/payment-accounts/").json()["results"]
    test, live = [row for row in rows if row["provider"] == "acme"]
    assert (test["mode"], live["mode"]) == ("test", "live")
    assert (test["label"], test["mark"]) == ("Acme Pay", {"color": "#123456", "letters": "AC"})
    assert test["docs_url"] == "https://acme.example/docs"
    assert test["webhook_url"].endswith("/payments/acme/webhook/")
    assert (test["webhook_events"], test["currencies"]) == (["payment.updated"], ["USD"])
    assert [(field["name"], field["secret"], field["is_set"]) for field in test["credentials"]] == [
        ("key", True, False)
    ]
    assert [row["provider"] for row in rows] == sorted(row["provider"] for row in rows)
    assert len({row["provider"] for row in rows}) == 14


def test_connection_test_and_switch_use_its_own_call(sandbox: SandboxGateways, dora: User) -> None:
    update_platform_settings(code="USD")
    staff = client_of(dora)
    address = f"{API}/payment-accounts/acme/test/"
    wrong = staff.put(address, {"enabled": True, "credentials": {"key": "acme_test_another"}}, format="json")
    assert (wrong.status_code, wrong.json()["code"]) == (409, "credentials_refused")
    live = staff.put(address, {"credentials": {"key": "acme_live_1"}}, format="json")
    assert (live.status_code, live.json()["fields"].keys()) == (400, {"key"})
    assert not ProviderAccount.objects.filter(provider="acme").exists()

    good = dict(sandbox.gateways["acme"].credentials)
    right = staff.put(address, {"enabled": True, "credentials": good}, format="json")
    assert (right.json()["enabled"], right.json()["check"]["outcome"]) == (True, "ok")


def test_checkout_offers_it_within_its_limits(shop: Shop) -> None:
    offered = shop.api.get(f"{API}/payment-providers/").json()["results"]
    assert [(row["name"], row["label"], row["mark"]["letters"]) for row in offered] == [
        ("acme", "Acme Pay", "AC")
    ]
    assert [(float(row["min_amount"]), float(row["max_amount"])) for row in offered] == [(1, 5000)]
    assert shop.api.get(f"{API}/payment-providers/?amount=0.50").json()["results"] == []


def test_webhook_route_stores_its_signature_header_alone(sandbox: SandboxGateways) -> None:
    reply = APIClient().post(
        f"{API}/payments/acme/webhook/",
        b"{}",
        content_type="application/json",
        headers={"X-Acme-Signature": "0", "X-Paystack-Signature": "1", "Cookie": "a=b"},
    )
    assert reply.status_code == 200
    [stored] = Notification.objects.all()
    assert stored.headers == {"content-type": "application/json", "x-acme-signature": "0"}


def test_sandbox_serves_its_hosted_page(shop: Shop) -> None:
    attempt = shop.begin()
    assert attempt.action["url"] == f"{shop.sandbox.url}/acme/pay/{attempt.ref}"
    assert "25.50 USD" in shop.go(attempt)
    shop.decide(attempt, "approve")
    assert {stored.verdict for stored in shop.deliver()} <= {Verdict.HANDLED, Verdict.REPEATED}
    attempt.refresh_from_db()
    assert attempt.state == State.PAID


def test_admins_transactions_show_its_name_and_mark(shop: Shop, dora: User) -> None:
    shop.begin()
    [row] = client_of(dora).get(f"{API}/payments/attempts/").json()["results"]
    assert (row["provider"], row["provider_label"]) == ("acme", "Acme Pay")
    assert row["provider_mark"] == {"color": "#123456", "letters": "AC"}


def test_contract_tests_include_it() -> None:
    assert "acme" in sandbox_gateways()
    assert len(CONTRACT) >= 17


@pytest.mark.parametrize("name", CONTRACT)
def test_contract_holds(shop: Shop, name: str, request: pytest.FixtureRequest) -> None:
    test: Any = CONTRACT[name]
    if any(mark.name == "django_db" for mark in getattr(test, "pytestmark", [])):
        pytest.skip("needs committed rows")
    test(**{fixture: request.getfixturevalue(fixture) for fixture in signature(test).parameters})


def test_removed_gateway_keeps_its_name_in_the_list(
    shop: Shop, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.begin()
    monkeypatch.setattr(folder, "__path__", folder.__path__[:1])
    providers.cache_clear()
    [row] = client_of(dora).get(f"{API}/payments/attempts/").json()["results"]
    assert (row["provider_label"], row["provider_mark"]["letters"]) == ("acme", "AC")


def add_folder(monkeypatch: pytest.MonkeyPatch, parent: Path, name: str, files: dict[str, str]) -> None:
    (parent / name).mkdir()
    for file, text in ({"__init__.py": ""} | files).items():
        (parent / name / file).write_text(text)
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(parent)])
    providers.cache_clear()


def test_folder_without_an_adapter_is_no_gateway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_folder(monkeypatch, tmp_path, "notes", {"other.py": ""})
    assert "notes" not in providers()


def test_adapter_module_without_its_class_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_folder(monkeypatch, tmp_path, "empty", {"adapter.py": ""})
    with pytest.raises(ImportError, match="must define one BaseProvider with the name 'empty'"):
        providers()
