"""`manage.py setup`: an empty platform becomes one that takes bookings, once."""

import os
import pty
import subprocess
import sys
import threading
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from apps.accounts.models import User
from apps.backoffice.setup.services import NewPlatform, SetupRefused, set_up, symbol_of
from apps.bookings.models import CancelReason
from apps.core.models import AuditEntry, PlatformSettings
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType
from tests.personas import client_of

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "Correct1Horse"
ARGUMENTS = {
    "company": "Kestrel Cabs",
    "country": "KE",
    "currency": "KES",
    "time_zone": "Africa/Nairobi",
    "email": "Owner@kestrel.example",
}


@pytest.fixture(autouse=True)
def _password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETUP_ADMIN_PASSWORD", PASSWORD)


def setup(**changes: Any) -> str:
    output = StringIO()
    call_command("setup", stdout=output, **(ARGUMENTS | changes))
    return output.getvalue()


@pytest.mark.django_db
def test_an_empty_platform_gets_settings_car_types_reasons_and_an_admin_who_logs_in() -> None:
    assert "Kenya (+254)" in setup()
    settings = platform_settings()
    assert (settings.app_name, settings.company_name) == ("Kestrel Cabs", "Kestrel Cabs")
    assert (settings.country, settings.time_zone) == ("Kenya", "Africa/Nairobi")
    assert (settings.code, settings.symbol, settings.decimal) == ("KES", "Ksh", 2)
    assert (CarType.objects.count(), CancelReason.objects.count()) == (6, 5)
    admin = User.objects.get()
    assert (admin.email, admin.is_superuser, admin.is_staff) == ("owner@kestrel.example", True, True)
    # Even if the settings require a verified email address.
    update_platform_settings(email_verify=True)
    reply = client_of(None).post("/api/v1/auth/sign-in/", {"email": admin.email, "password": PASSWORD})
    assert (reply.status_code, reply.json()["user"]["user_type"]) == (200, "admin")
    shown = client_of(None).get("/api/v1/settings/public/").json()
    assert (shown["app_name"], shown["code"], shown["country"]) == ("Kestrel Cabs", "KES", "Kenya")


@pytest.mark.django_db
def test_the_audit_log_shows_it_without_the_password() -> None:
    setup()
    entries = list(AuditEntry.objects.order_by("id").values_list("kind", "source", "after"))
    assert [(kind, source) for kind, source, _ in entries] == [("user", "shell"), ("settings", "shell")]
    assert PASSWORD not in str(entries)


@pytest.mark.django_db
def test_second_run_refuses_in_one_sentence_and_changes_nothing() -> None:
    setup()
    with pytest.raises(CommandError, match="set up already: it has an admin"):
        setup(company="Other", country="DE", currency="EUR", email="other@example.org")
    assert platform_settings().company_name == "Kestrel Cabs"
    assert (User.objects.count(), CarType.objects.count(), CancelReason.objects.count()) == (1, 6, 5)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"country": "Kenya"}, "“Kenya” is not a country"),
        ({"currency": "QQQ"}, "“QQQ” is not a currency"),
        ({"time_zone": "Nairobi"}, "“Nairobi” is not a time zone"),
        ({"email": "owner"}, "“owner” is not an email address"),
        ({"company": "Two\nlines"}, "app_name: Use one line"),
        ({"company": "K" * 200}, "app_name: "),
        ({"symbol": "shillings"}, "symbol: "),
    ],
)
def test_wrong_value_is_named_and_nothing_is_created(change: dict[str, str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        setup(**change)
    assert not User.objects.exists()
    assert not CarType.objects.exists()
    assert platform_settings().company_name == ""


@pytest.mark.django_db
def test_weak_password_takes_the_settings_back_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETUP_ADMIN_PASSWORD", "abc")
    with pytest.raises(CommandError, match="Use 6 to 30 letters"):
        setup()
    assert PlatformSettings.objects.filter(company_name="").exists() or not PlatformSettings.objects.exists()
    assert not User.objects.exists()


@pytest.mark.django_db
def test_password_is_no_argument_and_without_a_terminal_its_variable_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SETUP_ADMIN_PASSWORD")
    monkeypatch.setattr(sys, "stdin", StringIO())
    with pytest.raises(CommandError, match="set SETUP_ADMIN_PASSWORD"):
        setup()
    with pytest.raises(TypeError, match="password"):
        setup(password=PASSWORD)


@pytest.mark.django_db
def test_data_that_is_there_stays() -> None:
    CarType.objects.create(name="Tuk-tuk", base_fare=1, min_fare=1, rate_per_hour=1, rate_per_unit_distance=1)
    setup()
    assert list(CarType.objects.values_list("name", flat=True)) == ["Tuk-tuk"]


@pytest.mark.parametrize(
    ("currency", "country", "symbol"),
    [("CAD", "CA", "$"), ("CAD", "KE", "CA$"), ("EUR", "DE", "€"), ("JPY", "JP", "¥"), ("KWD", "KW", "KWD")],
)
def test_symbol_is_the_one_of_the_country(currency: str, country: str, symbol: str) -> None:
    assert symbol_of(currency, country) == symbol


@pytest.mark.django_db(transaction=True)
def test_of_two_that_run_at_once_one_is_refused() -> None:
    refused: list[str] = []
    start = threading.Barrier(2)

    def run(email: str) -> None:
        new = NewPlatform(
            company_name="Kestrel Cabs", country="KE", currency="KES", time_zone="Africa/Nairobi",
            email=email, password=PASSWORD,
        )  # fmt: skip
        try:
            start.wait()
            set_up(new)
        except SetupRefused:
            refused.append(email)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(f"{name}@kestrel.example",)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert (User.objects.count(), CarType.objects.count()) == (1, 6)


@pytest.mark.django_db(transaction=True)
def test_it_prompts_on_a_terminal_and_suggests_what_the_country_has() -> None:
    answers = ["Kestrel Cabs", "KE", "", "", "owner@kestrel.example", PASSWORD, PASSWORD]
    ours, theirs = pty.openpty()
    url = connection.settings_dict
    environment = os.environ | {
        "DATABASE_URL": f"postgresql://{url['USER']}@{url['HOST']}:{url['PORT']}/{url['NAME']}"
    }
    del environment["SETUP_ADMIN_PASSWORD"]
    with subprocess.Popen(
        [sys.executable, "manage.py", "setup"],
        cwd=ROOT,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        # getpass opens the controlling terminal.
        preexec_fn=lambda: __import__("fcntl").ioctl(theirs, __import__("termios").TIOCSCTTY, 0),
    ) as process:
        os.close(theirs)
        text = ""
        for answer in answers:
            while not text.rstrip().endswith(":"):
                text += os.read(ours, 4096).decode()
            os.write(ours, f"{answer}\n".encode())
            assert PASSWORD not in text
            text = ""
        assert process.wait(timeout=60) == 0
    os.close(ours)
    admin = User.objects.get()
    assert (admin.email, admin.check_password(PASSWORD)) == ("owner@kestrel.example", True)
    assert (platform_settings().code, platform_settings().time_zone) == ("KES", "Africa/Nairobi")
