"""Concurrent admins: a change happens once, and the second request is refused with a reason."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.selectors import operators
from apps.backoffice.languages import selectors, services
from apps.backoffice.models import Language
from apps.backoffice.people.delete import delete_person
from apps.backoffice.people.update import edit_person
from apps.core.errors import DomainError
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings
from apps.fares.car_types.car_type_edits import change_car_type
from apps.fares.models import CarType, Promo
from apps.fares.promos.promo_edits import change_promo
from tests.backoffice.people.api import RIDER
from tests.fares.test_car_type_edits import SALOON
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def settings_row(transactional_db: None) -> None:
    """Create the row first, as on every installation, because concurrent creation would block."""
    platform_settings()


def race(*actions: Callable[[], Any]) -> list[str]:
    """Run the actions in parallel threads, released together; returns the outcome of each."""
    gate = threading.Barrier(len(actions))

    def one(action: Callable[[], Any]) -> str:
        gate.wait(10)
        try:
            answer = action()
            return str(getattr(answer, "status_code", "done"))
        except DomainError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return sorted(pool.map(one, actions))


@pytest.mark.parametrize("round_", range(3))
@pytest.mark.parametrize("way", ["delete", "disapprove"])
def test_two_admins_who_lock_each_other_out_leave_one(dora: User, way: str, round_: int) -> None:
    dan = make_user("Dan", UserType.ADMIN)

    def lock_out(by: User, whom: User) -> None:
        if way == "delete":
            delete_person(by=by, person_id=whom.pk)
        else:
            edit_person(by=by, person_id=whom.pk, changes={"approved": False})

    assert race(partial(lock_out, dora, dan), partial(lock_out, dan, dora)) == [
        "done",
        "last_admin",
    ]
    assert operators().count() == 1
    assert AuditEntry.objects.filter(kind="user").count() == 1


def test_user_is_deleted_once_and_then_not_editable(ada: User, dora: User) -> None:
    delete = partial(delete_person, by=dora, person_id=ada.pk)
    edit = partial(edit_person, by=dora, person_id=ada.pk, changes={"first_name": "Augusta"})
    outcomes = race(delete, delete, delete, edit)
    assert outcomes.count("done") in (1, 2)
    assert outcomes.count("not_found") == 4 - outcomes.count("done")
    assert User.objects.get(pk=ada.pk).first_name == ""
    assert AuditEntry.objects.filter(kind="user", action="deleted").count() == 1


def test_language_is_not_made_default_and_deleted_concurrently(dora: User) -> None:
    ids = {language.code: language.pk for language in selectors.languages()}
    for code in ("ar", "de", "fr"):
        choose = partial(services.make_default, by=dora, pk=ids[code])
        delete = partial(services.delete_language, by=dora, pk=ids[code])
        assert race(choose, delete) in (["default_language", "done"], ["done", "not_found"])
        assert Language.objects.filter(default=True, removed=False).count() == 1


def test_concurrent_additions_of_one_name_leave_one(dora: User) -> None:
    promo = {
        "promo_name": "WELCOME",
        "promo_description": "",
        "promo_discount_type": "flat",
        "promo_discount_value": "2",
        "min_order": "0",
        "promo_validity": (timezone.now().date() + timedelta(days=7)).isoformat(),
        "promo_usage_limit": 1,
    }
    wanted = {
        "promos/": (promo, "400"),
        "car-types/": (SALOON, "400"),
        "riders/": (RIDER, "409"),
        "cancel-reasons/": ({"label": "Too late"}, "400"),
    }
    clients = [client_of(dora) for _ in range(4)]
    for path, (body, refused) in wanted.items():
        actions = [partial(client.post, f"/api/v1/{path}", body, format="json") for client in clients]
        assert race(*actions) == ["201", *[refused] * 3], path
    assert (Promo.objects.count(), CarType.objects.filter(name="Saloon").count()) == (1, 1)


@pytest.mark.parametrize("round_", range(3))
def test_concurrent_renaming_to_one_name_refuses_the_second(dora: User, round_: int) -> None:
    """The name is locked between the check and the save."""
    validity = timezone.now().date() + timedelta(days=7)
    promos = [
        Promo.objects.create(
            promo_name=name, promo_discount_value=2, promo_validity=validity, promo_usage_limit=1
        )
        for name in ("SPRING", "AUTUMN")
    ]
    car_types = [
        CarType.objects.create(name=name, position=place) for place, name in enumerate(("Van", "Bus"))
    ]
    rename_promos = [
        partial(change_promo, by=dora, promo_id=promo.pk, promo_name="WINTER") for promo in promos
    ]
    rename_cars = [
        partial(change_car_type, by=dora, car_type_id=car_type.pk, name="Truck") for car_type in car_types
    ]
    assert race(*rename_promos) == ["done", "promo_exists"]
    assert race(*rename_cars) == ["car_type_exists", "done"]
    assert Promo.objects.filter(promo_name="WINTER").count() == 1
    assert CarType.objects.filter(name="Truck").count() == 1
