"""Creating the first admin with createsuperuser."""

import pytest
from django.core.management import call_command

from apps.accounts.models import User
from tests.personas import PASSWORD, client_of

pytestmark = pytest.mark.django_db


def test_first_admin_is_created_by_a_command_and_can_log_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)

    call_command("createsuperuser", "--noinput", email="Boss@example.org", verbosity=0)

    body = {"email": "boss@example.org", "password": PASSWORD}
    reply = client_of(None).post("/api/v1/auth/sign-in/", body)
    assert (reply.status_code, reply.json()["user"]["user_type"]) == (200, "admin")
    assert User.objects.get().is_staff
