"""People without an email whom staff added before log in by phone."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.personas import make_user

pytestmark = pytest.mark.django_db


def test_who_has_a_phone_and_no_email_logs_in_by_phone_and_no_one_else_changes() -> None:
    called = make_user("Pia", email=None, login_type="email")
    mailed = make_user("Mia", login_type="email")
    social = make_user("Gia", email=None, login_type="google")
    neither = make_user("Nia", email=None, mobile=None, login_type="email")

    import_module("apps.accounts.migrations.0014_phone_logins").mark_phone_logins(apps, None)

    people = (called, mailed, social, neither)
    for person in people:
        person.refresh_from_db()
    assert [person.login_type for person in people] == ["phone", "email", "google", "email"]
