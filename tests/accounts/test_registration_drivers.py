"""Driver sign-ups with a licence uploaded before, and installations that are not valid."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings

from apps.accounts.models import DeviceSession, LicenseUpload, User
from tests.accounts.sending import everything_stored, send, sweep
from tests.accounts.signing_up import EVE, assert_refused, rows, sign_up
from tests.accounts.test_registration_races import THREADS, at_once, of_address
from tests.fakes.base_settings import PROJECT, FakeBaseSettings
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db


def uploaded() -> str:
    response = send(None, "auth/license-image/", method="post")
    assert response.status_code == 201
    return str(response.json()["token"])


def test_uploaded_licence_becomes_the_drivers(media: Path) -> None:
    assert sign_up(user_type="driver", license_image=uploaded()).status_code == 201
    sweep()
    eve = User.objects.get(email="eve@example.org")
    assert not LicenseUpload.objects.exists()
    assert str(eve.driver_profile.license_image).startswith(f"users/{eve.pk}/driverDocuments/")
    assert client_of(eve).get("/api/v1/me/").json()["driver"]["license_image_url"]
    sweep(late=True)
    assert everything_stored(media) == [f"private/{eve.driver_profile.license_image.name}"]


def test_user_signup_takes_the_licence_too(media: Path) -> None:
    names = {"first_name": "firstName", "last_name": "lastName"}
    form = {names.get(name, name): value for name, value in EVE.items() if name not in ("country", "phone")}
    form |= {"mobile": "+447700900321", "usertype": "driver", "licenseImage": uploaded()}
    assert client_of(None).post("/functions/user_signup", {"regData": form}).status_code == 200
    assert User.objects.get(email="eve@example.org").driver_profile.license_image


def test_refused_sign_up_keeps_the_licence_for_the_next_attempt(media: Path) -> None:
    make_user("Ada", email="ada@example.org")
    token = uploaded()
    before = rows()
    assert_refused(
        sign_up(user_type="driver", license_image=token, email="ada@example.org"),
        409,
        "user_exists",
        before=before,
    )
    assert_refused(sign_up(license_image=token), 400, "reg_error", before=before)
    assert sign_up(user_type="driver", license_image=token).status_code == 201


def test_licence_is_claimed_once(media: Path) -> None:
    token = uploaded()
    assert sign_up(user_type="driver", license_image=token).status_code == 201
    before = rows()
    response = sign_up(user_type="driver", license_image=token, email="other@example.org", phone="7700900322")
    assert_refused(response, 400, "reg_error", before=before)
    assert response.json()["fields"].keys() == {"license_image"}


@pytest.mark.django_db(transaction=True)
def test_one_of_many_concurrent_claims_signs_up(media: Path) -> None:
    token = uploaded()
    replies = at_once(
        lambda number: sign_up(
            of_address(number),
            user_type="driver",
            license_image=token,
            email=f"eve{number}@example.org",
            phone=f"77009003{number:02d}",
        )
    )
    assert sorted(reply.status_code for reply in replies) == [201] + [400] * (THREADS - 1)
    assert {reply.json()["code"] for reply in replies if reply.status_code == 400} == {"reg_error"}
    assert User.objects.count() == 1


@pytest.mark.parametrize("project", [PROJECT, "stolen"])
def test_invalid_installation_creates_the_account_without_a_session(settings: Any, project: str) -> None:
    with FakeBaseSettings() as fake:
        settings.BASE_SETTINGS_URL = fake.address
        settings.BASE_SETTINGS_PROJECT_ID = project
        fake.in_order = project != PROJECT
        response = sign_up()
    assert response.status_code == 201
    assert response.json() == {"signed_in": False, "code": "account_create_successfully", "session": None}
    assert django_settings.REFRESH_COOKIE not in response.cookies
    assert not DeviceSession.objects.exists()
    assert User.objects.filter(email="eve@example.org").exists()
