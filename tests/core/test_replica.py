"""Lists, reports and exports read a standby that is fresh, and the primary otherwise."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS

from apps.core.replica import REPLICA
from embedded.ports import LOOPBACK, free_port
from embedded.postgres import SUPERUSER, Postgres, binaries
from tests.servers import ROOT

OWNER: Final = "owner@example.org"
SETUP: Final = "--company Kestrel --country KE --currency KES --time-zone Africa/Nairobi --email"
PRELUDE: Final = f"""
import json
from django.db import connections
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient
from apps.accounts.models import User
owner = User.objects.get(email="{OWNER}")
client = APIClient()
client.force_authenticate(owner)

def emails_of_riders():
    reply = client.get("/api/v1/riders/", HTTP_HOST="localhost")
    assert reply.status_code == 200, reply.content
    return [row["email"] for row in reply.json()["results"]]

def riders():
    with CaptureQueriesContext(connections["replica"]) as read:
        emails = emails_of_riders()
    return {{"emails": emails, "lists": sum("FROM \\"accounts_user\\"" in one["sql"] for one in read)}}

def add(name):
    User.objects.create(email=f"{{name}}@example.org", password="!", first_name=name, last_name="Rider")
"""


@dataclass
class Servers:
    primary: Postgres
    standby: Postgres
    folder: Path

    def manage(self, *arguments: str, accepts: tuple[int, ...] = (0,)) -> str:
        environment = os.environ | {
            "DATABASE_URL": self.primary.database_url("hansom"),
            "DATABASE_REPLICA_URL": self.standby.database_url("hansom"),
            "REDIS_URL": settings.REDIS_URL,
            "SETUP_ADMIN_PASSWORD": "owner12345",
            "STATE_DIR": str(self.folder),
            "MEDIA_ROOT": str(self.folder / "media"),
        }
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in accepts, done.stdout + done.stderr
        return done.stdout

    def run(self, code: str) -> list[dict[str, Any]]:
        """Run the code in a process of the platform; returns what it prints, a JSON value a line."""
        printed = self.manage("shell", "--no-imports", "-c", PRELUDE + code)
        return [json.loads(line) for line in printed.splitlines() if line.startswith("{")]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """An installed platform with a streaming standby."""
    folder = tmp_path_factory.mktemp("replica")
    for part in (folder, *folder.parents[:2]):
        part.chmod(0o755)
    primary = Postgres(folder / "primary", port=free_port(), log=folder / "primary.log", throwaway=True)
    standby = Postgres(folder / "standby", port=free_port(), log=folder / "standby.log", throwaway=True)
    primary.start()
    primary.create_database("hansom")
    both = Servers(primary, standby, folder)
    backup = [str(binaries() / "pg_basebackup"), "-h", LOOPBACK, "-p", str(primary.port), "-U", SUPERUSER]
    subprocess.run(
        [*primary.prefix, *backup, "-D", str(standby.folder), "-R", "-X", "stream", "-c", "fast"], check=True
    )
    standby.start()
    both.manage("migrate", "--verbosity=0")
    both.manage("setup", *SETUP.split(), OWNER)
    yield both
    standby.stop()
    primary.stop()


@pytest.mark.slow
def test_list_is_read_from_the_replica_with_the_latest_writes(servers: Servers) -> None:
    found = servers.run(
        """
for name in ("ann", "bea", "cleo"):
    add(name)
    print(json.dumps(riders()))
"""
    )
    newest = [(one["emails"][0], one["lists"]) for one in found]
    assert newest == [("ann@example.org", 1), ("bea@example.org", 1), ("cleo@example.org", 1)]


@pytest.mark.slow
def test_replica_that_is_behind_is_not_read(servers: Servers) -> None:
    servers.standby.psql("hansom", "SELECT pg_wal_replay_pause()")
    try:
        (behind,) = servers.run("add('dora')\nprint(json.dumps(riders()))")
    finally:
        servers.standby.psql("hansom", "SELECT pg_wal_replay_resume()")
    assert behind["emails"][0] == "dora@example.org"
    assert behind["lists"] == 0
    (after,) = servers.run("print(json.dumps(riders()))")
    assert (after["emails"], after["lists"]) == (behind["emails"], 1)


@pytest.mark.slow
def test_error_of_the_primary_is_raised_and_the_replica_stays_in_use(servers: Servers) -> None:
    failed, listed = servers.run(
        """
from django.db import OperationalError
from apps.core.replica import from_replica

def read():
    tries.append(1)
    with connections["default"].cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 1; SELECT pg_sleep(1)")

tries = []
try:
    from_replica(read)
except OperationalError:
    print(json.dumps({"tries": len(tries)}))
print(json.dumps(riders()))
"""
    )
    assert (failed["tries"], listed["lists"]) == (1, 1)


@pytest.mark.slow
def test_doctor_compares_the_replica_with_the_primary(servers: Servers) -> None:
    found = servers.manage("doctor", "--quick", accepts=(0, 1))
    assert "The replica follows the primary." in found
    alone = Servers(servers.primary, servers.primary, servers.folder)
    assert "not a standby of this database" in alone.manage("doctor", "--quick", accepts=(1,))


@pytest.mark.slow
def test_export_is_written_again_on_the_primary_when_the_replica_fails(servers: Servers) -> None:
    """The standby is stopped after the first rows."""
    code = f"""
import os, signal
from datetime import timedelta
from django.utils import timezone
from apps.core import replica
from apps.exports import writing
from apps.exports.models import Export
written = writing.write_file

def write_file(format, table, file, *, tz, on_progress):
    aliases.append(replica.read_alias())
    rows = written(format, table, file, tz=tz, on_progress=on_progress)
    if len(aliases) == 1:
        os.kill({servers.standby.child.pid}, signal.SIGINT)
        while True:
            with replica.read_connection().cursor() as cursor:
                cursor.execute("SELECT 1")
    return rows

aliases = []
writing.write_file = write_file
add("eve")
export = Export.objects.create(user=owner, kind="riders", format="csv", filters={{}}, language="en",
    expires_at=timezone.now() + timedelta(days=1))
writing.write_export(export_id=export.pk)
export.refresh_from_db()
lines = export.file.read().decode().count("@example.org")
listed = len(emails_of_riders())
print(json.dumps({{"state": export.state, "aliases": aliases, "lines": lines, "listed": listed}}))
"""
    try:
        (export,) = servers.run(code)
    finally:
        servers.standby.stop()
        servers.standby.start()
    assert (export["state"], export["aliases"]) == ("done", [REPLICA, DEFAULT_DB_ALIAS])
    assert export["lines"] == export["listed"] > 0
