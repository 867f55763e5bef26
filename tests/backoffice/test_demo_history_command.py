"""The demo history is seeded only on request, with a map, and on an unused platform."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.wallet.selectors import balance_of
from scripts.launch import wants_history

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _demo(settings: Any) -> None:
    settings.DEMO = True


def seed_demo(**options: Any) -> str:
    output = StringIO()
    call_command("seed_demo", stdout=output, **options)
    return output.getvalue()


def test_no_history_without_a_request() -> None:
    seed_demo()
    assert not Booking.objects.exists()
    assert User.objects.filter(user_type=UserType.RIDER).count() == 6


def test_without_places_users_have_money_and_no_history() -> None:
    assert "bookings" not in seed_demo(history=True)
    assert not Booking.objects.exists()
    assert User.objects.filter(user_type=UserType.RIDER).count() == 6
    assert balance_of(User.objects.get(email="ada@hansom.example").pk) == 200


def test_used_demo_keeps_its_history() -> None:
    seed_demo()
    assert seed_demo(history=True).strip() == "New: 0 car types, 0 reasons, 0 promos, 0 people."
    assert not Booking.objects.exists()
    assert balance_of(User.objects.get(email="ada@hansom.example").pk) == 200


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [({}, True), ({"HANSOM_EMPTY": ""}, True), ({"HANSOM_EMPTY": "0"}, True), ({"HANSOM_EMPTY": "1"}, False)],
)
def test_empty_platform_can_be_requested(environ: dict[str, str], wanted: bool) -> None:
    assert wants_history(environ) is wanted
