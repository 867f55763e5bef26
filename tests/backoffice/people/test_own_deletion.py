"""Users delete their own account: confirmed by the password or a recent login."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, User
from apps.bookings.choices import Status
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.backoffice.people.api import API, assert_refused, snapshot
from tests.bookings.builders import credit_wallet, make_booking
from tests.personas import PASSWORD, client_of, make_user

pytestmark = pytest.mark.django_db
URL = f"{API}me/delete/"


def with_password(user: User) -> User:
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.mark.parametrize("who", ["ada", "bob", "fay"])
def test_user_deletes_the_own_account_with_the_password(request: Any, who: str) -> None:
    user = with_password(request.getfixturevalue(who))
    client = client_of(user)
    assert client.post(URL, {"password": PASSWORD}).status_code == 204
    user.refresh_from_db()
    assert (user.email, user.first_name, user.is_active) == (None, "", False)
    assert user.deleted_at is not None
    assert client.get(f"{API}me/").status_code == 401
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.action, entry.target_id, entry.label) == (
        user.pk,
        "deleted",
        str(user.pk),
        f"#{user.pk}",
    )
    assert entry.actor_name == f"#{user.pk}"


@pytest.mark.parametrize("password", ["", "wrong-1"])
def test_wrong_password_deletes_nothing(ada: User, password: str) -> None:
    client = client_of(with_password(ada))
    before = snapshot()
    assert_refused(client.post(URL, {"password": password}), 400, "wrong_password", "password")
    assert snapshot() == before


def test_account_without_a_password_needs_a_recent_login(ada: User) -> None:
    client = client_of(ada)
    DeviceSession.objects.filter(user=ada).update(created_at=timezone.now() - timedelta(minutes=16))
    before = snapshot()
    assert_refused(client.post(URL), 409, "login_too_old")
    assert snapshot() == before
    DeviceSession.objects.filter(user=ada).update(created_at=timezone.now() - timedelta(minutes=14))
    assert client.post(URL).status_code == 204


def _open_trip(user: User, car: CarType) -> None:
    make_booking(user, car, Status.NEW)


def _balance(user: User, car: CarType) -> None:
    credit_wallet(user)


@pytest.mark.parametrize(
    ("prepare", "code"), [(_open_trip, "trip_open"), (_balance, "wallet_not_empty")], ids=["trip", "money"]
)
def test_open_matters_refuse_it(
    ada: User, economy: CarType, prepare: Callable[[User, CarType], None], code: str
) -> None:
    prepare(ada, economy)
    client = client_of(ada)
    before = snapshot()
    assert_refused(client.post(URL, {"password": PASSWORD}), 409, code)
    assert snapshot() == before


def test_last_admin_stays(dora: User) -> None:
    client = client_of(dora)
    before = snapshot()
    assert_refused(client.post(URL, {"password": PASSWORD}), 409, "last_admin")
    assert snapshot() == before
    make_user("Dan", UserType.ADMIN)
    assert client.post(URL, {"password": PASSWORD}).status_code == 204


def test_demo_mode_refuses_it(ada: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    client = client_of(ada)
    before = snapshot()
    assert_refused(client.post(URL, {"password": PASSWORD}), 403, "demo_mode")
    assert snapshot() == before
