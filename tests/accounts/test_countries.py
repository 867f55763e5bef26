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


def test_every_country_that_has_phones_is_there_once() -> None:
    found = countries()
    assert {row["code"] for row in found} == phonenumbers.SUPPORTED_REGIONS
    assert len(found) == len(phonenumbers.SUPPORTED_REGIONS)
    assert all(row.keys() == {"label", "code", "phone"} and row["label"] != row["code"] for row in found)


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
def test_dial_codes_are_as_people_know_them(code: str, phone: str) -> None:
    assert next(row["phone"] for row in countries() if row["code"] == code) == phone


def test_labels_are_in_the_language_requested_and_sorted_in_it() -> None:
    english, arabic = countries("en"), countries("ar")
    assert {row["label"] for row in english if row["code"] == "GB"} == {"United Kingdom"}
    assert {row["label"] for row in arabic if row["code"] == "GB"} == {"المملكة المتحدة"}
    assert [row["code"] for row in english[:3]] == ["AF", "AX", "AL"]
    assert [row["code"] for row in english] != [row["code"] for row in arabic]
    assert countries("xx") == english


def test_reply_may_be_kept_for_a_day_by_language() -> None:
    response = APIClient().get(URL)
    assert response["Cache-Control"] == "public, max-age=86400"
    assert "Accept-Language" in response["Vary"]


def test_stale_access_token_does_not_hide_the_countries() -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Bearer of.old.news")
    assert client.get(URL).status_code == 200


def test_no_one_writes_them() -> None:
    assert APIClient().post(URL, {}).status_code == 405


def test_every_dial_code_makes_a_full_mobile_of_its_country() -> None:
    for code, phone in dial_codes().items():
        example = phonenumbers.example_number_for_type(code, phonenumbers.PhoneNumberType.MOBILE)
        example = example or phonenumbers.example_number(code)
        assert example
        kept = phonenumbers.format_number(example, phonenumbers.PhoneNumberFormat.E164)
        digits = kept.removeprefix(f"+{stripped(phone)}")
        assert digits != kept, code
        assert full_mobile(dial_code=phone, digits=digits) == kept, code


@pytest.mark.parametrize(
    ("typed", "kept"),
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
def test_one_phone_has_one_spelling(typed: str, kept: str | None) -> None:
    assert normalized_mobile(typed) == kept
    if kept:
        assert normalized_mobile(kept) == kept


@pytest.mark.parametrize(
    ("typed", "home", "kept"),
    [
        ("(212) 555-2368", "US", "+12125552368"),
        # Without the area code it is dialled in its own town alone.
        ("555-2368", "US", None),
        ("030 901820", "DE", "+4930901820"),
        ("900123", "GB", None),
    ],
)
def test_a_number_without_its_area_code_is_none(typed: str, home: str, kept: str | None) -> None:
    assert typed_mobile(typed, home=home) == kept
