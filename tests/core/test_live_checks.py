"""The checks of the status page: processes, connections, archive, disk, last check of the ledger."""

import json
import shutil
import time
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from redis import Redis

from apps.core.diagnosis import disk, processes, servers
from apps.core.diagnosis.registry import Finding, Level
from apps.core.monitoring.readings import LEDGER_CHECK
from apps.core.outbox.shards import SLOT_LOCK
from apps.wallet.diagnosis import last_check
from config.celery import app

DAY = 86_400
Usage = namedtuple("Usage", "total used free")


def found(findings: Iterator[Finding]) -> list[tuple[Level, str]]:
    return [(finding.level, finding.text) for finding in findings]


@pytest.mark.django_db
def test_platform_without_relay_and_worker_has_two_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "REPLY_SECONDS", 0.05)
    assert found(processes.processes()) == [
        (Level.ERROR, "No relay is running: screens are not updated, and no job starts."),
        (Level.ERROR, "No worker replies: offers, messages and receipts are not sent."),
    ]


@pytest.mark.django_db
def test_locks_of_the_relays_are_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "REPLY_SECONDS", 0.05)
    values = connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}
    take = "SELECT pg_advisory_lock(%s, slot) FROM generate_series(%s::int, %s::int) AS slot"
    with psycopg.connect(**values) as one, psycopg.connect(**values) as other:
        one.execute(take, [SLOT_LOCK + 1, 0, 7])
        assert found(processes.processes())[0][0] == Level.ERROR
        one.execute(take, [SLOT_LOCK, 0, 5])
        assert found(processes.processes())[0] == (
            Level.ERROR,
            "Relays deliver only 6 of 8 parts of the outbox: other screens and jobs wait.",
        )
        other.execute(take, [SLOT_LOCK, 6, 7])
        assert found(processes.processes())[0] == (Level.OK, "Relays that deliver events and jobs: 2.")
    with psycopg.connect(**values) as one:
        one.execute(take, [SLOT_LOCK, 0, 7])
        assert found(processes.processes())[0] == (Level.OK, "A relay delivers events and jobs.")


@pytest.mark.django_db
def test_worker_that_replies_is_counted() -> None:
    with app.connection_for_write() as broker:
        replies = app.control.mailbox.Node("worker@test", channel=broker.default_channel)
        replies.handlers["ping"] = lambda state, **_: {"ok": "pong"}
        consumer = replies.listen()
        done = Event()
        thread = Thread(target=_drain, args=(broker, done))
        thread.start()
        try:
            assert found(processes.processes())[1] == (Level.OK, "Workers that reply: 1.")
        finally:
            done.set()
            thread.join()
            consumer.close()


def _drain(broker: Any, done: Event) -> None:
    while not done.is_set():
        try:
            broker.drain_events(timeout=0.2)
        except TimeoutError:
            continue


@pytest.mark.django_db
def test_few_free_connections_are_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [level for level, _text in found(servers.connections())] == [Level.OK]
    monkeypatch.setattr(servers, "CONNECTIONS_USED", 0)
    ((level, text),) = found(servers.connections())
    assert level == Level.WARNING
    assert text.startswith("Open database connections: ")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("row", "level", "text"),
    [
        ("false, false, NULL::timestamptz", Level.WARNING, "The write-ahead log is not archived: "),
        ("true, true, now()", Level.ERROR, "PostgreSQL cannot archive its write-ahead log."),
        ("true, false, now()", Level.OK, "Last archived at "),
        ("true, false, NULL::timestamptz", Level.OK, "The archive is set up."),
    ],
)
def test_state_of_the_archive(row: str, level: Level, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found(servers.archive())
    monkeypatch.setattr(servers, "ARCHIVE", f"SELECT {row}")
    ((seen, said),) = found(servers.archive())
    assert (seen, said[: len(text)]) == (level, text)


@pytest.mark.parametrize(
    ("percent", "level"), [(4, Level.ERROR), (5, Level.WARNING), (14, Level.WARNING), (15, Level.OK)]
)
def test_full_disk_is_reported_once_per_file_system(
    percent: int, level: Level, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "health").mkdir()
    settings.MEDIA_ROOT, settings.HEALTH_DIR = tmp_path, tmp_path / "health"
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(1000, 0, percent * 10))
    assert found(disk.disk()) == [(level, f"Free space at {tmp_path}: {percent} %.")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("stored", "level", "text"),
    [
        (None, Level.WARNING, "The ledger has not been checked yet."),
        ({"problems": 0, "days": 0}, Level.OK, "found no violation."),
        ({"problems": 0, "days": 3}, Level.WARNING, "It should run each night."),
        ({"problems": 2, "days": 3}, Level.ERROR, "found violations: 2."),
    ],
)
def test_last_check_of_the_ledger(stored: dict[str, int] | None, level: Level, text: str) -> None:
    with Redis.from_url(settings.REDIS_URL) as redis:
        redis.delete(LEDGER_CHECK)
        if stored is not None:
            at = time.time() - stored["days"] * DAY
            redis.set(LEDGER_CHECK, json.dumps({"problems": stored["problems"], "at": at}))
        ((seen, said),) = found(last_check())
        redis.delete(LEDGER_CHECK)
    assert (seen, text in said) == (level, True), said
