"""Credentials are checked for format and mode, and by an API call, before an account is offered."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.errors import BadInput, Conflict, DomainError
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.payments.choices import CheckOutcome, State
from apps.payments.gateways.registry import provider_type
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.selectors import broken_accounts, offered_accounts
from apps.payments.services.accounts import check_account, set_account
from apps.payments.services.credentials import credential_errors
from embedded.gateways.registry import sandbox_gateways
from embedded.gateways.sandbox import SandboxGateways
from tests.payments.gateways.shop import Shop
from tests.personas import client_of

ACCOUNTS: Final = "/api/v1/payment-accounts/"
DOCUMENTED: Final = """
paypal braintree stripe paytm payulatam flutterwave paystack securepay payfast liqpay culqi mercadopago test
"""
"""The specification's logos."""
ALERTS: Final = "/api/v1/dashboard/alerts/"
GATEWAYS: Final = sandbox_gateways()
CHECKED: Final = [name for name, kind in GATEWAYS.items() if kind.wrong_credentials]
CALLED_AT_START: Final = [name for name in CHECKED if not GATEWAYS[name].starts_without_call]
QUERYABLE: Final = [name for name in CHECKED if GATEWAYS[name].queryable]
LIVE_VALUES: Final = [
    ("culqi", "secret_key", "sk_live_x"),
    ("flutterwave", "secret_key", "FLWSECK-x-X"),
    ("liqpay", "private_key", "x"),
    ("paystack", "secret_key", "sk_live_x"),
    ("stripe", "secret_key", "rk_live_x"),
]


def stored(name: str, *, live: bool = False) -> ProviderAccount | None:
    return ProviderAccount.objects.filter(provider=name, live=live).first()


def good(sandbox: SandboxGateways, name: str) -> dict[str, str]:
    gateway = sandbox.gateways[name]
    update_platform_settings(code=gateway.currency)
    return dict(gateway.credentials)


def enable(name: str, credentials: dict[str, str], *, live: bool = False) -> ProviderAccount:
    return set_account(provider=name, live=live, enabled=True, credentials=credentials)


# -- enabling an account ----------------------------------------------------------------------


@pytest.mark.parametrize("name", GATEWAYS)
def test_valid_credentials_are_checked_and_offered(sandbox: SandboxGateways, name: str) -> None:
    account = enable(name, good(sandbox, name))
    outcome = CheckOutcome.OK if name in CHECKED else CheckOutcome.UNCHECKABLE
    assert (account.enabled, account.check_outcome, account.check_reason) == (True, outcome, "")
    assert account.checked_at is not None
    assert sandbox.gateways[name].payments == {}


@pytest.mark.parametrize("name", CHECKED)
def test_rejected_credentials_are_not_stored(sandbox: SandboxGateways, name: str) -> None:
    wrong = good(sandbox, name) | dict(GATEWAYS[name].wrong_credentials)
    with pytest.raises(Conflict) as refused:
        enable(name, wrong)
    assert refused.value.code == "credentials_refused"
    secrets = [field.name for field in provider_type(name).credentials if field.secret]
    assert not [secret for secret in secrets if wrong[secret] in str(refused.value.detail)]
    assert stored(name) is None


@pytest.mark.parametrize("name", CHECKED)
def test_account_is_not_enabled_without_a_response(sandbox: SandboxGateways, name: str) -> None:
    credentials = good(sandbox, name)
    sandbox.gateways[name].silent_for = 5
    with pytest.raises(Conflict) as refused:
        enable(name, credentials)
    assert refused.value.code == "credentials_unchecked"
    assert stored(name) is None


@pytest.mark.parametrize("name", GATEWAYS)
def test_malformed_value_is_rejected_beside_its_field(sandbox: SandboxGateways, name: str) -> None:
    for credential in provider_type(name).credentials:
        if not credential.pattern:
            continue
        for enabled in (None, True):
            wrong = good(sandbox, name) | {credential.name: "!"}
            with pytest.raises(BadInput) as refused:
                set_account(provider=name, live=False, enabled=enabled, credentials=wrong)
            assert refused.value.code == "invalid"
            assert (refused.value.fields or {}).keys() == {credential.name}
    assert stored(name) is None


