"""Every rule of document 2, section 5, in its order: the code, and nothing created."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from tests.accounts.signing_up import URL, assert_refused, rows, sign_up
from tests.personas import make_user

pytestmark = pytest.mark.django_db

BAD: list[tuple[str, int, list[dict[str, Any]]]] = [
    (
        "proper_input_name",
        400,
        [
            {"first_name": ""},
            {"first_name": "  \t"},
            {"first_name": None},
            {"last_name": ""},
            {"last_name": "   "},
            {"first_name": ["Eve"]},
            {"first_name": {"x": 1}},
            {"first_name": "nul\x00byte"},
            {"last_name": "x" * 81},
        ],
    ),
    (
        "proper_email",
        400,
        [
            {"email": ""},
            {"email": None},
            {"email": "eve"},
            {"email": "eve@"},
            {"email": "eve@example"},
            {"email": "eve @example.org"},
            {"email": "x" * 250 + "@example.org"},
            {"email": 7},
        ],
    ),
    (
        "password_alphaNumeric_check",
        400,
        [
            {"password": ""},
            {"password": None},
            {"password": "12345"},
            {"password": "x" * 31},
            {"password": "with space1"},
            {"password": "semi;colon"},
            {"password": "pässword"},
            {"password": "hansom123\n"},
            {"password": 12345678},
        ],
    ),
    (
        "mobile_no_blank_error",
        400,
        [
            {"phone": ""},
            {"phone": None},
            {"phone": "12345"},
            {"phone": "+7700900321"},
            {"phone": "7700 900321"},
            {"phone": "7700-900321"},
            {"phone": "770090032x"},
            {"phone": "7" * 16},
            {"phone": 7700900321},
            {"country": "ZZ"},
            {"country": ""},
            {"phone": None, "country": None, "mobile": "447700900321"},
            {"phone": None, "country": None, "mobile": "+44"},
            {"phone": None, "country": None, "mobile": "+0447700900321"},
        ],
    ),
    ("user_exists", 409, [{"email": "ADA@example.org"}, {"phone": "7700900101"}]),
    (
        "referer_not_found",
        400,
        [{"referral_id": "unknown1234"}, {"referral_id": "ada"}, {"referral_id": "gone1000"}],
    ),
    (
        "reg_error",
        400,
        [
            {"user_type": "admin"},
            {"user_type": "fleetadmin"},
            {"user_type": "king"},
            {"user_type": ["rider"]},
            {"bank_account": "12345678"},
            {"driver": {"vehicle_make": "Skoda"}},
            {"license_image": "token"},
            {"user_type": "driver", "driver": {"car_type": 424242}},
            {"user_type": "driver", "driver": {"car_type": "Economy"}},
            {"user_type": "driver", "driver": {"car_type": True}},
            {"user_type": "driver", "driver": [1]},
            {"user_type": "driver", "driver": {"vehicle_number": "x" * 31}},
            {"user_type": "driver", "license_image": "forged"},
        ],
    ),
]
CASES = [(code, status, change) for code, status, changes in BAD for change in changes]


@pytest.fixture(autouse=True)
def ada(db: None) -> User:
    make_user("Gone", referral_id="gone1000", is_active=False)
    return make_user("Ada", email="ada@example.org", mobile="+447700900101", referral_id="ada1234")


@pytest.mark.parametrize(("code", "status", "change"), CASES)
def test_refusal_has_its_code_and_creates_nothing(code: str, status: int, change: dict[str, Any]) -> None:
    before = rows()
    assert_refused(sign_up(**change), status, code, before=before)


@pytest.mark.parametrize(
    ("first", "second"), [(a, b) for a in range(len(BAD)) for b in range(a + 1, len(BAD))]
)
def test_first_failed_rule_is_reported(first: int, second: int) -> None:
    code, status, changes = BAD[first]
    before = rows()
    assert_refused(sign_up(**(BAD[second][2][0] | changes[0])), status, code, before=before)


@pytest.mark.parametrize("body", [[1, 2], "text", 7, None, {}])
def test_body_that_is_not_a_form_counts_as_empty(body: Any) -> None:
    before = rows()
    assert_refused(APIClient().post(URL, body), 400, "proper_input_name", before=before)


def test_refusal_names_its_field() -> None:
    assert sign_up(last_name=" ").json()["fields"].keys() == {"last_name"}
    assert sign_up(email="ada@example.org").json()["fields"].keys() == {"email"}
    assert sign_up(phone="7700900101").json()["fields"].keys() == {"mobile"}
    assert sign_up(referral_id="x").json()["fields"].keys() == {"referral_id"}


def test_same_phone_in_another_format_is_user_exists() -> None:
    before = rows()
    assert_refused(sign_up(phone="07700900101"), 409, "user_exists", before=before)


def test_second_verified_address_of_a_user_is_user_exists(ada: User) -> None:
    EmailAddress.objects.create(user=ada, email="eve@example.org", verified=True)
    before = rows()
    assert_refused(sign_up(), 409, "user_exists", before=before)


def test_unverified_address_of_another_user_does_not_block(ada: User) -> None:
    EmailAddress.objects.create(user=ada, email="eve@example.org", verified=False)
    assert sign_up().status_code == 201


def test_referral_id_of_an_unapproved_user_is_unknown(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(approved=False)
    before = rows()
    assert_refused(sign_up(referral_id="ada1234"), 400, "referer_not_found", before=before)


@pytest.mark.parametrize(
    "change",
    [
        {"country": "FR", "phone": "612345678"},
        {"country": None, "phone": None, "mobile": "+33612345678"},
    ],
)
def test_without_country_selection_other_countries_are_refused(change: dict[str, Any]) -> None:
    update_platform_settings(allow_country_selection=False, country="United Kingdom")
    before = rows()
    assert_refused(sign_up(**change), 400, "mobile_no_blank_error", before=before)


@pytest.mark.parametrize(("bank_fields", "rider_withdraw"), [(True, False), (False, True), (False, False)])
def test_bank_fields_of_a_rider_need_both_settings(bank_fields: bool, rider_withdraw: bool) -> None:
    update_platform_settings(bank_fields=bank_fields, rider_withdraw=rider_withdraw)
    before = rows()
    response = sign_up(bank_code="20-00-00")
    assert_refused(response, 400, "reg_error", before=before)
    assert response.json()["fields"].keys() == {"bank_code"}


def test_bank_field_too_long_is_refused() -> None:
    update_platform_settings(bank_fields=True, rider_withdraw=True)
    before = rows()
    assert_refused(sign_up(bank_code="x" * 41), 400, "reg_error", before=before)


def test_refused_sign_up_sends_no_email() -> None:
    update_platform_settings(email_verify=True)
    before = rows()
    assert_refused(sign_up(email="ada@example.org"), 409, "user_exists", before=before)
    assert_refused(sign_up(user_type="driver", license_image="x"), 400, "reg_error", before=before)


def test_failed_lookup_is_email_or_mobile_issue() -> None:
    before = rows()
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT broken; ALTER TABLE account_emailaddress RENAME COLUMN verified TO lost")
    response = sign_up()
    with connection.cursor() as cursor:
        cursor.execute("ROLLBACK TO SAVEPOINT broken")
    assert_refused(response, 503, "email_or_mobile_issue", before=before)


def test_database_error_is_reg_error() -> None:
    update_platform_settings(email_verify=True)
    before = rows()
    with connection.cursor() as cursor:
        cursor.execute(
            """
            CREATE FUNCTION break_down() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'the disk is full' USING ERRCODE = 'disk_full'; END $$;
            CREATE TRIGGER break_down BEFORE INSERT ON account_emailaddress
                FOR EACH ROW EXECUTE FUNCTION break_down();
            """
        )
    assert_refused(sign_up(referral_id="ada1234"), 503, "reg_error", before=before)


def test_sign_ups_from_an_ip_address_are_limited() -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    codes = [client.post(URL, {}).status_code for _ in range(61)]
    assert codes == [400] * 60 + [429]
    before = rows()
    assert_refused(sign_up(client), 429, "too_many_sign_ups", before=before)
    assert sign_up(APIClient(REMOTE_ADDR="10.0.0.2")).status_code == 201


def test_limit_applies_over_both_endpoints() -> None:
    client = APIClient(REMOTE_ADDR="10.0.0.1")
    for _ in range(60):
        client.post("/functions/user_signup", {})
    before = rows()
    assert_refused(sign_up(client), 429, "too_many_sign_ups", before=before)
