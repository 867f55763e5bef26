"""Users without an email whom staff added earlier log in by phone."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.personas import make_user

pytestmark = pytest.mark.django_db


def test_users_with_a_phone_and_no_email_log_in_by_phone() -> None:
    phone_only = make_user("Pia", email=None, login_type="email")
    with_email = make_user("Mia", login_type="email")
    social = make_user("Gia", email=None, login_type="google")
    neither = make_user("Nia", email=None, mobile=None, login_type="email")

    import_module("apps.accounts.migrations.0014_phone_logins").mark_phone_logins(apps, None)

    people = (phone_only, with_email, social, neither)
    for person in people:
        person.refresh_from_db()
    assert [person.login_type for person in people] == ["phone", "email", "google", "email"]