@pytest.mark.parametrize("name", GATEWAYS)
def test_test_mode_value_is_rejected_in_live_mode(name: str) -> None:
    for credential in provider_type(name).credentials:
        if not credential.live:
            continue
        value = GATEWAYS[name].credentials[credential.name]
        with pytest.raises(BadInput) as refused:
            set_account(provider=name, live=True, credentials={credential.name: value})
        assert "test mode" in str((refused.value.fields or {})[credential.name])
    assert stored(name, live=True) is None


@pytest.mark.parametrize(("name", "field", "value"), LIVE_VALUES)
def test_live_value_is_rejected_in_test_mode(name: str, field: str, value: str) -> None:
    with pytest.raises(BadInput) as refused:
        set_account(provider=name, live=False, credentials={field: value})
    assert "live mode" in str((refused.value.fields or {})[field])
    assert stored(name) is None


def test_sandbox_credentials_match_their_patterns() -> None:
    for name, kind in GATEWAYS.items():
        assert credential_errors(name, live=False, values=kind.credentials) == {}
    live = {"secret_key": "sk_live_51Abc", "webhook_secret": "whsec_abc+/="}
    assert credential_errors("stripe", live=True, values=live) == {}


def test_every_documented_gateway_has_its_own_mark(staff: APIClient) -> None:
    marks = {row["provider"]: row["mark"]["letters"] for row in rows(staff)}
    assert marks.keys() >= set(DOCUMENTED.split())
    assert len(set(marks.values())) == len(marks)


# -- test and live mode ------------------------------------------------------------------------


def test_rejected_live_account_does_not_disable_test_mode(
    sandbox: SandboxGateways, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = enable("paystack", good(sandbox, "paystack"))
    # Live calls go to the sandbox, which rejects live keys.
    monkeypatch.setattr("apps.payments.providers.paystack.adapter.API", f"{sandbox.url}/paystack")
    with pytest.raises(Conflict) as refused:
        enable("paystack", {"secret_key": "sk_live_unknown"}, live=True)
    assert refused.value.code == "credentials_refused"
    assert stored("paystack", live=True) is None
    assert offered_accounts("NGN") == [test]
    assert test.credentials == sandbox.gateways["paystack"].credentials


def test_unchanged_account_is_not_checked_again(sandbox: SandboxGateways) -> None:
    credentials = good(sandbox, "stripe")
    first = enable("stripe", credentials)
    sandbox.gateways["stripe"].silent_for = 5
    assert enable("stripe", credentials).checked_at == first.checked_at


def test_changed_credentials_of_an_enabled_account_are_checked(sandbox: SandboxGateways) -> None:
    enable("stripe", good(sandbox, "stripe"))
    with pytest.raises(Conflict):
        set_account(provider="stripe", live=False, credentials=GATEWAYS["stripe"].wrong_credentials)
    account = stored("stripe")
    assert account is not None
    assert account.credentials == sandbox.gateways["stripe"].credentials
    assert account.enabled


# -- "Test connection" -------------------------------------------------------------------------


@pytest.fixture
def staff(dora: User) -> APIClient:
    return client_of(dora)


def test_connection_test_stores_its_result(sandbox: SandboxGateways, staff: APIClient) -> None:
    set_account(
        provider="stripe",
        live=False,
        credentials=good(sandbox, "stripe") | dict(GATEWAYS["stripe"].wrong_credentials),
    )
    shown = staff.post(f"{ACCOUNTS}stripe/test/check/").json()
    assert (shown["check"]["outcome"], shown["broken"], shown["enabled"]) == ("refused", False, False)
    assert "401" in shown["check"]["reason"]
    assert GATEWAYS["stripe"].wrong_credentials["secret_key"] not in str(shown)
    set_account(provider="stripe", live=False, credentials=good(sandbox, "stripe"))
    [row] = [each for each in rows(staff) if (each["provider"], each["mode"]) == ("stripe", "test")]
    assert row["check"] is None
    sandbox.gateways["stripe"].silent_for = 5
    assert staff.post(f"{ACCOUNTS}stripe/test/check/").json()["check"]["outcome"] == "unreachable"
    sandbox.gateways["stripe"].silent_for = 0
    assert staff.post(f"{ACCOUNTS}stripe/test/check/").json()["check"]["outcome"] == "ok"
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.label, entry.after) == ("checked", "stripe (test)", {"outcome": "ok"})


