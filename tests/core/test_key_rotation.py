"""After a change of SECRET_KEY, stored values stay readable, sessions stay valid, and the old key can be
removed.
"""

import ast
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.login.tokens import AccessToken
from apps.accounts.models import User
from apps.accounts.services.second_factor import enrol, totp_of, unused_recovery_codes
from apps.accounts.services.sessions import start_session
from apps.core.security.encryption import Unreadable
from apps.core.security.key_rotation import encrypted_columns, rotate_column
from apps.payments.gateways.credentials import CREDENTIALS
from apps.payments.models import ProviderAccount
from config.env import Env
from tests.django_admin import SECRET
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db

OLD = "the old key of thirty-two letters or more"
NEW = "the new key of thirty-two letters or more"
SHORT_LIVED = {b"hansom.accounts.two_factor_setup.1"}
"""Purposes of values that are only cached for ten minutes."""


@pytest.fixture
def olive() -> User:
    return make_user("Olive", UserType.ADMIN, email="olive@example.org")


@pytest.fixture
def stored(settings: Any, olive: User) -> list[str]:
    """Store a provider account and a second factor with the old key; returns the recovery codes."""
    settings.SECRET_KEY = OLD
    account = ProviderAccount(provider="stripe")
    account.credentials = {"secret_key": "sk_test_demo"}
    account.save()
    enrol(user=olive, secret=SECRET, code="000000")
    codes = unused_recovery_codes(olive)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
    return codes


def test_everything_is_readable_without_the_old_key_after_the_rotation(
    stored: list[str], olive: User, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    before = ProviderAccount.objects.get().updated_at
    call_command("rotate_keys")
    output = capsys.readouterr().out
    assert "mfa.Authenticator.data: 2 re-encrypted, 0 current, 0 unreadable" in output
    assert "payments.ProviderAccount.sealed_credentials: 1 re-encrypted, 0 current, 0 unreadable" in output
    settings.SECRET_KEY_FALLBACKS = []
    assert ProviderAccount.objects.get().credentials == {"secret_key": "sk_test_demo"}
    assert ProviderAccount.objects.get().updated_at == before
    assert totp_of(olive.pk).wrap().validate_code("000000") is False
    assert unused_recovery_codes(olive) == stored


def test_old_key_is_needed_before_the_rotation(stored: list[str], settings: Any) -> None:
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(Unreadable):
        _ = ProviderAccount.objects.get().credentials


def test_second_run_and_dry_run_change_nothing(stored: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    encrypted = ProviderAccount.objects.get().sealed_credentials
    call_command("rotate_keys", "--dry-run")
    assert "sealed_credentials: 1 to re-encrypt" in capsys.readouterr().out
    assert ProviderAccount.objects.get().sealed_credentials == encrypted
    call_command("rotate_keys")
    rotated = ProviderAccount.objects.get().sealed_credentials
    call_command("rotate_keys")
    assert "sealed_credentials: 0 re-encrypted, 1 current" in capsys.readouterr().out
    assert ProviderAccount.objects.get().sealed_credentials == rotated


def test_unreadable_value_is_counted_unchanged_and_an_error(stored: list[str], settings: Any) -> None:
    other = ProviderAccount(provider="paypal")
    settings.SECRET_KEY = "a forgotten key that no setting contains any more"
    other.credentials = {"secret": "x"}
    other.save()
    settings.SECRET_KEY = NEW
    with pytest.raises(CommandError, match="1 secrets cannot be decrypted"):
        call_command("rotate_keys")
    assert ProviderAccount.objects.get(pk=other.pk).sealed_credentials == other.sealed_credentials
    settings.SECRET_KEY_FALLBACKS = []
    assert ProviderAccount.objects.get(provider="stripe").credentials == {"secret_key": "sk_test_demo"}


def test_accounts_without_credentials_count_as_current() -> None:
    ProviderAccount.objects.create(provider="stripe")
    [column] = [each for each in encrypted_columns() if each is CREDENTIALS]
    assert rotate_column(column).current == 1


def test_every_encryption_purpose_is_rotated_or_short_lived() -> None:
    registered = {column.purpose for column in encrypted_columns()}
    found = set()
    for path in Path(django_settings.BASE_DIR / "apps").rglob("*.py"):
        text = path.read_text()
        if "encrypt_text" not in text or path.name == "encryption.py":
            continue
        found |= {
            node.value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and isinstance(node.value, bytes)
        }
    assert found == registered | SHORT_LIVED


def test_token_of_the_old_key_is_valid_until_the_key_is_removed(settings: Any, ada: User) -> None:
    settings.SECRET_KEY = OLD
    client = client_of(ada)
    assert client.get("/api/v1/me/").status_code == 200
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, ["another key", OLD]
    assert client.get("/api/v1/me/").status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get("/api/v1/me/").status_code == 401


def test_token_of_an_unknown_key_is_refused(settings: Any, ada: User) -> None:
    settings.SECRET_KEY = "a stranger's key of thirty-two letters"
    client = client_of(ada)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
    assert client.get("/api/v1/me/").status_code == 401


def test_new_tokens_are_signed_with_the_new_key(settings: Any, ada: User) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
    token = str(AccessToken.for_user(ada))
    settings.SECRET_KEY_FALLBACKS = []
    assert AccessToken(token)["user_id"] == str(ada.pk)  # type: ignore[arg-type]  # typed as a token


def test_refresh_cookie_of_the_old_key_renews_the_session(settings: Any, ada: User) -> None:
    settings.SECRET_KEY = OLD
    client = APIClient()
    client.cookies[settings.REFRESH_COOKIE] = start_session(user_id=ada.pk).refresh
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
    renewed = client.post("/api/v1/auth/refresh/")
    assert renewed.status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert AccessToken(renewed.json()["access"])["user_id"] == str(ada.pk)


def test_fallbacks_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", " one , two ")
    assert Env().secret_key_fallbacks == ["one", "two"]  # type: ignore[call-arg]  # the rest has values
