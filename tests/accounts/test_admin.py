"""The Django admin: login of staff, and edits that also change the map."""

from typing import Any

import pytest
from django.test import Client

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, DriverProfile, StaffRole, User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.services.availability import set_driver_active
from apps.accounts.services.sessions import renew_session, start_session
from apps.core.errors import NotSignedIn
from apps.core.models import OutboxEntry
from apps.geo.models import DriverPosition
from tests.accounts.emails import emails
from tests.django_admin import code_of, enter_django_admin
from tests.personas import PASSWORD, make_user

LOGIN = "/django-admin/login/"
HOME = "/django-admin/"


@pytest.fixture
def dora(db: None) -> User:
    return make_user(
        "Dora",
        email="dora@example.org",
        password=PASSWORD,
        is_staff=True,
        is_superuser=True,
        user_type=UserType.ADMIN,
    )


def enter(client: Client, email: str = "dora@example.org", password: str = PASSWORD) -> Any:
    """Enter the password and, if it is right, the first code."""
    response = client.post(LOGIN, {"username": email, "password": password, "next": HOME})
    if response.status_code == 302:
        page = client.get(f"{HOME}second-factor/enrol/")
        client.post(f"{HOME}second-factor/enrol/", {"code": code_of(page.context["secret"])})
    return response


def is_inside(client: Client) -> bool:
    return client.get(HOME).status_code == 200


def test_staff_log_in_by_email_in_any_case(client: Client, dora: User) -> None:
    assert enter(client, email="Dora@Example.org").status_code == 302
    assert is_inside(client)


def test_other_users_cannot_log_in(client: Client, db: None) -> None:
    make_user("Ada", email="ada@example.org", password=PASSWORD)
    enter(client, email="ada@example.org")
    assert not is_inside(client)


@pytest.mark.parametrize("field", ["approved", "is_active"])
def test_disapproved_or_disabled_staff_cannot_log_in(client: Client, dora: User, field: str) -> None:
    User.objects.update(**{field: False})
    enter(client)
    assert not is_inside(client)


@pytest.mark.parametrize("field", ["approved", "is_active"])
def test_disapproval_ends_an_open_session(client: Client, dora: User, field: str) -> None:
    enter(client)
    User.objects.update(**{field: False})
    assert not is_inside(client)


def test_admin_with_a_staff_role_cannot_log_in(client: Client, dora: User) -> None:
    """The roles do not govern the Django admin, so it is for owners only."""
    User.objects.filter(pk=dora.pk).update(staff_role=StaffRole.objects.first())
    assert enter(client).status_code == 200
    assert not is_inside(client)


def test_staff_role_ends_an_open_session(client: Client, dora: User) -> None:
    enter(client)
    assert is_inside(client)
    User.objects.filter(pk=dora.pk).update(staff_role=StaffRole.objects.first())
    assert not is_inside(client)
    assert client.get(f"{HOME}accounts/user/").status_code == 302


def test_wrong_passwords_lock_both_admin_and_api(client: Client, dora: User) -> None:
    for _ in range(5):
        assert enter(client, password="wrong").status_code == 200
    assert "Too many attempts" in enter(client).content.decode()
    assert not is_inside(client)
    api = client.post(
        "/api/v1/auth/sign-in/",
        {"email": "dora@example.org", "password": PASSWORD},
        content_type="application/json",
    )
    assert (api.status_code, api.json()["code"]) == (429, "too_many_requests")


@pytest.mark.parametrize("path", ["accounts/user/", "accounts/user/add/", "notifications/inboxmessage/"])
def test_pages_render(client: Client, dora: User, ben: User, path: str) -> None:
    enter_django_admin(client, dora)
    assert client.get(f"{HOME}{path}").status_code == 200


def form_of(driver: User, **changes: str) -> dict[str, Any]:
    """Return the form data of the driver's page with some changes."""
    profile = driver.driver_profile
    return {
        "email": driver.email,
        "mobile": driver.mobile,
        "login_type": driver.login_type,
        "first_name": driver.first_name,
        "last_name": driver.last_name,
        "user_type": driver.user_type,
        "approved": "on",
        "is_active": "on",
        "driver_profile-TOTAL_FORMS": "1",
        "driver_profile-INITIAL_FORMS": "1",
        "driver_profile-0-user": str(driver.pk),
        "driver_profile-0-car_type": str(profile.car_type_id),
        "driver_profile-0-vehicle_make": profile.vehicle_make,
        "driver_profile-0-vehicle_model": profile.vehicle_model,
        "driver_profile-0-vehicle_number": profile.vehicle_number,
        "saved_addresses-TOTAL_FORMS": "0",
        "saved_addresses-INITIAL_FORMS": "0",
    } | changes


def test_driver_disapproved_here_leaves_the_map(client: Client, dora: User, ben: User) -> None:
    enter_django_admin(client, dora)
    set_driver_active(driver_id=ben.pk, active=True)
    form = form_of(ben)
    del form["approved"]
    assert client.post(f"{HOME}accounts/user/{ben.pk}/change/", form).status_code == 302
    assert not User.objects.get(pk=ben.pk).approved
    assert not DriverPosition.objects.get(pk=ben.pk).free


