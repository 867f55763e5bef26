"""Password policies: the documents' own, and the modern one by a setting."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.accounts.sign_up.password_policy import check_password_policy
from apps.core.errors import BadInput
from apps.core.platform import update_platform_settings
from tests.accounts.signing_up import assert_refused, rows, sign_up

pytestmark = pytest.mark.django_db


def refusal(password: str, user: User | None = None) -> BadInput | None:
    try:
        check_password_policy(password, user)
    except BadInput as error:
        return error
    return None


def is_allowed(password: str, user: User | None = None) -> bool:
    return refusal(password, user) is None


def test_refusal_has_the_documents_code_and_names_the_field() -> None:
    for policy in ("alphanumeric", "modern"):
        update_platform_settings(password_policy=policy)
        error = refusal("abc")
        assert error
        assert (error.code, error.fields) == ("password_alphaNumeric_check", {"password": error.detail})


@pytest.mark.parametrize(
    ("password", "allowed"),
    [
        ("abc123", True),
        ("abcdef", True),
        ("123456", True),
        ("a*b#c@", True),
        ("x" * 30, True),
        ("abc12", False),
        ("x" * 31, False),
        ("abc 123", False),
        ("abc-123", False),
        ("abc123!", False),
        ("абв123", False),
        ("abc123\n", False),
        ("", False),
    ],
)
def test_documents_policy_is_6_to_30_letters_digits_and_three_signs(password: str, allowed: bool) -> None:
    assert is_allowed(password) == allowed


@pytest.mark.parametrize(
    ("password", "allowed"),
    [
        ("correct horse battery", True),
        ("παστίτσιο-42", True),
        ("x7!kQ2pz", True),
        ("tr0ub4dor&3" * 8, True),
        ("x7!kQ2p", False),
        ("password1", False),
        ("x" * 129, False),
        ("nul\x00byte!", False),
        ("", False),
    ],
)
def test_modern_policy_checks_length_and_common_passwords(password: str, allowed: bool) -> None:
    update_platform_settings(password_policy="modern")
    assert is_allowed(password) == allowed


def test_modern_policy_refuses_the_users_own_data() -> None:
    update_platform_settings(password_policy="modern")
    eve = User(first_name="Evangeline", last_name="Marlowe", email="eve@example.org")
    assert not is_allowed("evangeline1", eve)
    assert not is_allowed("eve@example.org", eve)
    assert is_allowed("a quiet island", eve)
    assert is_allowed("evangeline1")


def test_sign_up_uses_the_policy_in_force() -> None:
    update_platform_settings(password_policy="modern")
    before = rows()
    for password in ("abc123", "Marlowe1"):
        assert_refused(sign_up(password=password), 400, "password_alphaNumeric_check", before=before)
    assert sign_up(password=" a quiet island ").status_code == 201
    sign_in: Any = APIClient().post(
        "/api/v1/auth/sign-in/", {"email": "eve@example.org", "password": " a quiet island "}
    )
    assert sign_in.status_code == 200
