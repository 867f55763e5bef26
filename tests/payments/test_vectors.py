"""Fixed vectors: minor units, the test gateway's signature, and encrypted credentials."""

import json
from decimal import Decimal as D
from typing import Any

import pytest

from apps.payments.amounts import from_minor, number, plain, to_minor
from apps.payments.gateways.credentials import Unreadable, decrypt_credentials, encrypt_credentials
from apps.payments.providers.test.adapter import sign


def test_test_gateways_signature_matches_the_reference() -> None:
    signature = sign(
        b"demo-django-secret",
        ref="ord-1001",
        amount="100.00",
        currency="USD",
        result="success",
        ts=1760000000,
    )
    assert signature == "d554c423b5ffaa84312c09fc8cf319b82c9c3b0674a92021a47879041bf758d9"


@pytest.mark.parametrize(
    ("amount", "currency", "minor"),
    [("12.34", "USD", 1234), ("1200", "JPY", 1200), ("1.234", "KWD", 1234), ("0.10", "EUR", 10)],
)
def test_amounts_convert_to_minor_units_and_back(amount: str, currency: str, minor: int) -> None:
    assert to_minor(D(amount), currency) == minor
    assert from_minor(minor, currency) == D(amount)


def test_gateways_exponent_takes_precedence() -> None:
    assert to_minor(D("100"), "XOF", {"XOF": 2}) == 10_000


@pytest.mark.parametrize(
    ("amount", "places", "text"),
    [("25.50", 2, "25.5"), ("1500.00", 2, "1500"), ("0.1", 2, "0.1"), ("1500", 0, "1500")],
)
def test_json_number_has_the_amounts_digits(amount: str, places: int, text: str) -> None:
    assert json.dumps(number(D(amount), places=places)) == text


@pytest.mark.parametrize(("amount", "places"), [("1.005", 2), ("0.5", 0), ("12345678901234567.89", 2)])
def test_json_number_is_never_another_amount(amount: str, places: int) -> None:
    with pytest.raises(ValueError, match=r"digits|decimals"):
        number(D(amount), places=places)


@pytest.mark.parametrize(("amount", "currency"), [("12.345", "USD"), ("0.5", "JPY")])
def test_amount_with_too_many_decimals_is_refused_not_rounded(amount: str, currency: str) -> None:
    with pytest.raises(ValueError, match="decimals"):
        to_minor(D(amount), currency)
    with pytest.raises(ValueError, match="decimals"):
        plain(D("1.001"), places=2)


def test_stored_credentials_are_encrypted_and_survive_key_rotation(settings: Any) -> None:
    encrypted = encrypt_credentials({"secret_key": "sk_test_demo"})
    assert "sk_test_demo" not in encrypted
    assert decrypt_credentials(encrypted) == {"secret_key": "sk_test_demo"}
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another secret of thirty-two letters"
    with pytest.raises(Unreadable):
        decrypt_credentials(encrypted)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert decrypt_credentials(encrypted) == {"secret_key": "sk_test_demo"}
