"""Two-factor login to the Django admin: a code after the password, and enrolment first if needed."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from apps.accounts.choices import UserType
from apps.accounts.django_admin.admin_login import CODE_TIMEOUT_SECONDS
from apps.accounts.django_admin.cookie import PATH
from apps.accounts.models import User
from apps.accounts.services.second_factor import reset_second_factor, totp_of, unused_recovery_codes
from apps.core.errors import Forbidden
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from tests.django_admin import SECRET, code_of, enter_django_admin
from tests.personas import PASSWORD, make_user

pytestmark = pytest.mark.django_db

HOME = "/django-admin/"
LOGIN = f"{HOME}login/"
CODE = f"{HOME}second-factor/"
ENROL = f"{HOME}second-factor/enrol/"
CODES = f"{HOME}second-factor/codes/"
MINE = f"{HOME}second-factor/mine/"


@pytest.fixture
def root(db: None) -> User:
    return make_user(
        "Root", UserType.ADMIN, is_staff=True, is_superuser=True, password=PASSWORD, email="root@example.org"
    )


@pytest.fixture
def enrolled(root: User) -> User:
    enter_django_admin(Client(), root)
    return root


def password(client: Client, **form: str) -> Any:
    return client.post(LOGIN, {"username": "root@example.org", "password": PASSWORD} | form)


def is_inside(client: Client) -> bool:
    return bool(client.get(HOME).status_code == 200)


def actions() -> list[tuple[str, str]]:
    entries = AuditEntry.objects.filter(kind="second_factor").order_by("id")
    return [(entry.action, entry.source) for entry in entries]


# -- enrolling ---------------------------------------------------------------------------------


def test_user_without_a_second_factor_must_enrol(client: Client, root: User) -> None:
    assert password(client)["Location"] == CODE
    assert client.get(CODE)["Location"] == ENROL
    assert not is_inside(client)
    page = client.get(ENROL)
    assert "data:image/svg+xml;base64," in page.content.decode()
    secret = page.context["secret"]
    assert client.post(ENROL, {"code": code_of(secret)})["Location"] == CODES
    assert is_inside(client)
    # The secret is encrypted in the database.
    assert secret not in str(totp_of(root.pk).data)
    assert actions() == [("enrolled", "django_admin")]


def test_recovery_codes_are_shown_once(client: Client, root: User) -> None:
    password(client)
    client.post(ENROL, {"code": code_of(client.get(ENROL).context["secret"])})
    shown = client.get(CODES).content.decode()
    codes = unused_recovery_codes(root)
    assert len(codes) == 10
    assert all(code in shown for code in codes)
    assert client.get(CODES)["Location"] == MINE


def test_wrong_code_does_not_enrol(client: Client, root: User) -> None:
    password(client)
    secret = client.get(ENROL).context["secret"]
    assert client.post(ENROL, {"code": "000000"}).status_code == 200
    assert totp_of(root.pk) is None
    assert not is_inside(client)
    # The secret is unchanged, because the phone already has it.
    assert client.post(ENROL, {"code": code_of(secret)}).status_code == 302


def test_enrolled_user_cannot_enrol_again(client: Client, enrolled: User) -> None:
    password(client)
    assert client.get(ENROL)["Location"] == CODE
    assert client.post(ENROL, {"code": "000000"})["Location"] == CODE
    assert Authenticator.objects.filter(type="totp").count() == 1


@pytest.mark.parametrize("page", [CODE, ENROL])
def test_pages_need_the_password(client: Client, enrolled: User, page: str) -> None:
    assert client.get(page)["Location"] == LOGIN
    assert client.post(page, {"code": code_of()})["Location"] == LOGIN
    assert not is_inside(client)


# -- the code ----------------------------------------------------------------------------------


def test_code_is_required_at_every_login_and_redirects_to_next(client: Client, enrolled: User) -> None:
    password(client, next=f"{HOME}accounts/user/")
    assert not is_inside(client)
    assert client.post(CODE, {"code": code_of()})["Location"] == f"{HOME}accounts/user/"
    assert is_inside(client)
    client.post(f"{HOME}logout/")
    password(client)
    assert not is_inside(client)


def test_code_is_valid_once(client: Client, enrolled: User, time_machine: Any) -> None:
    time_machine.move_to(1_790_000_010, tick=False)
    code = code_of()
    password(client)
    assert client.post(CODE, {"code": code}).status_code == 302
    # Half a minute later the code would be valid, and allauth's record of it is gone: Redis' clock is real.
    time_machine.shift(30)
    assert cache.delete(f"allauth.mfa.totp.used?user={enrolled.pk}&code={code}")
    other = Client()
    password(other)
    assert "already used" in other.post(CODE, {"code": code}).content.decode()
    assert not is_inside(other)


def test_enrolment_code_does_not_log_in_too(client: Client, root: User) -> None:
    password(client)
    secret = client.get(ENROL).context["secret"]
    code = code_of(secret)
    client.post(ENROL, {"code": code})
    other = Client()
    password(other)
    other.post(CODE, {"code": code})
    assert not is_inside(other)


def test_wrong_codes_lock_the_login(client: Client, enrolled: User) -> None:
    password(client)
    for _ in range(5):
        assert client.post(CODE, {"code": "000000"}).status_code == 200
    assert client.post(CODE, {"code": code_of()}).status_code == 200
    assert not is_inside(client)


def test_code_must_be_entered_in_time(client: Client, enrolled: User, time_machine: Any) -> None:
    time_machine.move_to(1_790_000_000, tick=False)
    password(client)
    time_machine.shift(CODE_TIMEOUT_SECONDS + 1)
    assert client.post(CODE, {"code": code_of()})["Location"] == LOGIN
    assert not is_inside(client)


@pytest.mark.parametrize("field", ["approved", "is_active", "is_staff"])
def test_user_who_lost_access_meanwhile_cannot_log_in(client: Client, enrolled: User, field: str) -> None:
    password(client)
    User.objects.update(**{field: False})
    assert client.post(CODE, {"code": code_of()})["Location"] == LOGIN
    assert not is_inside(client)


def test_demo_mode_ends_a_login_before_the_code(client: Client, enrolled: User) -> None:
    password(client)
    update_platform_settings(allow_critical_edits_admin=False)
    assert client.post(CODE, {"code": code_of()})["Location"] == LOGIN
    update_platform_settings(allow_critical_edits_admin=True)
    assert not is_inside(client)


def test_recovery_code_logs_in_once_and_is_audited(client: Client, enrolled: User) -> None:
    code = unused_recovery_codes(enrolled)[3]
    password(client)
    assert client.post(CODE, {"code": code}).status_code == 302
    assert is_inside(client)
    other = Client()
    password(other)
    assert other.post(CODE, {"code": code}).status_code == 200
    assert not is_inside(other)
    assert len(unused_recovery_codes(enrolled)) == 9
    assert actions()[-1] == ("recovery_code_used", "django_admin")


def test_django_session_alone_does_not_log_in(client: Client, enrolled: User) -> None:
    client.force_login(enrolled)
    client.cookies[settings.DJANGO_ADMIN_COOKIE] = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert not is_inside(client)


# -- the cookie --------------------------------------------------------------------------------


def test_session_cookie_is_for_the_django_admin_only(client: Client, enrolled: User) -> None:
    password(client)
    response = client.post(CODE, {"code": code_of()})
    cookie = response.cookies[settings.DJANGO_ADMIN_COOKIE]
    assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == (PATH, "Strict", True)
    assert settings.SESSION_COOKIE_NAME not in client.cookies
    client.post(f"{HOME}logout/")
    assert client.cookies[settings.DJANGO_ADMIN_COOKIE].value == ""


def test_session_of_another_cookie_is_not_accepted(client: Client, enrolled: User) -> None:
    inside = enter_django_admin(Client(), enrolled)
    client.cookies[settings.SESSION_COOKIE_NAME] = inside.cookies[settings.DJANGO_ADMIN_COOKIE].value
    assert not is_inside(client)


# -- after the login -----------------------------------------------------------------------------


def test_new_recovery_codes_need_a_code(client: Client, enrolled: User) -> None:
    enter_django_admin(client, enrolled)
    old = unused_recovery_codes(enrolled)
    assert client.post(MINE, {"code": "000000", "action": "codes"}).status_code == 200
    assert unused_recovery_codes(enrolled) == old
    assert client.post(MINE, {"code": code_of(), "action": "codes"})["Location"] == CODES
    assert not set(old) & set(unused_recovery_codes(enrolled))
    assert actions()[-1][0] == "recovery_codes_renewed"


def test_another_phone_must_be_enrolled_at_once(client: Client, enrolled: User) -> None:
    enter_django_admin(client, enrolled)
    assert client.post(MINE, {"code": code_of(), "action": "another"})["Location"] == ENROL
    assert not is_inside(client)
    secret = client.get(ENROL).context["secret"]
    assert secret != SECRET
    client.post(ENROL, {"code": code_of(secret)})
    assert is_inside(client)
    assert [action for action, _source in actions()][-2:] == ["removed", "enrolled"]


def test_another_superuser_resets_a_second_factor(client: Client, enrolled: User) -> None:
    theirs = enter_django_admin(Client(), enrolled)
    other = make_user("Rita", UserType.ADMIN, is_staff=True, is_superuser=True)
    enter_django_admin(client, other)
    form = {"action": "reset_second_factor", "_selected_action": enrolled.pk}
    assert client.post(f"{HOME}accounts/user/", form).status_code == 302
    assert totp_of(enrolled.pk) is None
    assert not is_inside(theirs)
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.actor_id, entry.target_id) == ("reset", other.pk, str(enrolled.pk))
    assert entry.source == "django_admin"


def test_only_another_superuser_resets_a_second_factor(enrolled: User) -> None:
    clerk = make_user("Clerk", UserType.ADMIN, is_staff=True)
    for by in (enrolled, clerk):
        with pytest.raises(Forbidden):
            reset_second_factor(user=enrolled, by=by)
    assert totp_of(enrolled.pk) is not None
    assert [action for action, _source in actions()] == ["enrolled"]


@pytest.mark.parametrize("page", [LOGIN, CODE, ENROL, CODES, MINE])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_pages_have_no_inline_scripts_or_styles(client: Client, root: User, page: str, language: str) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    if page in (CODES, MINE):
        enter_django_admin(client, root)
    else:
        if page == CODE:
            enter_django_admin(Client(), root)
        if page != LOGIN:
            password(client)
    if page == CODES:
        client.post(MINE, {"code": code_of(), "action": "codes"})
    response = client.get(page)
    assert response.status_code == 200
    html = response.content.decode()
    assert "<style" not in html
    assert " style=" not in html
    assert " onclick=" not in html
    assert "<script>" not in html
    assert f'dir="{"rtl" if language == "ar" else "ltr"}"' in html
