"""`manage.py doctor` checks enabled payment accounts with their gateways."""

from typing import Any

import pytest

from apps.core.diagnosis.registry import Level, findings_of
from apps.payments import diagnosis
from apps.payments.choices import CheckOutcome
from apps.payments.diagnosis import ACCOUNTS
from apps.payments.models import ProviderAccount
from apps.payments.services.credentials import CredentialCheck


def levels() -> list[tuple[Level, str]]:
    return [(finding.level, finding.text) for finding in findings_of(ACCOUNTS)]


@pytest.mark.django_db
def test_platform_without_accounts_gets_a_warning() -> None:
    assert levels() == [(Level.WARNING, "No payment account is enabled: riders cannot pay by card.")]


def test_account_without_a_check_of_its_own_is_ok(offered: ProviderAccount) -> None:
    ((level, text),) = levels()
    assert (level, text.startswith("Test (test): the gateway ")) == (Level.OK, True)


@pytest.mark.parametrize("outcome", [CheckOutcome.REFUSED, CheckOutcome.UNREACHABLE])
def test_refused_or_unreachable_account_is_an_error(
    offered: ProviderAccount, outcome: CheckOutcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = CredentialCheck(outcome, "no such key")
    monkeypatch.setattr(diagnosis, "verify_credentials", lambda *args, **kwargs: check)
    assert levels() == [(Level.ERROR, f"Test (test): {outcome.label}: no such key")]
    offered.refresh_from_db()
    assert (offered.enabled, offered.broken_at) == (True, None)


def test_credentials_of_another_key_are_an_error(offered: ProviderAccount, settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of thirty-two letters or more", []
    assert levels() == [(Level.ERROR, "Test (test): the credentials cannot be decrypted.")]
