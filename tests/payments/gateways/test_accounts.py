"""Credentials are checked for shape, mode and by a real call before an account is offered."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.errors import BadInput, Conflict, DomainError
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.payments.choices import CheckOutcome, State
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.registry import provider_type
from apps.payments.selectors import broken_accounts, offered_accounts
from apps.payments.services.accounts import check_account, set_account
from apps.payments.services.credentials import shape_faults
from embedded.gateways.names import GATEWAYS
from embedded.gateways.sandbox import SandboxGateways
from tests.payments.gateways.shop import Shop
from tests.personas import client_of

ACCOUNTS: Final = "/api/v1/payment-accounts/"
ALERTS: Final = "/api/v1/dashboard/alerts/"
UNCHECKABLE: Final = {"payfast", "securepay"}
WRONG: Final = {
    "braintree": {"private_key": "another_private_key_of_braintree"},
    "culqi": {"secret_key": "sk_test_another"},
    "flutterwave": {"secret_key": "FLWSECK_TEST-another-X"},
    "liqpay": {"private_key": "sandbox_another"},
    "mercadopago": {"access_token": "TEST-another"},
    "paypal": {"client_secret": "another-secret"},
    "paystack": {"secret_key": "sk_test_another"},
    "paytm": {"merchant_key": "anotherpaytmkey1"},
    "payulatam": {"api_key": "another"},
    "stripe": {"secret_key": "sk_test_another"},
}
"""Of the right shape, and not known to the gateway."""
OTHER_MODE: Final = {
    "culqi": ("secret_key", "sk_live_x", "sk_test_x"),
    "flutterwave": ("secret_key", "FLWSECK-x-X", "FLWSECK_TEST-x-X"),
    "liqpay": ("private_key", "x", "sandbox_x"),
    "mercadopago": ("access_token", None, "TEST-x"),
    "paystack": ("secret_key", "sk_live_x", "sk_test_x"),
    "stripe": ("secret_key", "rk_live_x", "sk_test_x"),
}
"""By gateway: the field, and a value that the test mode and one that the live mode refuses."""
SHAPELESS: Final = {
    "braintree": {"merchant_accounts": "my_dollars"},
    "culqi": {"public_key": "sk_test_x"},
    "flutterwave": {"secret_key": "secret"},
    "liqpay": {"private_key": "sandbox_ x"},
    "mercadopago": {"access_token": "token"},
    "payfast": {"merchant_id": "merchant"},
    "paystack": {"secret_key": "pk_test_x"},
    "paytm": {"merchant_key": "short"},
    "payulatam": {"account_id": "CO"},
    "securepay": {"merchant_id": "A B"},
    "stripe": {"webhook_secret": "secret"},
}
CHECKED: Final = [kind.name for kind in GATEWAYS if kind.name not in UNCHECKABLE]


def stored(name: str, *, live: bool = False) -> ProviderAccount | None:
    return ProviderAccount.objects.filter(provider=name, live=live).first()


def good(sandbox: SandboxGateways, name: str) -> dict[str, str]:
    gateway = sandbox.gateways[name]
    update_platform_settings(code=gateway.currency)
    return dict(gateway.credentials)


def enable(name: str, credentials: dict[str, str], *, live: bool = False) -> ProviderAccount:
    return set_account(provider=name, live=live, enabled=True, credentials=credentials)


# -- before an account is offered --------------------------------------------------------------


@pytest.mark.parametrize("name", [kind.name for kind in GATEWAYS])
def test_good_credentials_are_checked_and_offered(sandbox: SandboxGateways, name: str) -> None:
    account = enable(name, good(sandbox, name))
    outcome = CheckOutcome.UNCHECKABLE if name in UNCHECKABLE else CheckOutcome.OK
    assert (account.enabled, account.check_outcome, account.check_reason) == (True, outcome, "")
    assert account.checked_at is not None
    assert sandbox.gateways[name].payments == {}


@pytest.mark.parametrize("name", CHECKED)
def test_credentials_that_the_gateway_refuses_are_not_stored(sandbox: SandboxGateways, name: str) -> None:
    wrong = good(sandbox, name) | WRONG[name]
    with pytest.raises(Conflict) as refused:
        enable(name, wrong)
    assert refused.value.code == "credentials_refused"
    secrets = [field.name for field in provider_type(name).credentials if field.secret]
    assert not [secret for secret in secrets if wrong[secret] in str(refused.value.detail)]
    assert stored(name) is None


@pytest.mark.parametrize("name", CHECKED)
def test_gateway_that_does_not_answer_has_nothing_offered(sandbox: SandboxGateways, name: str) -> None:
    credentials = good(sandbox, name)
    sandbox.gateways[name].silent_for = 5
    with pytest.raises(Conflict) as refused:
        enable(name, credentials)
    assert refused.value.code == "credentials_unchecked"
    assert stored(name) is None


@pytest.mark.parametrize("name", SHAPELESS)
def test_value_of_the_wrong_shape_is_refused_beside_its_field(sandbox: SandboxGateways, name: str) -> None:
    for enabled in (None, True):
        with pytest.raises(BadInput) as refused:
            set_account(
                provider=name, live=False, enabled=enabled, credentials=good(sandbox, name) | SHAPELESS[name]
            )
        assert refused.value.code == "invalid"
        assert (refused.value.fields or {}).keys() == SHAPELESS[name].keys()
    assert stored(name) is None


@pytest.mark.parametrize("name", OTHER_MODE)
def test_value_of_the_other_mode_is_refused(name: str) -> None:
    field, in_test, in_live = OTHER_MODE[name]
    for live, value in ((False, in_test), (True, in_live)):
        if value is not None:
            with pytest.raises(BadInput) as refused:
                set_account(provider=name, live=live, credentials={field: value})
            assert "mode" in str((refused.value.fields or {})[field])
    assert stored(name) is None


def test_good_values_of_every_gateway_fit_their_shape() -> None:
    for kind in GATEWAYS:
        assert shape_faults(kind.name, live=False, values=kind.credentials) == {}
    live = {"secret_key": "sk_live_51Abc", "webhook_secret": "whsec_abc+/="}
    assert shape_faults("stripe", live=True, values=live) == {}


# -- one mode and the other --------------------------------------------------------------------


def test_broken_live_account_takes_nothing_from_the_test_mode(
    sandbox: SandboxGateways, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = enable("paystack", good(sandbox, "paystack"))
    # Where live calls go: to what plays the gateway, which knows no live key.
    monkeypatch.setattr("apps.payments.providers.paystack.API", f"{sandbox.url}/paystack")
    with pytest.raises(Conflict) as refused:
        enable("paystack", {"secret_key": "sk_live_unknown"}, live=True)
    assert refused.value.code == "credentials_refused"
    assert stored("paystack", live=True) is None
    assert offered_accounts("NGN") == [test]
    assert test.credentials == sandbox.gateways["paystack"].credentials


def test_unchanged_account_is_not_asked_about_again(sandbox: SandboxGateways) -> None:
    credentials = good(sandbox, "stripe")
    first = enable("stripe", credentials)
    sandbox.gateways["stripe"].silent_for = 5
    assert enable("stripe", credentials).checked_at == first.checked_at


def test_changed_credentials_of_an_offered_account_have_to_work(sandbox: SandboxGateways) -> None:
    enable("stripe", good(sandbox, "stripe"))
    with pytest.raises(Conflict):
        set_account(provider="stripe", live=False, credentials=WRONG["stripe"])
    account = stored("stripe")
    assert account is not None
    assert account.credentials == sandbox.gateways["stripe"].credentials
    assert account.enabled


# -- "Test connection" -------------------------------------------------------------------------


@pytest.fixture
def staff(dora: User) -> APIClient:
    return client_of(dora)


def test_connection_is_tested_and_what_came_of_it_is_stored(
    sandbox: SandboxGateways, staff: APIClient
) -> None:
    set_account(provider="stripe", live=False, credentials=good(sandbox, "stripe") | WRONG["stripe"])
    shown = staff.post(f"{ACCOUNTS}stripe/test/check/").json()
    assert (shown["check"]["outcome"], shown["broken"], shown["enabled"]) == ("refused", False, False)
    assert "401" in shown["check"]["reason"]
    assert WRONG["stripe"]["secret_key"] not in str(shown)
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


def test_connection_without_credentials_is_not_tested(sandbox: SandboxGateways, staff: APIClient) -> None:
    refused = staff.post(f"{ACCOUNTS}stripe/test/check/")
    assert (refused.status_code, refused.json()["code"]) == (400, "not_configured")
    assert staff.post(f"{ACCOUNTS}stripe/nonsense/check/").status_code == 404
    assert stored("stripe") is None


def test_demo_mode_tests_no_connection(sandbox: SandboxGateways, staff: APIClient) -> None:
    set_account(provider="stripe", live=False, credentials=good(sandbox, "stripe"))
    update_platform_settings(allow_critical_edits_admin=False)
    refused = staff.post(f"{ACCOUNTS}stripe/test/check/")
    assert (refused.status_code, refused.json()["code"]) == (403, "demo_mode")
    account = stored("stripe")
    assert account is not None
    assert account.checked_at is None


# -- in operation ------------------------------------------------------------------------------


def break_in_use(shop: Shop) -> None:
    """The key is revoked at the gateway: what we hold is no longer what it knows."""
    account = stored(shop.gateway.name)
    assert account is not None
    account.credentials = dict(shop.gateway.credentials) | WRONG[shop.gateway.name]
    account.save()


@pytest.mark.parametrize("name", ["stripe", "paystack", "flutterwave", "paypal", "mercadopago", "braintree"])
def test_account_that_is_refused_in_use_is_an_alert_and_not_offered(
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


@pytest.mark.parametrize("name", ["stripe", "liqpay", "paytm", "payulatam", "culqi"])
def test_question_that_is_refused_for_its_key_breaks_the_account_and_decides_nothing(
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


def test_good_check_brings_a_broken_account_back(make_shop: Callable[[str], Shop], staff: APIClient) -> None:
    shop = make_shop("stripe")
    break_in_use(shop)
    with pytest.raises(DomainError):
        shop.begin()
    # Still refused: still broken.
    assert staff.post(f"{ACCOUNTS}stripe/test/check/").json()["broken"]
    fixed = {"secret_key": shop.gateway.credentials["secret_key"]}
    reply = staff.put(f"{ACCOUNTS}stripe/test/", {"credentials": fixed})
    assert (reply.status_code, reply.json()["broken"]) == (200, False)
    assert len(offered_accounts("USD")) == 1
    assert shop.begin().state == State.REDIRECTED


def test_silence_breaks_nothing(make_shop: Callable[[str], Shop]) -> None:
    shop = make_shop("stripe")
    shop.gateway.silent_for = 5
    with pytest.raises(DomainError):
        shop.begin()
    assert check_account(provider="stripe", live=False).check_outcome == CheckOutcome.UNREACHABLE
    assert len(offered_accounts("USD")) == 1
    assert not broken_accounts().exists()
