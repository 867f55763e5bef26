"""Deleting users: erased data, remaining data, and reasons to refuse."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, DriverProfile, SavedAddress, User
from apps.accounts.services.availability import mark_driver_busy
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from tests.accounts.sending import everything_stored, send, sweep
from tests.backoffice.people.api import API, RIDER, assert_refused, audit_entries, call, snapshot
from tests.bookings.builders import credit_wallet, make_booking, put_online
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db


def test_deleted_rider_is_anonymous_and_trips_stay(ada: User, dora: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.CANCELLED)
    SavedAddress.objects.create(user=ada, description="Home", lat=50.7, lng=-1.3)
    EmailAddress.objects.create(user=ada, email=ada.email, primary=True)
    device = client_of(ada)
    assert call(dora, "delete", f"people/{ada.pk}/").status_code == 204
    assert device.get(f"{API}me/").status_code == 401
    gone = User.objects.get(pk=ada.pk)
    assert (gone.email, gone.mobile, gone.first_name, gone.last_name, gone.bank_account) == (
        None,
        None,
        "",
        "",
        "",
    )
    assert gone.deleted_at is not None
    assert not gone.is_active
    assert not SavedAddress.objects.filter(user=ada).exists()
    assert not EmailAddress.objects.filter(user=ada).exists()
    assert Booking.objects.get(pk=booking.pk).customer_id == ada.pk


def test_deleted_user_is_in_no_list_and_has_no_page(ada: User, dora: User) -> None:
    call(dora, "delete", f"people/{ada.pk}/")
    assert call(dora, "get", "riders/").json()["results"] == []
    assert call(dora, "get", "wallets/").json()["results"] == []
    for method in ("get", "patch", "delete"):
        assert_refused(call(dora, method, f"people/{ada.pk}/", {}), 404, "not_found")


def test_audit_log_keeps_only_the_actor_and_the_role(ada: User, dora: User) -> None:
    personal = (ada.email or "", ada.mobile or "", ada.full_name)
    call(dora, "delete", f"people/{ada.pk}/")
    assert audit_entries(ada.pk) == [(dora.pk, "deleted", {"user_type": "rider"}, {})]
    log = str(list(AuditEntry.objects.values()))
    assert not [text for text in personal if text in log]


def test_email_and_number_can_be_used_again(dora: User) -> None:
    first = call(dora, "post", "riders/", RIDER).json()["id"]
    assert call(dora, "delete", f"people/{first}/").status_code == 204
    second = call(dora, "post", "riders/", RIDER)
    assert second.status_code == 201
    assert second.json()["id"] != first


@pytest.mark.usefixtures("media")
def test_deleted_drivers_documents_are_deleted_with_their_files(bob: User, dora: User, media: Path) -> None:
    put_online(bob)
    send(bob, "me/license-image/")
    send(bob, "me/photo/")
    assert call(dora, "delete", f"people/{bob.pk}/").status_code == 204
    sweep(late=True)
    assert everything_stored(media) == []
    assert not DriverDocument.objects.exists()
    assert not DriverPosition.objects.filter(pk=bob.pk).exists()
    profile = DriverProfile.objects.get(pk=bob.pk)
    assert (profile.active, profile.vehicle_number, profile.fleet_admin_id) == (False, "", None)


def test_deleted_fleet_admins_drivers_belong_to_the_admins(bob: User, fay: User, dora: User) -> None:
    put_online(bob)
    assert call(dora, "delete", f"people/{fay.pk}/").status_code == 204
    assert DriverProfile.objects.get(pk=bob.pk).fleet_admin_id is None
    position = DriverPosition.objects.get(pk=bob.pk)
    assert (position.fleet_admin_id, position.online) == (None, True)


def test_fleet_admin_deletes_own_driver(bob: User, fay: User) -> None:
    assert call(fay, "delete", f"people/{bob.pk}/").status_code == 204


def test_admin_is_deleted_by_another_admin(dora: User) -> None:
    other = make_user("Dan", UserType.ADMIN)
    assert call(dora, "delete", f"people/{other.pk}/").status_code == 204


def _busy(bob: User, _economy: CarType) -> None:
    put_online(bob)
    mark_driver_busy(driver_id=bob.pk)


def _unpaid(bob: User, economy: CarType) -> None:
    make_booking(make_user("Ada"), economy, Status.PENDING, driver=bob)


def _with_balance(bob: User, _economy: CarType) -> None:
    credit_wallet(bob)


@pytest.mark.parametrize(
    ("prepare", "code"),
    [(_busy, "driver_on_trip"), (_unpaid, "trip_open"), (_with_balance, "wallet_not_empty")],
)
def test_driver_with_an_open_trip_or_a_balance_is_not_deleted(
    bob: User, dora: User, economy: CarType, prepare: Callable[[User, CarType], None], code: str
) -> None:
    prepare(bob, economy)
    client = client_of(dora)
    before = snapshot()
    assert_refused(client.delete(f"{API}people/{bob.pk}/"), 409, code)
    assert snapshot() == before


def test_rider_with_an_open_booking_is_not_deleted(ada: User, dora: User, economy: CarType) -> None:
    make_booking(ada, economy, Status.NEW)
    client = client_of(dora)
    before = snapshot()
    assert_refused(client.delete(f"{API}people/{ada.pk}/"), 409, "trip_open")
    assert snapshot() == before


def test_user_cannot_delete_themselves(dora: User) -> None:
    make_user("Dan", UserType.ADMIN)
    client = client_of(dora)
    before = snapshot()
    assert_refused(client.delete(f"{API}people/{dora.pk}/"), 409, "not_oneself")
    assert snapshot() == before


@pytest.mark.parametrize("who", ["ada", "bob", "fay", "admin"])
def test_demo_mode_deletes_no_one(request: Any, dora: User, who: str) -> None:
    person = make_user("Dan", UserType.ADMIN) if who == "admin" else request.getfixturevalue(who)
    update_platform_settings(allow_critical_edits_admin=False)
    client = client_of(dora)
    before = snapshot()
    assert_refused(client.delete(f"{API}people/{person.pk}/"), 403, "demo_mode")
    assert snapshot() == before
