"""Amounts fit currency and gateway; a payment in another currency is never credited."""

from collections.abc import Callable
from decimal import Decimal as D
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.errors import BadInput, Conflict
from apps.core.models import PlatformSettings
from apps.core.platform import platform_settings, update_platform_settings
from apps.payments.choices import CreditedTo, RefundState, State
from apps.payments.gateways.registry import providers
from apps.payments.models import Attempt, ProviderAccount, Refund, TestCharge
from apps.payments.port import Account
from apps.payments.providers.stripe.adapter import StripeProvider
from apps.payments.services.accounts import set_account
from apps.payments.services.starting import begin_top_up
from apps.payments.services.test_gateway import press
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of
from apps.wallet.services import credit_by_admin
from apps.wallet.withdrawals.payouts import request_withdrawal

API = "/api/v1"
Run = Callable[[], int]
STRIPE = {"secret_key": "sk_test_1", "webhook_secret": "whsec_1"}


@pytest.fixture
def staff(as_user: Callable[[User | None], APIClient], dora: User) -> APIClient:
    return as_user(dora)


def change(staff: APIClient, **changes: Any) -> Any:
    version = staff.get(f"{API}/settings/").json()["version"]
    return staff.patch(f"{API}/settings/", {"version": version, **changes}, format="json")


@pytest.mark.parametrize(("changes", "field"), [({"code": "JPY"}, "code"), ({"decimal": 3}, "decimal")])
def test_decimals_above_the_currencys_are_refused(
    offered: ProviderAccount, staff: APIClient, changes: dict[str, Any], field: str
) -> None:
    platform_settings()
    before = PlatformSettings.objects.values().get()
    reply = change(staff, **changes)
    assert (reply.status_code, reply.json()["code"]) == (400, "update_failed")
    assert "Payment providers take at most" in reply.json()["fields"][field]
    assert PlatformSettings.objects.values().get() == before


@pytest.mark.parametrize(
    "changes", [{"code": "JPY", "decimal": 0}, {"code": "KWD", "decimal": 3}, {"decimal": 1}]
)
def test_decimals_up_to_the_currencys_are_accepted(
    offered: ProviderAccount, staff: APIClient, changes: dict[str, Any]
) -> None:
    assert change(staff, **changes).status_code == 200


def test_any_decimals_are_accepted_without_gateways(staff: APIClient) -> None:
    assert change(staff, decimal=3).status_code == 200


def test_gateway_is_not_enabled_with_too_many_decimals(offered: ProviderAccount) -> None:
    ProviderAccount.objects.update(enabled=False)
    update_platform_settings(decimal=3)
    with pytest.raises(BadInput) as refused:
        set_account(provider="test", live=False, enabled=True)
    assert refused.value.code == "too_many_decimals"
    assert not ProviderAccount.objects.filter(enabled=True).exists()


@pytest.mark.parametrize(
    ("amount", "currency", "taken"),
    [
        ("0.49", "USD", False),
        ("0.50", "USD", True),
        ("49", "JPY", False),
        ("50", "JPY", True),
        ("50.5", "JPY", False),
        ("1.005", "KWD", False),
        ("1.010", "KWD", True),
        ("100000000", "JPY", False),
    ],
)
def test_stripe_supports_whole_units_within_its_limits(amount: str, currency: str, taken: bool) -> None:
    assert StripeProvider(Account(STRIPE, live=False)).supports_amount(D(amount), currency) is taken


@pytest.mark.parametrize("name", sorted(providers()))
@pytest.mark.parametrize(
    ("currency", "whole", "finer"), [("USD", "20.25", "20.255"), ("JPY", "2000", "2000.5")]
)
def test_no_gateway_supports_more_decimals_than_the_currency(
    name: str, currency: str, whole: str, finer: str
) -> None:
    gateway = providers()[name](Account({}, live=False))
    assert (gateway.supports_amount(D(whole), currency), gateway.supports_amount(D(finer), currency)) == (
        True,
        False,
    )


def test_gateway_is_not_offered_for_an_unsupported_amount(
    offered: ProviderAccount, api: APIClient, ada: User
) -> None:
    stripe = ProviderAccount(provider="stripe", enabled=True)
    stripe.credentials = STRIPE
    stripe.save()

    def names(amount: str) -> list[str]:
        found = api.get(f"{API}/payment-providers/?amount={amount}").json()["results"]
        return [each["name"] for each in found]

    assert (names("20.00"), names("0.30")) == (["stripe", "test"], ["test"])
    with pytest.raises((BadInput, Conflict)):
        begin_top_up(user=ada, provider="stripe", amount=D("0.30"))
    assert not Attempt.objects.exists()


def test_payment_in_the_previous_currency_is_held_and_refundable(
    attempt: Attempt, staff: APIClient, ada: User, run_jobs: Run
) -> None:
    update_platform_settings(code="EUR")
    press(attempt=attempt, button="approve")
    run_jobs()

    attempt.refresh_from_db()
    assert (attempt.state, attempt.credited_to) == (State.PAID, CreditedTo.HELD)
    assert "USD" in attempt.problem
    assert (balance_of(ada.pk), JournalEntry.objects.count()) == (D(0), 0)

    reply = staff.post(f"{API}/payments/checkouts/{attempt.ref}/refund/", {"amount": "25.50"})
    assert reply.status_code == 201, reply.json()
    run_jobs()
    attempt.refresh_from_db()
    assert (attempt.state, TestCharge.objects.get().refunded_amount) == (State.REFUNDED, D("25.50"))
    assert (balance_of(ada.pk), JournalEntry.objects.count()) == (D(0), 0)


def test_failed_refund_of_a_held_payment_credits_nothing(
    attempt: Attempt, staff: APIClient, ada: User, run_jobs: Run
) -> None:
    update_platform_settings(code="EUR")
    press(attempt=attempt, button="approve")
    run_jobs()
    TestCharge.objects.update(amount=D(5))

    assert (
        staff.post(f"{API}/payments/checkouts/{attempt.ref}/refund/", {"amount": "10.00"}).status_code == 201
    )
    run_jobs()

    attempt.refresh_from_db()
    assert Refund.objects.get().state == RefundState.FAILED
    assert (attempt.state, attempt.credited_to, attempt.refunded_amount) == (
        State.PAID,
        CreditedTo.HELD,
        D(0),
    )
    assert (balance_of(ada.pk), JournalEntry.objects.count()) == (D(0), 0)


@pytest.mark.parametrize("amount", ["5.001", "99999999999999"])
def test_amount_out_of_range_returns_the_range(
    offered: ProviderAccount, api: APIClient, ada: User, ben: User, dora: User, amount: str
) -> None:
    reply = api.post(f"{API}/me/wallet/top-ups/", {"provider": "test", "amount": amount})
    assert (reply.status_code, reply.json()["code"]) == (400, "no_details_error")
    assert reply.json()["fields"]["amount"] == "Enter an amount between $0.01 and $100,000,000.00."
    for refused in (
        lambda: request_withdrawal(user=ben, amount=D(amount)),
        lambda: credit_by_admin(user_id=ada.pk, amount=D(amount), by=dora, key="k"),
    ):
        with pytest.raises(BadInput) as error:
            refused()
        assert error.value.fields is not None
        message = str(error.value.fields["amount"])
        assert message == "Enter an amount between $0.01 and $100,000,000.00."
    assert platform_settings().decimal == 2
    assert not JournalEntry.objects.exists()
