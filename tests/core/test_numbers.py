"""Texts that Python parses as another number than a user reads are rejected everywhere."""

import io
import json
from decimal import Decimal as D
from typing import Any, Final

import pytest
from django import forms
from django.core.exceptions import ValidationError as FormError
from django.test import Client
from rest_framework import exceptions, serializers

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.http.parsers import ExactJsonParser
from apps.core.models import PlatformSettings
from apps.core.platform import platform_settings
from apps.core.validation.numbers import parse_amount, parse_whole
from apps.fares.models import CarType
from apps.payments.amounts import from_minor
from apps.payments.providers.payulatam.adapter import new_value
from apps.wallet.models import JournalEntry
from tests.core.test_settings_admin import PAGE, form
from tests.core.test_validation_messages import forms as all_serializers
from tests.django_admin import enter_django_admin
from tests.personas import client_of, make_user

ODD: Final = (
    "1_0",
    "١٠",
    "۱۰",
    "１０",
    "1e1",
    "1E1",
    "+10",
    ".5",
    "5.",
    "0x10",
    "1,0",
    "1 0",
    "--1",
    "- 1",
    "",
)
NOT_FINITE: Final = ("NaN", "sNaN", "Infinity", "-inf")


@pytest.mark.parametrize("text", [*ODD, *NOT_FINITE, True, 1.5, None, [], D("NaN"), D("Infinity")])
def test_invalid_amount_is_a_value_error(text: Any) -> None:
    with pytest.raises(ValueError, match="not an amount"):
        parse_amount(text)
    with pytest.raises(ValueError, match="not a whole number"):
        parse_whole(text)


def test_amount_is_parsed_exactly() -> None:
    read = [parse_amount(value) for value in ("10", " 10.50 ", "-3", 7, D("0.1"), "-0")]
    assert read == [D(10), D("10.5"), D(-3), D(7), D("0.1"), D(0)]
    assert str(read[-1]) == "0"
    assert [parse_whole(value) for value in ("10", "-3", 7, D("1E+1"))] == [10, -3, 7, 10]
    for fraction in ("1.0", D("1.5")):
        with pytest.raises(ValueError, match="not a whole number"):
            parse_whole(fraction)


def number_fields(form: Any, path: str = "") -> list[tuple[str, Any]]:
    """Return every number field of a serializer, including nested ones and lists."""
    found = []
    for name, field in getattr(form, "fields", {}).items():
        if field.read_only:
            continue
        while isinstance(field, (serializers.ListField, serializers.ListSerializer)):
            field = field.child
        where = f"{path}.{name}"
        if isinstance(field, (serializers.IntegerField, serializers.DecimalField, serializers.FloatField)):
            found.append((where, field))
        found += number_fields(field, where)
    return found


def test_serializer_fields_reject_other_number_formats(db: None) -> None:
    taken, walked = [], 0
    for shape in all_serializers():
        if issubclass(shape, serializers.ModelSerializer) and not hasattr(shape, "Meta"):
            continue
        for where, field in number_fields(shape(), shape.__qualname__):
            if type(field).run_validation is not serializers.Field.run_validation:
                # Sign-up: an invalid id passes as an unknown one.
                continue
            walked += 1
            measured = isinstance(field, serializers.FloatField)
            for text in (*ODD[:-1], *NOT_FINITE):
                if measured and "e" in text.lower() and "1" in text:
                    continue  # JavaScript may write a coordinate like this.
                try:
                    field.run_validation(text)
                except exceptions.ValidationError:
                    continue
                taken.append((where, text))
    assert walked > 40
    assert taken == []


@pytest.mark.parametrize("field", [forms.IntegerField(), forms.DecimalField(), forms.FloatField()])
@pytest.mark.parametrize("text", [text for text in ODD[:-1] if "e" not in text.lower()])
def test_forms_reject_other_number_formats(field: forms.Field, text: str) -> None:
    with pytest.raises(FormError) as refusal:
        field.clean(text)
    assert refusal.value.code == "invalid"


def test_json_numbers_are_not_rounded() -> None:
    body = b'{"amount": 0.10000000000000001, "whole": 12, "small": 1e-7}'
    read = ExactJsonParser().parse(io.BytesIO(body), "application/json", {"encoding": "utf-8"})
    assert read == {"amount": D("0.10000000000000001"), "whole": 12, "small": D("1e-7")}
    for constant in (b"NaN", b"-Infinity"):
        with pytest.raises(exceptions.ParseError):
            ExactJsonParser().parse(io.BytesIO(constant), "application/json", {"encoding": "utf-8"})


# Closer to 10 than a float can express.
@pytest.mark.parametrize("amount", ['"1_0"', '"١٠"', '"1e1"', '"+10"', "10.00000000000000000001", "true"])
def test_invalid_credit_amount_is_400_and_moves_nothing(ada: User, dora: User, amount: str) -> None:
    body = f'{{"amount": {amount}, "note": "Goodwill"}}'
    reply = client_of(dora).generic(
        "POST", f"/api/v1/users/{ada.pk}/wallet/credit/", body, "application/json", HTTP_IDEMPOTENCY_KEY="k1"
    )
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert set(reply.json()["fields"]) == {"amount"}
    assert not JournalEntry.objects.exists()


@pytest.mark.parametrize("who", ["1_0", "١", "1.0"])
def test_invalid_number_in_a_filter_is_400(dora: User, who: str) -> None:
    reply = client_of(dora).get("/api/v1/withdrawals/", {"user": who})
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("base_fare", ["1_0", "١٠", "1e1"])
def test_invalid_fare_changes_nothing(dora: User, economy: CarType, base_fare: str) -> None:
    before = economy.base_fare
    reply = client_of(dora).patch(f"/api/v1/car-types/{economy.pk}/", {"base_fare": base_fare})
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    economy.refresh_from_db()
    assert economy.base_fare == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes",
    [
        {"bonus": "1_0"},
        {"no_show_fee": "٣"},
        {"offer_seconds": "6_0"},
        {"driver_radius": "1e1"},
        {"quick_amounts": json.dumps(["1_0"])},
        {"tip_suggestions": json.dumps(["10", "15", "2_0"])},
    ],
)
def test_django_admin_rejects_other_number_formats(changes: dict[str, str]) -> None:
    platform_settings()
    operator = enter_django_admin(
        Client(), make_user("Dora", UserType.ADMIN, is_staff=True, is_superuser=True)
    )
    before = PlatformSettings.objects.values().get()
    reply = operator.post(PAGE, form() | changes)
    assert reply.status_code == 200
    assert set(reply.context["adminform"].form.errors) == set(changes)
    assert PlatformSettings.objects.values().get() == before


@pytest.mark.django_db
@pytest.mark.parametrize("pk", ["{}_0", "١"])
def test_invalid_id_matches_no_row(ada: User, pk: str) -> None:
    with pytest.raises(ValueError, match="expected a number"):
        User.objects.filter(pk=pk.format(ada.pk)).exists()


@pytest.mark.parametrize("minor", ["1_000", "١٠", "1e3", "10.5", 10.0])
def test_invalid_amount_of_a_gateway_is_rejected(minor: Any) -> None:
    with pytest.raises(ValueError, match="not a whole number"):
        from_minor(minor, "EUR")
    with pytest.raises(ValueError, match="not an amount"):
        new_value("1_50.20")
