"""Editing users, approving and disapproving them."""

from typing import Any

import pytest

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.outgoing import SEND_TEXT, EmailTemplate, Text
from apps.accounts.services.availability import mark_driver_busy
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.geo.models import DriverPosition
from tests.accounts.emails import emails
from tests.backoffice.people.api import API, assert_refused, audit_entries, call, snapshot
from tests.bookings.builders import put_online
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db


def test_edit_is_stored_and_recorded_with_before_and_after(ada: User, dora: User) -> None:
    response = call(dora, "patch", f"people/{ada.pk}/", {"first_name": " Augusta ", "bank_account": "12"})
    assert response.status_code == 200
    ada.refresh_from_db()
    assert (ada.first_name, ada.bank_account) == ("Augusta", "12")
    ((actor, action, before, after),) = audit_entries(ada.pk)
    assert (actor, action) == (dora.pk, "changed")
    assert (before, after) == (
        {"first_name": "Ada", "bank_account": ""},
        {"first_name": "Augusta", "bank_account": "***"},
    )


def test_users_language_is_set_and_recorded(ada: User, bob: User, fay: User, dora: User) -> None:
    User.objects.filter(pk=ada.pk).update(language="en")
    profile = call(dora, "patch", f"people/{ada.pk}/", {"language": "ar"}).json()
    assert profile["language"] == User.objects.get(pk=ada.pk).language == "ar"
    assert audit_entries(ada.pk) == [(dora.pk, "changed", {"language": "en"}, {"language": "ar"})]
    assert call(fay, "patch", f"people/{bob.pk}/", {"language": "de"}).json()["language"] == "de"
    assert [after for _actor, _action, _before, after in audit_entries(bob.pk)] == [{"language": "de"}]


def test_edit_without_a_change_records_nothing(ada: User, dora: User) -> None:
    assert (
        call(dora, "patch", f"people/{ada.pk}/", {"first_name": "Ada", "approved": True}).status_code == 200
    )
    assert audit_entries(ada.pk) == []


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"email": "new@example.org"}, "invalid", "email"),
        ({"mobile": "+447700900123"}, "invalid", "mobile"),
        ({"user_type": "admin"}, "invalid", "user_type"),
        ({"first_name": " "}, "proper_input_name", "first_name"),
        ({"last_name": "x" * 81}, "proper_input_name", "last_name"),
        ({"bank_name": "x" * 121}, "invalid", "bank_name"),
        ({"vehicle_number": "IW1"}, "invalid", "vehicle_number"),
        ({"language": "tlh"}, "invalid", "language"),
        ({"language": ""}, "invalid", "language"),
    ],
)
def test_refused_edit_of_a_rider_changes_nothing(
    ada: User, dora: User, change: dict[str, Any], code: str, field: str
) -> None:
    client = client_of(dora)
    before = snapshot()
    response = client.patch(f"{API}people/{ada.pk}/", {"approved": False} | change, format="json")
    assert_refused(response, 400, code, field)
    assert snapshot() == before


def test_drivers_car_type_and_owner_update_the_map(bob: User, dora: User) -> None:
    put_online(bob)
    other = make_user("Fred", UserType.FLEET_ADMIN)
    assert call(dora, "patch", f"people/{bob.pk}/", {"fleet_admin": other.pk}).status_code == 200
    assert DriverPosition.objects.get(pk=bob.pk).fleet_admin_id == other.pk
    ((_actor, _action, before, after),) = audit_entries(bob.pk)
    assert (before.keys(), after) == ({"fleet_admin"}, {"fleet_admin": other.pk})


def test_disapproval_ends_every_session_and_removes_the_driver_from_the_map(bob: User, dora: User) -> None:
    put_online(bob)
    device = client_of(bob)
    assert call(dora, "patch", f"people/{bob.pk}/", {"approved": False}).status_code == 200
    assert device.get(f"{API}me/").status_code == 401
    assert not DriverPosition.objects.get(pk=bob.pk).online
    assert not DriverProfile.objects.get(pk=bob.pk).active
    assert audit_entries(bob.pk) == [(dora.pk, "disapproved", {"approved": True}, {"approved": False})]


def test_approval_allows_login_again(ada: User, dora: User) -> None:
    User.objects.filter(pk=ada.pk).update(approved=False)
    assert call(dora, "patch", f"people/{ada.pk}/", {"approved": True}).json()["approved"] is True
    assert audit_entries(ada.pk) == [(dora.pk, "approved", {"approved": False}, {"approved": True})]


