"""Bank fields: shown and accepted only for users who are paid out."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from tests.personas import client_of

URL = "/api/v1/me/"
BANK = {"bank_name": "Island Bank", "bank_code": "20-00-00", "bank_account": "12345678"}


def stored(user: User) -> Any:
    return User.objects.filter(pk=user.pk).values(*BANK).get()


def settings(*, bank_fields: bool, rider_withdraw: bool) -> None:
    update_platform_settings(bank_fields=bank_fields, rider_withdraw=rider_withdraw)
    OutboxEntry.objects.all().delete()


@pytest.mark.parametrize(
    ("bank_fields", "rider_withdraw", "riders", "drivers"),
    [
        (False, False, False, False),
        (False, True, False, False),
        (True, False, False, True),
        (True, True, True, True),
    ],
)
def test_bank_fields_are_for_users_who_are_paid_out(
    ada: User,
    ben: User,
    fay: User,
    dora: User,
    bank_fields: bool,
    rider_withdraw: bool,
    riders: bool,
    drivers: bool,
) -> None:
    settings(bank_fields=bank_fields, rider_withdraw=rider_withdraw)
    for user, due in ((ada, riders), (ben, drivers), (fay, False), (dora, False)):
        assert client_of(user).get(URL).json()["bank_fields_shown"] is due
        response = client_of(user).patch(URL, BANK)
        if due:
            assert response.status_code == 200
            assert {name: response.json()[name] for name in BANK} == BANK
            assert stored(user) == BANK
        else:
            assert (response.status_code, response.json()["code"]) == (400, "invalid")
            assert response.json()["fields"].keys() == BANK.keys()
            assert set(stored(user).values()) == {""}


def test_bank_fields_are_stripped_and_can_be_emptied(ben: User) -> None:
    settings(bank_fields=True, rider_withdraw=False)
    client_of(ben).patch(URL, {"bank_name": "  Island Bank "})
    assert stored(ben)["bank_name"] == "Island Bank"
    client_of(ben).patch(URL, {"bank_name": ""})
    assert stored(ben)["bank_name"] == ""


def test_refused_bank_field_rejects_the_whole_change(ada: User) -> None:
    settings(bank_fields=True, rider_withdraw=False)
    response = client_of(ada).patch(URL, {"first_name": "Eve", **BANK})
    assert response.status_code == 400
    assert User.objects.get(pk=ada.pk).first_name == "Ada"
    assert not OutboxEntry.objects.exists()


@pytest.mark.parametrize(
    "body",
    [{"bank_name": "x" * 121}, {"bank_code": "x" * 41}, {"bank_account": "x" * 61}, {"bank_name": None}],
)
def test_value_too_long_is_invalid(ben: User, body: dict[str, Any]) -> None:
    settings(bank_fields=True, rider_withdraw=True)
    response = client_of(ben).patch(URL, body)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert set(stored(ben).values()) == {""}


def test_unchanged_bank_fields_are_accepted_from_everyone(ada: User) -> None:
    settings(bank_fields=False, rider_withdraw=False)
    assert client_of(ada).patch(URL, dict.fromkeys(BANK, "")).status_code == 200
    assert not OutboxEntry.objects.exists()