def rows(staff: APIClient) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = staff.get(ACCOUNTS).json()["results"]
    return results


def test_connection_test_requires_credentials(sandbox: SandboxGateways, staff: APIClient) -> None:
    refused = staff.post(f"{ACCOUNTS}stripe/test/check/")
    assert (refused.status_code, refused.json()["code"]) == (400, "not_configured")
    assert staff.post(f"{ACCOUNTS}stripe/nonsense/check/").status_code == 404
    assert stored("stripe") is None


def test_demo_mode_refuses_connection_tests(sandbox: SandboxGateways, staff: APIClient) -> None:
    set_account(provider="stripe", live=False, credentials=good(sandbox, "stripe"))
    update_platform_settings(allow_critical_edits_admin=False)
    refused = staff.post(f"{ACCOUNTS}stripe/test/check/")
    assert (refused.status_code, refused.json()["code"]) == (403, "demo_mode")
    account = stored("stripe")
    assert account is not None
    assert account.checked_at is None


# -- rejections in use -------------------------------------------------------------------------


def break_in_use(shop: Shop) -> None:
    """Replace the stored credentials by ones that the gateway rejects."""
    account = stored(shop.gateway.name)
    assert account is not None
    account.credentials = {**shop.gateway.credentials, **shop.gateway.wrong_credentials}
    account.save()


@pytest.mark.parametrize("name", CALLED_AT_START)
def test_account_rejected_in_use_raises_an_alert_and_is_not_offered(
    make_shop: Callable[[str], Shop], staff: APIClient, name: str
) -> None:
    shop = make_shop(name)
    break_in_use(shop)
    assert len(offered_accounts(shop.gateway.currency)) == 1
    with pytest.raises(DomainError) as refused:
        shop.begin()
    assert refused.value.code == "provider_unavailable"
    assert Attempt.objects.get().state == State.FAILED
    assert offered_accounts(shop.gateway.currency) == []
    [row] = [each for each in rows(staff) if (each["provider"], each["mode"]) == (name, "test")]
    assert (row["enabled"], row["broken"], row["check"]["outcome"]) == (True, True, "refused")
    [alert] = [each for each in staff.get(ALERTS).json()["results"] if each["kind"] == "gateway"]
    assert (alert["count"], alert["results"][0]["note"]) == (1, name)


@pytest.mark.parametrize("name", QUERYABLE)
def test_query_with_a_rejected_key_breaks_the_account_and_decides_nothing(
    make_shop: Callable[[str], Shop], name: str
) -> None:
    shop = make_shop(name)
    attempt = shop.begin()
    before = attempt.state
    if attempt.action["kind"] == "page":
        Attempt.objects.update(payment_id="chr_test_1")
    break_in_use(shop)
    shop.check(attempt)
    attempt.refresh_from_db()
    assert attempt.state == before
    assert [account.provider for account in broken_accounts()] == [name]


def test_successful_check_offers_a_broken_account_again(
    make_shop: Callable[[str], Shop], staff: APIClient
) -> None:
    shop = make_shop("stripe")
    break_in_use(shop)
    with pytest.raises(DomainError):
        shop.begin()
    # The gateway still rejects them.
    assert staff.post(f"{ACCOUNTS}stripe/test/check/").json()["broken"]
    fixed = {"secret_key": shop.gateway.credentials["secret_key"]}
    reply = staff.put(f"{ACCOUNTS}stripe/test/", {"credentials": fixed})
    assert (reply.status_code, reply.json()["broken"]) == (200, False)
    assert len(offered_accounts("USD")) == 1
    assert shop.begin().state == State.REDIRECTED


def test_missing_response_does_not_break_the_account(make_shop: Callable[[str], Shop]) -> None:
    shop = make_shop("stripe")
    shop.gateway.silent_for = 5
    with pytest.raises(DomainError):
        shop.begin()
    assert check_account(provider="stripe", live=False).check_outcome == CheckOutcome.UNREACHABLE
    assert len(offered_accounts("USD")) == 1
    assert not broken_accounts().exists()
