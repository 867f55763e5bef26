"""GET countries/: every country with its dial code, named and sorted in the reader's language."""

from typing import Any

import phonenumbers
import pytest
from rest_framework.test import APIClient

from apps.accounts.phone_numbers.countries import (
    dial_codes,
    full_mobile,
    normalized_mobile,
    stripped,
    typed_mobile,
)

URL = "/api/v1/countries/"


def countries(language: str | None = None) -> list[dict[str, Any]]:
    client = APIClient(HTTP_ACCEPT_LANGUAGE=language) if language else APIClient()
    response = client.get(URL)
    assert response.status_code == 200
    results: list[dict[str, Any]] = response.json()["results"]
    return results


def test_every_country_with_phones_is_listed_once() -> None:
    listed = countries()
    assert {row["code"] for row in listed} == phonenumbers.SUPPORTED_REGIONS
    assert len(listed) == len(phonenumbers.SUPPORTED_REGIONS)
    assert all(row.keys() == {"label", "code", "phone"} and row["label"] != row["code"] for row in listed)


@pytest.mark.parametrize(
    ("code", "phone"),
    [
        ("GB", "44"),
        ("US", "1"),
        ("CA", "1"),
        ("AG", "1-268"),
        ("BB", "1-246"),
        ("DO", "1"),
        ("KZ", "7"),
        ("XK", "383"),
    ],
)
def test_dial_codes_have_their_usual_form(code: str, phone: str) -> None:
    assert next(row["phone"] for row in countries() if row["code"] == code) == phone


def test_labels_and_order_follow_the_language() -> None:
    english, arabic = countries("en"), countries("ar")
    assert {row["label"] for row in english if row["code"] == "GB"} == {"United Kingdom"}
    assert {row["label"] for row in arabic if row["code"] == "GB"} == {"المملكة المتحدة"}
    assert [row["code"] for row in english[:3]] == ["AF", "AX", "AL"]
    assert [row["code"] for row in english] != [row["code"] for row in arabic]
    assert countries("xx") == english


def test_reply_is_cached_for_a_day_by_language() -> None:
    response = APIClient().get(URL)
    assert response["Cache-Control"] == "public, max-age=86400"
    assert "Accept-Language" in response["Vary"]


def test_invalid_access_token_does_not_hide_the_countries() -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Bearer not.a.token")
    assert client.get(URL).status_code == 200


def test_countries_are_read_only() -> None:
    assert APIClient().post(URL, {}).status_code == 405


def test_every_dial_code_makes_a_full_mobile_of_its_country() -> None:
    for code, phone in dial_codes().items():
        example = phonenumbers.example_number_for_type(code, phonenumbers.PhoneNumberType.MOBILE)
        example = example or phonenumbers.example_number(code)
        assert example
        expected = phonenumbers.format_number(example, phonenumbers.PhoneNumberFormat.E164)
        digits = expected.removeprefix(f"+{stripped(phone)}")
        assert digits != expected, code
        assert full_mobile(dial_code=phone, digits=digits) == expected, code


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("+44 7700 900-123", "+447700900123"),
        ("+4407700900123", "+447700900123"),
        ("+1-268 464 1234", "+12684641234"),
        ("+390612345678", "+390612345678"),
        ("+999123456", "+999123456"),
        ("447700900123", None),
        ("+44", None),
        ("+", None),
        ("", None),
        ("+1234567890123456", None),
        ("+44٧٧٠٠٩٠٠١٢٣", None),
    ],
)
def test_phone_number_has_one_canonical_form(typed: str, expected: str | None) -> None:
    assert normalized_mobile(typed) == expected
    if expected:
        assert normalized_mobile(expected) == expected


@pytest.mark.parametrize(
    ("typed", "home", "expected"),
    [
        ("(212) 555-2368", "US", "+12125552368"),
        # Without the area code a number can only be dialled locally.
        ("555-2368", "US", None),
        ("030 901820", "DE", "+4930901820"),
        ("900123", "GB", None),
    ],
)
def test_number_without_its_area_code_is_invalid(typed: str, home: str, expected: str | None) -> None:
    assert typed_mobile(typed, home=home) == expected
