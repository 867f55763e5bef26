"""`manage.py doctor` names what is wrong with an installation, what to do, and changes nothing."""

import json
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from apps.accounts.models import User
from apps.core.diagnosis import deliveries, files, registry, secrets, servers
from apps.core.diagnosis.registry import Check, Finding, Level, findings_of
from apps.core.models import OutboxEntry
from apps.core.outbox import events
from apps.payments.models import ProviderAccount
from embedded.ports import free_port

pytestmark = pytest.mark.django_db

CORE = {"database", "connections", "redis", "clocks", "secrets", "files", "deliveries"}
NEW = "the new key of thirty-two letters or more"


def found(check: Any) -> dict[Level, list[str]]:
    return by_level(findings_of(Check("subject", check, "Title")))


def by_level(findings: Iterator[Finding]) -> dict[Level, list[str]]:
    levels: dict[Level, list[str]] = {level: [] for level in Level}
    for finding in findings:
        assert bool(finding.remedy) == (finding.level != Level.OK)
        levels[finding.level].append(finding.text)
    return levels


@pytest.fixture
def account() -> ProviderAccount:
    account = ProviderAccount(provider="stripe", live=True)
    account.credentials = {"secret_key": "sk_live_demo"}
    account.save()
    return account


def test_every_app_registers_its_checks() -> None:
    subjects = {check.subject for check in registry.checks()}
    assert subjects == {
        *CORE,
        *("disk", "replica", "ledger", "senders", "maps", "payments"),
    }
    assert all(check.remedy for check in registry.checks() if check.subject in CORE)
    quick = {check.subject for check in registry.checks(quick=True)}
    assert subjects - quick == {"files", "ledger"}
    live = {check.subject for check in registry.checks(quick=True, live=True)}
    assert live - quick == {"processes", "archive", "ledger_check", "phone"}
    assert all(str(check.title) for check in registry.checks(live=True))


def test_working_servers_have_no_errors() -> None:
    for check in (servers.database, servers.redis, servers.clocks, secrets.secrets, deliveries.deliveries):
        levels = found(check)
        assert levels[Level.ERROR] == [], check
        assert levels[Level.OK], check


def test_each_redis_is_checked_by_the_settings_that_name_it(settings: Any) -> None:
    settings.BROKER_URL = settings.CHANNEL_URL = f"redis://127.0.0.1:{free_port()}/0"
    levels = found(servers.redis)
    (working,) = levels[Level.OK]
    assert working.startswith("REDIS_URL, CACHE_URL: redis ")
    (failing,) = levels[Level.ERROR]
    assert failing.startswith("BROKER_URL, CHANNEL_URL: Error 111")


def test_missing_migration_is_an_error() -> None:
    MigrationRecorder.Migration.objects.filter(app="wallet").order_by("-id")[:1].get().delete()
    (text,) = found(servers.database)[Level.ERROR]
    assert text.startswith("Migrations that are not applied: 1. The first is wallet.")


def test_database_of_a_newer_release_is_a_warning() -> None:
    MigrationRecorder(connection).record_applied("wallet", "0999_future")
    assert found(servers.database)[Level.WARNING] == [
        "Applied migrations that this release does not know: 1, for example 0999_future."
    ]


@pytest.mark.parametrize("difference", [-60, 60])
def test_clock_of_another_time_is_an_error(difference: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "_database_time", lambda: time.time() + difference)
    levels = found(servers.clocks)
    assert levels[Level.ERROR] == [
        f"The clock of PostgreSQL differs from this machine's by {difference:+.1f} s."
    ]
    assert levels[Level.OK] == ["The clock of Redis agrees within 2 s."]


def test_secrets_of_another_key_are_an_error(account: ProviderAccount, settings: Any) -> None:
    sealed = account.sealed_credentials
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, []
    assert (
        "payments.ProviderAccount.sealed_credentials: secrets that cannot be decrypted: 1 of 1."
        in found(secrets.secrets)[Level.ERROR]
    )
    account.refresh_from_db()
    assert account.sealed_credentials == sealed


def test_secrets_of_an_old_key_are_a_warning(account: ProviderAccount, settings: Any) -> None:
    sealed = account.sealed_credentials
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [settings.SECRET_KEY]
    levels = found(secrets.secrets)
    assert levels[Level.ERROR] == []
    assert levels[Level.WARNING] == [
        "payments.ProviderAccount.sealed_credentials: secrets encrypted with an old key: 1 of 1."
    ]
    account.refresh_from_db()
    assert account.sealed_credentials == sealed


def test_missing_file_is_an_error(ada: User, settings: Any, tmp_path: Path) -> None:
    ada.profile_image.save("there.jpg", ContentFile(b"jpeg"))
    assert "accounts.User.profile_image: 1 files are there." in found(files.files)[Level.OK]
    name = str(ada.profile_image.name)
    ada.profile_image.storage.delete(name)
    assert found(files.files)[Level.ERROR] == [
        f"accounts.User.profile_image: 1 of 1 files are missing: {name}."
    ]


def test_overdue_and_abandoned_entries_are_reported() -> None:
    events.publish("user:1", "signed_out", {})
    assert found(deliveries.deliveries)[Level.OK] == ["No event or job is late."]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE core_outboxentry SET due_at = now() - interval '2 minutes'")
    assert found(deliveries.deliveries)[Level.ERROR] == ["Events that are more than 60 s late: 1 of 1."]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE core_outboxentry SET due_at = now() + interval '2 years'")
    levels = found(deliveries.deliveries)
    assert levels[Level.WARNING] == ["Events that failed too often and are not retried: 1."]
    assert levels[Level.ERROR] == []
    assert OutboxEntry.objects.count() == 1


def test_check_that_fails_is_an_error_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> Iterator[Finding]:
        raise ConnectionError("no route to host")
        yield

    checks = [Check("redis", away, "Redis", "Check REDIS_URL."), Check("clocks", servers.clocks, "Clocks")]
    monkeypatch.setattr("apps.core.management.commands.doctor.checks", lambda quick: checks)
    out = StringIO()
    with pytest.raises(CommandError, match="1 error"):
        call_command("doctor", stdout=out, no_color=True)
    first, remedy, *rest = out.getvalue().splitlines()
    assert first == "error   redis: The check failed: ConnectionError: no route to host"
    assert remedy == "        Check REDIS_URL."
    assert len(rest) == 2


def test_json_has_one_object_per_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "apps.core.management.commands.doctor.checks",
        lambda quick: [Check("clocks", servers.clocks, "Clocks")],
    )
    out = StringIO()
    call_command("doctor", "--json", stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["subject"] for line in lines] == ["clocks", "clocks"]
    assert {line["level"] for line in lines} == {"ok"}
