"""The car types on offer are cached for a second, and read again after an edit."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.fares.car_types import offered
from apps.fares.car_types.car_type_edits import add_car_type, change_car_type
from apps.fares.car_types.offered import clear_offered_car_types, offered_car_types
from apps.fares.models import CarType

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offered, "EXPIRES_SECONDS", 3600.0)
    clear_offered_car_types()


def names() -> list[str]:
    return [car_type.name for car_type in offered_car_types()]


def test_second_call_needs_no_query(economy: CarType) -> None:
    assert names() == ["Economy"]
    with CaptureQueriesContext(connection) as queries:
        assert names() == ["Economy"]
    assert not len(queries)


def test_expired_rows_are_read_again(economy: CarType, monkeypatch: pytest.MonkeyPatch) -> None:
    names()
    CarType.objects.update(name="Saver")
    assert names() == ["Economy"]
    monkeypatch.setattr(offered, "EXPIRES_SECONDS", 0.0)
    assert names() == ["Saver"]


def test_edit_applies_to_the_next_estimate_of_the_process(economy: CarType, dora: User) -> None:
    names()
    change_car_type(by=dora, car_type_id=economy.pk, name="Saver")
    assert names() == ["Saver"]
    add_car_type(by=dora, name="Comfort")
    assert names() == ["Saver", "Comfort"]


def test_other_category_has_its_own_car_types(economy: CarType) -> None:
    CarType.objects.create(name="Van", app_category="delivery", position=5)
    assert names() == ["Economy"]
    update_platform_settings(app_category="delivery")
    assert names() == ["Economy", "Van"]
