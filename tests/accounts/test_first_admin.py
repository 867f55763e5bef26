"""The first admin is made by a call of whoever installs the platform."""

import pytest
from django.core.management import call_command

from apps.accounts.models import User
from tests.personas import PASSWORD, client_of

pytestmark = pytest.mark.django_db


def test_first_admin_is_made_by_a_command_and_logs_in_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)

    call_command("createsuperuser", "--noinput", email="Boss@example.org", verbosity=0)

    body = {"email": "boss@example.org", "password": PASSWORD}
    reply = client_of(None).post("/api/v1/auth/sign-in/", body)
    assert (reply.status_code, reply.json()["user"]["user_type"]) == (200, "admin")
    assert User.objects.get().is_staff
