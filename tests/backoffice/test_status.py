"""The status page: the checks run side by side, in the language of the reader, within a limit."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from apps.accounts.models import User
from apps.backoffice.status import state
from apps.core.diagnosis.registry import Check, Finding, Level, error, ok, warning
from config.version import VERSION
from tests.bookings.api import API
from tests.personas import client_of

STATUS = f"{API}/status/"


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    state._kept.clear()
    yield
    state._kept.clear()


def check(subject: str, *findings: Finding, seconds: float = 0) -> Check:
    def examine() -> Iterator[Finding]:
        time.sleep(seconds)
        yield from findings

    return Check(subject, examine, subject.title())


def fails() -> Iterator[Finding]:
    raise ConnectionError("no route to host")
    yield


def test_status_has_the_level_of_the_worst_finding() -> None:
    status = state.run(
        [check("a", ok("Works."), warning("Odd.", "Look.")), check("b", ok("Works.")), check("c")]
    )
    assert [(each.title, each.level) for each in status.checks] == [
        ("A", Level.WARNING),
        ("B", Level.OK),
        ("C", Level.OK),
    ]
    assert status.level == Level.WARNING
    assert state.run([check("a", warning("Odd.", "Look.")), check("b", error("Broken.", "Fix."))]).level == (
        Level.ERROR
    )


def test_check_that_takes_too_long_is_a_finding_and_the_others_are_kept() -> None:
    status = state.run([check("slow", ok("Late."), seconds=1), check("fast", ok("Works."))], limit=0.1)
    slow, fast = status.checks
    assert [finding.text for finding in slow.findings] == ["The check took too long."]
    assert (slow.level, fast.level, fast.findings) == (Level.ERROR, Level.OK, [ok("Works.")])


def test_findings_are_in_the_active_language() -> None:
    with translation.override("de"):
        status = state.run([Check("away", fails, "Away")])
    assert [finding.text for finding in status.checks[0].findings] == [
        "Die Prüfung ist fehlgeschlagen: ConnectionError: no route to host"
    ]


@pytest.mark.django_db(transaction=True)
def test_admin_reads_every_check_and_the_version(dora: User) -> None:
    reply = client_of(dora).get(STATUS)
    assert reply.status_code == 200, reply.json()
    shown = reply.json()
    assert shown["version"] == VERSION
    subjects = [each["subject"] for each in shown["checks"]]
    assert {"database", "redis", "processes", "ledger_check", "payments"} <= set(subjects)
    assert not {"files", "ledger"} & set(subjects)
    assert all(each["title"] and each["findings"] for each in shown["checks"] if each["subject"] != "disk")
    for found in (finding for each in shown["checks"] for finding in each["findings"]):
        assert found["text"]
        assert bool(found["remedy"]) == (found["level"] != "ok")


@pytest.mark.django_db
def test_checks_run_once_in_ten_seconds_and_language(dora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[str] = []

    def examine() -> Iterator[Finding]:
        runs.append(translation.get_language())
        yield ok("Works.")

    monkeypatch.setattr(state, "checks", lambda **_: [Check("counted", examine, "Counted")])
    client = client_of(dora)
    for language in ("en", "en", "ar", "en"):
        assert client.get(STATUS, headers={"accept-language": language}).status_code == 200
    assert runs == ["en", "ar"]
    now = time.monotonic()
    monkeypatch.setattr(state, "monotonic", lambda: now + state.KEPT_SECONDS + 1)
    client.get(STATUS, headers={"accept-language": "en"})
    assert runs == ["en", "ar", "en"]


@pytest.mark.django_db
def test_fleet_admins_are_refused(fay: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> list[Check]:
        raise AssertionError("a check ran")

    monkeypatch.setattr(state, "checks", refuse)
    reply = client_of(fay).get(STATUS)
    assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")
