"""The scripts of deploy/backup restore the platform to the second before a mistake."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from embedded.child import wait_until
from embedded.ports import free_port
from embedded.postgres import Postgres, binaries
from tests.deploy.files import DEPLOY, ROOT

SCRIPTS: Final = DEPLOY / "backup"
SETUP: Final = (
    "--company Kestrel --country KE --currency KES --time-zone Africa/Nairobi --email owner@example.org"
)
STORE: Final = """
from django.core.files.base import ContentFile
from apps.accounts.models import User
from apps.payments.models import ProviderAccount
owner = User.objects.get()
owner.profile_image.save("photo.jpg", ContentFile(b"jpeg"))
account = ProviderAccount(provider="stripe")
account.credentials = {"secret_key": "sk_test_demo"}
account.save()
"""
AFTER_THE_BACKUP: Final = """
from apps.accounts.models import User
User.objects.create(email="rider@example.org", password="!")
"""
MISTAKE: Final = """
DELETE FROM payments_provideraccount;
DELETE FROM accounts_user WHERE email = 'rider@example.org'
"""


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PATH": f"{binaries()}{os.pathsep}{os.environ['PATH']}"} | variables
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    (folder / "wal").mkdir(parents=True)
    return folder


@pytest.fixture
def postgres(tmp_path: Path, backups: Path) -> Iterator[Postgres]:
    """A server that archives its WAL by the script."""
    tmp_path.chmod(0o755)
    server = Postgres(tmp_path / "postgres", port=free_port(), log=tmp_path / "postgres.log")
    server.start()
    server.psql("postgres", "ALTER SYSTEM SET archive_mode = on")
    command = f"BACKUP_DIR={backups} {SCRIPTS}/archive_wal %p %f"
    server.psql("postgres", f"ALTER SYSTEM SET archive_command = '{command}'")
    server.stop()
    server.start()
    server.create_database("hansom")
    yield server
    server.stop()


@pytest.mark.slow
def test_restore_to_the_second_before_a_mistake(postgres: Postgres, backups: Path, tmp_path: Path) -> None:
    media = tmp_path / "media"
    media.mkdir()
    variables = {
        "DATABASE_URL": postgres.database_url("hansom"),
        "DATABASE_DIRECT_URL": postgres.database_url("hansom"),
        "REDIS_URL": settings.REDIS_URL,
        "SECRET_KEY": "a-key-of-this-test-alone-a-key-of-this-test-alone",
        "STATE_DIR": str(tmp_path / "state"),
        "MEDIA_ROOT": str(media),
        "MAP_DIR": str(tmp_path / "state/maps/current"),
        "SETUP_ADMIN_PASSWORD": "Correct1Horse",
        "BACKUP_DIR": str(backups),
    }

    def manage(*arguments: str) -> subprocess.CompletedProcess[str]:
        return run(sys.executable, "manage.py", *arguments, **variables)

    for arguments in (("migrate", "--no-input"), ("setup", *SETUP.split()), ("shell", "-c", STORE)):
        done = manage(*arguments)
        assert done.returncode == 0, done.stderr
    backup = run(str(SCRIPTS / "base_backup"), **variables)
    assert backup.returncode == 0, backup.stderr
    time.sleep(1)
    assert manage("shell", "-c", AFTER_THE_BACKUP).returncode == 0
    moment = postgres.psql("hansom", "SELECT date_trunc('milliseconds', clock_timestamp())")
    time.sleep(0.01)
    postgres.psql("hansom", MISTAKE)
    [photo] = media.rglob("*.jpg")
    photo.unlink()
    last = postgres.psql("hansom", "SELECT pg_walfile_name(pg_switch_wal())")
    assert wait_until((backups / "wal" / last).exists, seconds=30)
    postgres.stop()

    folder = tmp_path / "restored"
    restored = run(str(SCRIPTS / "restore"), moment, str(folder), **variables)
    assert restored.returncode == 0, restored.stderr
    server = Postgres(folder, port=free_port(), log=tmp_path / "restored.log")
    server.start()
    try:
        recovered = "SELECT NOT pg_is_in_recovery()"
        assert wait_until(lambda: server.psql("hansom", recovered) == "t", seconds=60)
        emails = server.psql("hansom", "SELECT email FROM accounts_user ORDER BY email").split()
        assert emails == ["owner@example.org", "rider@example.org"]

        variables["DATABASE_URL"] = variables["DATABASE_DIRECT_URL"] = server.database_url("hansom")
        assert errors_of(manage("doctor", "--json")) == {"files", "maps"}
        assert run("cp", "-a", "--no-clobber", f"{backups}/media/.", str(media)).returncode == 0
        assert photo.read_bytes() == b"jpeg"
        # The machine has no map; everything else is as it was.
        assert errors_of(manage("doctor", "--json")) == {"maps"}
        key = variables["SECRET_KEY"]
        variables["SECRET_KEY"] = f"not {key}"
        assert errors_of(manage("doctor", "--json")) == {"maps", "secrets"}
    finally:
        server.stop()


def errors_of(doctor: subprocess.CompletedProcess[str]) -> set[str]:
    """Return the subjects with errors."""
    lines = [json.loads(line) for line in doctor.stdout.splitlines()]
    assert {line["subject"] for line in lines} >= {"database", "clocks", "secrets", "files", "ledger"}, (
        doctor.stderr
    )
    return {line["subject"] for line in lines if line["level"] == "error"}


def archive(segment: Path, backups: Path) -> int:
    return run(str(SCRIPTS / "archive_wal"), str(segment), segment.name, BACKUP_DIR=str(backups)).returncode


def test_segment_is_archived_once(tmp_path: Path, backups: Path) -> None:
    segment = tmp_path / "000000010000000000000001"
    segment.write_bytes(b"first")
    assert archive(segment, backups) == 0
    assert archive(segment, backups) == 0
    segment.write_bytes(b"other")
    assert archive(segment, backups) != 0
    assert [(path.name, path.read_bytes()) for path in (backups / "wal").iterdir()] == [
        (segment.name, b"first")
    ]


def test_segment_is_not_archived_without_the_folder(tmp_path: Path) -> None:
    segment = tmp_path / "000000010000000000000001"
    segment.write_bytes(b"first")
    assert archive(segment, tmp_path / "away") != 0


@pytest.mark.parametrize("moment", ["2020-01-01 00:00:00+00", "no time"])
def test_restore_without_a_base_backup_before_the_time_changes_nothing(
    moment: str, tmp_path: Path, backups: Path
) -> None:
    (backups / "base/20260101T000000Z").mkdir(parents=True)
    done = run(str(SCRIPTS / "restore"), moment, str(tmp_path / "data"), BACKUP_DIR=str(backups))
    assert (done.returncode, (tmp_path / "data").exists()) == (1, False)


def test_restore_without_any_base_backup_changes_nothing(tmp_path: Path, backups: Path) -> None:
    done = run(str(SCRIPTS / "restore"), "2026-06-01", str(tmp_path / "data"), BACKUP_DIR=str(backups))
    assert (done.returncode, (tmp_path / "data").exists()) == (1, False)
    assert "There is no base backup before" in done.stderr


def test_restore_never_writes_into_a_data_directory(tmp_path: Path, backups: Path) -> None:
    (backups / "base/20260101T000000Z").mkdir(parents=True)
    data = tmp_path / "data"
    data.mkdir()
    (data / "PG_VERSION").write_text("17")
    done = run(str(SCRIPTS / "restore"), "2026-06-01", str(data), BACKUP_DIR=str(backups))
    assert done.returncode == 1
    assert "is not empty" in done.stderr
    assert [path.name for path in data.iterdir()] == ["PG_VERSION"]
