"""A user's own passkeys: add, rename, remove, and what each change refuses."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator as Factor
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, Passkey, User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.passkeys.services import MAX_PASSKEYS
from apps.accounts.services.second_factor import enrol, unused_recovery_codes
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from tests.accounts.authenticator import BACKED_UP, PRESENT, VERIFIED, Authenticator
from tests.accounts.emails import emails
from tests.django_admin import SECRET, code_of
from tests.personas import PASSWORD, client_of, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("public_url")]

MINE = "/api/v1/me/passkeys/"
NOT_VERIFIED = PRESENT


@pytest.fixture
def public_url(settings: Any) -> None:
    settings.PUBLIC_URL = "http://localhost"


@pytest.fixture
def rita(db: None) -> User:
    """A rider with a password."""
    return make_user("Rita", email="rita@example.org", password=PASSWORD)


@pytest.fixture
def nora(db: None) -> User:
    """An admin with a password and no second factor."""
    return make_user("Nora", UserType.ADMIN, email="nora@example.org", password=PASSWORD)


def outcome(response: Any) -> tuple[int, str]:
    return response.status_code, response.json().get("code", "")


def begin(client: APIClient, password: str = PASSWORD) -> Any:
    return client.post(f"{MINE}options/", {"password": password})


def add(client: APIClient, authenticator: Authenticator, **body: Any) -> Any:
    started = begin(client).json()
    credential = authenticator.create(started["options"])
    return client.post(MINE, {"challenge": started["challenge"], "credential": credential} | body)


def passkey_of(user: User, **fields: Any) -> Passkey:
    number = Passkey.objects.count()
    fields = {"name": f"Phone {number}", "public_key": b"key", "user_handle": b"handle"} | fields
    return Passkey.objects.create(user=user, credential_id=f"id {number}".encode(), **fields)


def actions() -> list[str]:
    entries = AuditEntry.objects.filter(kind="passkey").order_by("id")
    return list(entries.values_list("action", flat=True))


# -- adding ------------------------------------------------------------------------------------


def test_user_adds_a_passkey_and_is_notified(rita: User) -> None:
    client, authenticator = client_of(rita), Authenticator()
    response = add(client, authenticator, name=" My phone ")
    assert response.status_code == 201
    assert response.json()["passkey"]["name"] == "My phone"
    assert response.json()["recovery_codes"] == []
    assert response["Cache-Control"] == "no-store"
    passkey = Passkey.objects.get()
    assert bytes(passkey.credential_id) == authenticator.credential_id
    assert bytes(passkey.user_handle) == authenticator.user_handle
    assert passkey.transports == ["hybrid", "internal"]
    assert actions() == ["added"]
    assert [one["params"] for one in emails(EmailTemplate.PASSKEY_ADDED)] == [{"passkey": "My phone"}]
    assert client.get(MINE).json()["results"] == [response.json()["passkey"]]


def test_options_require_verification_and_a_discoverable_credential(rita: User) -> None:
    passkey = passkey_of(rita, transports=["internal"])
    options = begin(client_of(rita)).json()["options"]
    assert options["rp"]["id"] == "localhost"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["attestation"] == "none"
    assert len(options["excludeCredentials"]) == 1
    assert options["user"]["id"] == "aGFuZGxl"
    assert passkey.pk


def test_passkey_without_a_name_is_named_after_the_device(rita: User) -> None:
    client = client_of(rita)
    client.defaults["HTTP_USER_AGENT"] = "Mozilla/5.0 (X11; Linux) Firefox/140.0"
    assert add(client, Authenticator()).json()["passkey"]["name"] == "Firefox on Linux"


@pytest.mark.parametrize(("password", "code"), [("wrong", "wrong_password"), ("", "wrong_password")])
def test_adding_needs_the_password(rita: User, password: str, code: str) -> None:
    assert outcome(begin(client_of(rita), password)) == (400, code)


def test_user_without_a_password_needs_a_recent_login(ada: User) -> None:
    client = client_of(ada)
    assert begin(client, "").status_code == 200
    DeviceSession.objects.update(created_at=timezone.now() - timedelta(minutes=16))
    assert outcome(begin(client, "")) == (409, "login_too_old")


@pytest.mark.parametrize(
    "authenticator",
    [
        pytest.param(Authenticator(origin="https://localhost"), id="another scheme"),
        pytest.param(Authenticator(origin="http://evil.localhost"), id="a subdomain"),
        pytest.param(Authenticator(origin="http://localhost:81"), id="another port"),
        pytest.param(Authenticator(rp_id="evil.example"), id="another relying party"),
        pytest.param(Authenticator(flags=NOT_VERIFIED), id="no user verification"),
        pytest.param(Authenticator(flags=VERIFIED), id="no user presence"),
        pytest.param(Authenticator(flags=PRESENT | VERIFIED | BACKED_UP), id="backed up, not eligible"),
        pytest.param(Authenticator(cross_origin=True), id="in a frame"),
        pytest.param(Authenticator(algorithm=-65535), id="RSA with SHA-1"),
        pytest.param(Authenticator(algorithm=-35), id="an algorithm that was not offered"),
    ],
)
def test_wrong_credential_is_refused(rita: User, authenticator: Authenticator) -> None:
    assert outcome(add(client_of(rita), authenticator)) == (400, "passkey_failed")
    assert not Passkey.objects.exists()
    assert emails(EmailTemplate.PASSKEY_ADDED) == []


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": "x", "rawId": "y", "response": {}},
        {"rawId": "eA", "response": {"clientDataJSON": "e30", "attestationObject": "oA"}},
        {"rawId": ["x"], "response": 5},
        {"rawId": "eA", "response": {"clientDataJSON": "W10", "attestationObject": "%"}},
    ],
)
def test_malformed_credential_is_refused(rita: User, credential: dict[str, Any]) -> None:
    client = client_of(rita)
    challenge = begin(client).json()["challenge"]
    response = client.post(MINE, {"challenge": challenge, "credential": credential})
    assert outcome(response) == (400, "passkey_failed")
    assert not Passkey.objects.exists()


def test_challenge_is_valid_once_in_its_session_for_five_minutes(rita: User) -> None:
    client, authenticator = client_of(rita), Authenticator()
    started = begin(client).json()
    body = {"challenge": started["challenge"], "credential": authenticator.create(started["options"])}
    assert outcome(client_of(rita).post(MINE, body)) == (400, "passkey_expired")
    # The other session has used it up.
    assert outcome(client.post(MINE, body)) == (400, "passkey_expired")
    assert not Passkey.objects.exists()


def test_login_challenge_adds_no_passkey(rita: User) -> None:
    started = APIClient().post("/api/v1/auth/passkey/options/").json()
    options = started["options"] | {"user": {"id": "eA"}}
    body = {"challenge": started["challenge"], "credential": Authenticator().create(options)}
    assert outcome(client_of(rita).post(MINE, body)) == (400, "passkey_expired")


def test_signed_challenge_of_another_request_is_refused(rita: User) -> None:
    client, authenticator = client_of(rita), Authenticator()
    first, second = begin(client).json(), begin(client).json()
    body = {"challenge": second["challenge"], "credential": authenticator.create(first["options"])}
    assert outcome(client.post(MINE, body)) == (400, "passkey_failed")


def test_passkey_of_another_user_is_not_added_twice(rita: User, ada: User) -> None:
    authenticator = Authenticator()
    assert add(client_of(rita), authenticator).status_code == 201
    started = begin(client_of(ada), "").json()
    assert started["challenge"]
    client = client_of(ada)
    started = begin(client, "").json()
    body = {"challenge": started["challenge"], "credential": authenticator.create(started["options"])}
    assert outcome(client.post(MINE, body)) == (409, "passkey_exists")
    assert Passkey.objects.get().user == rita


def test_number_of_passkeys_is_limited(rita: User) -> None:
    client = client_of(rita)
    started = begin(client).json()
    for _ in range(MAX_PASSKEYS):
        passkey_of(rita)
    assert outcome(begin(client)) == (409, "too_many_passkeys")
    body = {"challenge": started["challenge"], "credential": Authenticator().create(started["options"])}
    assert outcome(client.post(MINE, body)) == (409, "too_many_passkeys")
    assert Passkey.objects.count() == MAX_PASSKEYS


# -- a second factor of staff ------------------------------------------------------------------


def test_first_factor_of_staff_comes_with_recovery_codes_and_logs_out_other_devices(nora: User) -> None:
    client, other = client_of(nora), client_of(nora)
    codes = add(client, Authenticator()).json()["recovery_codes"]
    assert codes == unused_recovery_codes(nora)
    assert len(codes) == 10
    assert client.get("/api/v1/me/").status_code == 200
    assert other.get("/api/v1/me/").status_code == 401
    assert add(client, Authenticator()).json()["recovery_codes"] == []


def test_passkey_beside_an_app_changes_neither_codes_nor_sessions(nora: User) -> None:
    enrol(user=nora, secret=SECRET, code="000000")
    client, other = client_of(nora), client_of(nora)
    assert add(client, Authenticator()).json()["recovery_codes"] == []
    assert other.get("/api/v1/me/").status_code == 200


def test_passkey_is_the_required_second_factor(nora: User) -> None:
    client = client_of(nora)
    update_platform_settings(staff_two_factor=True)
    assert outcome(client.get("/api/v1/dashboard/")) == (403, "two_factor_setup_required")
    assert add(client, Authenticator()).status_code == 201
    assert client.get("/api/v1/dashboard/").status_code == 200
    assert not client.get("/api/v1/me/").json()["two_factor_setup_due"]


def test_recovery_codes_stay_while_a_factor_remains(nora: User) -> None:
    enrol(user=nora, secret=SECRET, code="000000")
    client = client_of(nora)
    assert add(client, Authenticator()).status_code == 201
    off = {"password": PASSWORD, "code": code_of()}
    assert client.post("/api/v1/me/two-factor/turn-off/", off).status_code == 204
    assert len(unused_recovery_codes(nora)) == 10
    passkey = Passkey.objects.get()
    assert client.post(f"{MINE}{passkey.pk}/remove/", {"password": PASSWORD}).status_code == 204
    assert not Factor.objects.exists()


# -- renaming and removing ---------------------------------------------------------------------


def test_user_renames_a_passkey(rita: User) -> None:
    passkey = passkey_of(rita)
    client = client_of(rita)
    assert client.patch(f"{MINE}{passkey.pk}/", {"name": "Key ring"}).json()["name"] == "Key ring"
    assert client.patch(f"{MINE}{passkey.pk}/", {"name": " "}).status_code == 400
    passkey.refresh_from_db()
    assert passkey.name == "Key ring"
    assert AuditEntry.objects.latest("id").after == {"name": "Key ring"}


def test_user_removes_a_passkey_with_the_password(rita: User) -> None:
    passkey = passkey_of(rita)
    client, url = client_of(rita), f"{MINE}{passkey.pk}/remove/"
    assert outcome(client.post(url, {"password": "wrong"})) == (400, "wrong_password")
    assert Passkey.objects.exists()
    assert client.post(url, {"password": PASSWORD}).status_code == 204
    assert not Passkey.objects.exists()
    assert actions() == ["removed"]
    assert len(emails(EmailTemplate.PASSKEY_REMOVED)) == 1


def test_passkeys_of_others_are_not_found(rita: User, ada: User) -> None:
    passkey = passkey_of(ada)
    client = client_of(rita)
    assert client.patch(f"{MINE}{passkey.pk}/", {"name": "Mine"}).status_code == 404
    assert client.post(f"{MINE}{passkey.pk}/remove/", {"password": PASSWORD}).status_code == 404
    assert client.get(MINE).json()["results"] == []
    passkey.refresh_from_db()
    assert passkey.name != "Mine"


def test_last_way_to_log_in_is_not_removed() -> None:
    user = make_user("Rolf", email="", mobile_verified=True)
    passkey = passkey_of(user)
    client, url = client_of(user), f"{MINE}{passkey.pk}/remove/"
    update_platform_settings(mobile_login_enabled=False)
    assert outcome(client.post(url, {})) == (409, "last_login_method")
    assert Passkey.objects.exists()
    update_platform_settings(mobile_login_enabled=True)
    assert client.post(url, {}).status_code == 204


def test_last_required_second_factor_is_not_removed(nora: User) -> None:
    first, second = passkey_of(nora), passkey_of(nora)
    update_platform_settings(staff_two_factor=True)
    client = client_of(nora)
    assert client.post(f"{MINE}{first.pk}/remove/", {"password": PASSWORD}).status_code == 204
    refused = client.post(f"{MINE}{second.pk}/remove/", {"password": PASSWORD})
    assert outcome(refused) == (409, "last_second_factor")
    assert Passkey.objects.get() == second


def test_demo_mode_changes_no_passkey(rita: User, nora: User) -> None:
    passkey = passkey_of(rita)
    client = client_of(rita)
    started = begin(client).json()
    update_platform_settings(allow_critical_edits_admin=False)
    body = {"challenge": started["challenge"], "credential": Authenticator().create(started["options"])}
    for refused in (
        begin(client),
        client.post(MINE, body),
        client.patch(f"{MINE}{passkey.pk}/", {"name": "Other"}),
        client.post(f"{MINE}{passkey.pk}/remove/", {"password": PASSWORD}),
        client_of(nora).delete(f"/api/v1/people/{rita.pk}/passkeys/{passkey.pk}/"),
    ):
        assert outcome(refused) == (403, "demo_mode")
    assert list(Passkey.objects.values_list("name", flat=True)) == [passkey.name]


# -- by staff ----------------------------------------------------------------------------------


def test_admin_removes_a_passkey_of_a_user_who_is_logged_out(rita: User, nora: User) -> None:
    passkey, session = passkey_of(rita, name="Lost phone"), client_of(rita)
    admin = client_of(nora)
    shown = admin.get(f"/api/v1/people/{rita.pk}/").json()["facts"]["passkeys"]
    assert [one["name"] for one in shown] == ["Lost phone"]
    response = admin.delete(f"/api/v1/people/{rita.pk}/passkeys/{passkey.pk}/")
    assert response.json()["facts"]["passkeys"] == []
    assert session.get("/api/v1/me/").status_code == 401
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.actor_id, entry.before) == ("removed", nora.pk, {"name": "Lost phone"})
    assert [one["to"] for one in emails(EmailTemplate.PASSKEY_REMOVED)] == ["rita@example.org"]


def test_staff_does_not_remove_own_or_a_superusers_passkey_there(nora: User) -> None:
    olive = make_user("Olive", UserType.ADMIN, is_staff=True, is_superuser=True)
    own, other = passkey_of(nora), passkey_of(olive)
    client = client_of(nora)
    for user, passkey in ((nora, own), (olive, other)):
        response = client.delete(f"/api/v1/people/{user.pk}/passkeys/{passkey.pk}/")
        assert outcome(response) == (403, "forbidden")
    assert Passkey.objects.count() == 2


def test_passkey_is_removed_only_from_its_own_user(rita: User, ada: User, nora: User) -> None:
    passkey = passkey_of(ada)
    assert client_of(nora).delete(f"/api/v1/people/{rita.pk}/passkeys/{passkey.pk}/").status_code == 404
    assert Passkey.objects.exists()


def test_reset_removes_passkeys_too(rita: User, nora: User) -> None:
    passkey_of(rita)
    response = client_of(nora).post(f"/api/v1/people/{rita.pk}/two-factor/reset/")
    assert response.json()["facts"]["passkeys"] == []
    assert not Passkey.objects.exists()