def test_approved_user_gets_one_email_with_the_link_to_log_in(ada: User, dora: User) -> None:
    User.objects.filter(pk=ada.pk).update(approved=False)
    for _again in range(2):
        assert call(dora, "patch", f"people/{ada.pk}/", {"approved": True}).status_code == 200
    (mail,) = emails(EmailTemplate.ACCOUNT_APPROVED)
    assert (mail["to"], mail["user_id"]) == (ada.email, ada.pk)
    assert mail["params"]["link"].endswith("/login")


def test_approved_user_without_an_email_address_gets_an_sms(ada: User, dora: User) -> None:
    User.objects.filter(pk=ada.pk).update(approved=False, email=None, login_type="mobile")
    assert call(dora, "patch", f"people/{ada.pk}/", {"approved": True}).status_code == 200
    (entry,) = OutboxEntry.objects.filter(name=SEND_TEXT)
    assert (entry.payload["text"], entry.payload["to"]) == (Text.ACCOUNT_APPROVED, ada.mobile)
    assert emails() == []


def test_revoked_approval_sends_nothing(ada: User, dora: User) -> None:
    assert call(dora, "patch", f"people/{ada.pk}/", {"approved": False}).status_code == 200
    assert emails() == []


@pytest.mark.parametrize("change", [{"approved": False}, {"vehicle_number": "NEW 1"}, {"car_type": None}])
def test_user_on_a_trip_is_not_disapproved(bob: User, dora: User, change: dict[str, Any]) -> None:
    put_online(bob)
    mark_driver_busy(driver_id=bob.pk)
    client = client_of(dora)
    before = snapshot()
    assert_refused(client.patch(f"{API}people/{bob.pk}/", change, format="json"), 409, "driver_on_trip")
    assert snapshot() == before


def test_online_drivers_plate_cannot_be_blank(bob: User, dora: User) -> None:
    put_online(bob)
    client = client_of(dora)
    before = snapshot()
    response = client.patch(f"{API}people/{bob.pk}/", {"vehicle_number": ""}, format="json")
    assert_refused(response, 409, "driver_online", "vehicle_number")
    assert snapshot() == before


def test_admin_cannot_disapprove_themselves_or_the_last_admin(dora: User) -> None:
    client = client_of(dora)
    before = snapshot()
    assert_refused(
        client.patch(f"{API}people/{dora.pk}/", {"approved": False}, format="json"), 409, "not_oneself"
    )
    assert snapshot() == before


def test_admin_disapproves_another_but_not_in_demo_mode(dora: User) -> None:
    other = make_user("Dan", UserType.ADMIN)
    update_platform_settings(allow_critical_edits_admin=False)
    assert_refused(call(dora, "patch", f"people/{other.pk}/", {"approved": False}), 403, "demo_mode")
    update_platform_settings(allow_critical_edits_admin=True)
    assert call(dora, "patch", f"people/{other.pk}/", {"approved": False}).status_code == 200


# -- fleet admins --------------------------------------------------------------------------------


def test_fleet_admin_edits_own_driver(bob: User, fay: User) -> None:
    response = call(fay, "patch", f"people/{bob.pk}/", {"vehicle_number": "IW 7", "approved": False})
    assert response.status_code == 200
    assert (response.json()["driver"]["vehicle_number"], response.json()["approved"]) == ("IW 7", False)


@pytest.mark.parametrize("method", ["get", "patch", "delete"])
def test_fleet_admin_gets_404_for_other_users(
    ada: User, ben: User, fay: User, dora: User, method: str
) -> None:
    client = client_of(fay)
    before = snapshot()
    for person in (ada, ben, fay, dora):
        response = getattr(client, method)(f"{API}people/{person.pk}/", {"first_name": "X"}, format="json")
        assert_refused(response, 404, "not_found")
    assert snapshot() == before


def test_fleet_admin_cannot_transfer_a_driver(bob: User, fay: User) -> None:
    client = client_of(fay)
    before = snapshot()
    response = client.patch(f"{API}people/{bob.pk}/", {"fleet_admin": None}, format="json")
    assert_refused(response, 400, "invalid", "fleet_admin")
    assert snapshot() == before


def test_with_driver_approval_on_only_admins_approve(bob: User, fay: User) -> None:
    update_platform_settings(driver_approval=True)
    User.objects.filter(pk=bob.pk).update(approved=False)
    client = client_of(fay)
    before = snapshot()
    response = client.patch(f"{API}people/{bob.pk}/", {"approved": True, "other_info": "x"}, format="json")
    assert_refused(response, 403, "approval_by_admin")
    assert snapshot() == before