def test_user_approved_here_gets_the_email_once(client: Client, dora: User, ben: User) -> None:
    enter_django_admin(client, dora)
    User.objects.filter(pk=ben.pk).update(approved=False)
    for _again in range(2):
        assert client.post(f"{HOME}accounts/user/{ben.pk}/change/", form_of(ben)).status_code == 302
    assert [mail["user_id"] for mail in emails(EmailTemplate.ACCOUNT_APPROVED)] == [ben.pk]


def test_bulk_approval_emails_the_newly_approved_only(
    client: Client, dora: User, ada: User, ben: User
) -> None:
    enter_django_admin(client, dora)
    User.objects.filter(pk=ben.pk).update(approved=False)
    chosen = {"action": "approve", "_selected_action": [ada.pk, ben.pk]}
    assert client.post(f"{HOME}accounts/user/", chosen).status_code == 302
    assert [mail["user_id"] for mail in emails(EmailTemplate.ACCOUNT_APPROVED)] == [ben.pk]


def test_user_disapproved_here_is_logged_out_everywhere(client: Client, dora: User, ben: User) -> None:
    enter_django_admin(client, dora)
    session, of_dora = start_session(user_id=ben.pk), start_session(user_id=dora.pk)
    form = form_of(ben)
    del form["approved"]
    client.post(f"{HOME}accounts/user/{ben.pk}/change/", form)
    assert OutboxEntry.objects.get(name="signed_out").topic == f"user:{ben.pk}"
    # A later approval does not restore the old sessions.
    User.objects.filter(pk=ben.pk).update(approved=True)
    with pytest.raises(NotSignedIn):
        renew_session(refresh=session.refresh)
    assert renew_session(refresh=of_dora.refresh).user == dora


def test_other_edits_log_no_one_out(client: Client, dora: User, ben: User) -> None:
    enter_django_admin(client, dora)
    session = start_session(user_id=ben.pk)
    client.post(f"{HOME}accounts/user/{ben.pk}/change/", form_of(ben, first_name="Benjamin"))
    assert renew_session(refresh=session.refresh).user.first_name == "Benjamin"


def test_fields_written_by_trips_are_read_only(client: Client, dora: User, ben: User) -> None:
    enter_django_admin(client, dora)
    forged = {"driver_profile-0-busy": "on", "driver_profile-0-active": "on", "driver_profile-0-rating": "5"}
    assert client.post(f"{HOME}accounts/user/{ben.pk}/change/", form_of(ben, **forged)).status_code == 302
    profile = DriverProfile.objects.get(pk=ben.pk)
    assert (profile.active, profile.busy, profile.rating) == (False, False, None)


def test_password_set_here_logs_the_user_out_everywhere(client: Client, dora: User, ben: User) -> None:
    enter_django_admin(client, dora)
    session = start_session(user_id=ben.pk)
    form = {"usable_password": "true", "password1": "newPass99", "password2": "newPass99"}
    assert client.post(f"{HOME}accounts/user/{ben.pk}/password/", form).status_code == 302
    assert User.objects.get(pk=ben.pk).check_password("newPass99")
    with pytest.raises(NotSignedIn):
        renew_session(refresh=session.refresh)


def test_devices_are_logged_out_here_and_show_no_token(client: Client, dora: User, ben: User) -> None:
    enter_django_admin(client, dora)
    session, stays = start_session(user_id=ben.pk), start_session(user_id=ben.pk)
    chosen = DeviceSession.objects.order_by("created_at")[0]
    page = client.get(f"{HOME}accounts/devicesession/{chosen.pk}/change/").content.decode()
    assert chosen.token_id not in page
    form = {"action": "sign_out", "_selected_action": chosen.pk}
    assert client.post(f"{HOME}accounts/devicesession/", form).status_code == 302
    with pytest.raises(NotSignedIn):
        renew_session(refresh=session.refresh)
    assert renew_session(refresh=stays.refresh).user == ben


@pytest.mark.parametrize("name", ["devicesession", "phonecode", "licenseupload"])
def test_internal_tables_are_read_only(client: Client, dora: User, name: str) -> None:
    enter_django_admin(client, dora)
    assert client.get(f"{HOME}accounts/{name}/").status_code == 200
    assert client.get(f"{HOME}accounts/{name}/add/").status_code == 403


def test_deleted_user_is_anonymised_and_logged_out(client: Client, dora: User) -> None:
    enter_django_admin(client, dora)
    ada = make_user("Ada")
    session = start_session(user_id=ada.pk)
    assert client.post(f"{HOME}accounts/user/{ada.pk}/delete/", {"post": "yes"}).status_code == 302
    ada.refresh_from_db()
    assert (ada.first_name, ada.deleted_at is None) == ("", False)
    with pytest.raises(NotSignedIn):
        renew_session(refresh=session.refresh)
