"""Connections beside Django's use every parameter of DATABASE_URL."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dj_database_url
import psycopg
import pytest
from django.core.management import call_command
from django.db import OperationalError, connections
from psycopg.conninfo import conninfo_to_dict

from apps.accounts.models import User
from apps.core import postgres
from apps.core.outbox.relay import Relay
from apps.geo.port import LatLng
from apps.geo.positions.nearest import NearbyDriver, Search, nearest_drivers
from apps.realtime.events.log_reader import LogReader
from tests.core.tls_proxy import Certificates, tls_proxy_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Configure Django's settings as config.settings does from a DATABASE_URL."""

    def configure(url: str) -> None:
        for name, value in dj_database_url.parse(url).items():
            if name in ("HOST", "PORT", "USER", "PASSWORD", "NAME", "OPTIONS"):
                monkeypatch.setitem(connections["default"].settings_dict, name, value)

    return configure


def test_every_parameter_of_the_database_url_is_used(configured: Any) -> None:
    configured(
        "postgresql://ada:p%40ss@db.example:6543/hansom?sslmode=verify-full&sslrootcert=/etc/ca.pem"
        "&sslcert=/etc/me.pem&sslkey=/etc/me.key&target_session_attrs=read-write&channel_binding=require"
        "&gssencmode=disable&passfile=/etc/pgpass&connect_timeout=17&keepalives_idle=90"
        "&tcp_user_timeout=9000&options=-c%20search_path%3Dours&application_name=night"
    )
    assert conninfo_to_dict(postgres.conninfo("hansom-relay")) == {
        "user": "ada",
        "password": "p@ss",
        "host": "db.example",
        "port": "6543",
        "dbname": "hansom",
        "client_encoding": "UTF8",
        "sslmode": "verify-full",
        "sslrootcert": "/etc/ca.pem",
        "sslcert": "/etc/me.pem",
        "sslkey": "/etc/me.key",
        "target_session_attrs": "read-write",
        "channel_binding": "require",
        "gssencmode": "disable",
        "passfile": "/etc/pgpass",
        "connect_timeout": "17",
        "keepalives_idle": "90",
        "keepalives_interval": "5",
        "keepalives_count": "3",
        "tcp_user_timeout": "9000",
        "options": "-c search_path=ours",
        "application_name": "night hansom-relay",
    }


def test_several_hosts_are_all_tried(configured: Any) -> None:
    configured("postgresql:///hansom?host=one.example,two.example&port=5432,5433&user=ada")
    known = conninfo_to_dict(postgres.conninfo("hansom-relay"))
    assert (known["host"], known["port"]) == ("one.example,two.example", "5432,5433")


def test_parameters_for_django_only_are_left_out(configured: Any) -> None:
    configured("postgresql://db.example/hansom?prepare_threshold=5&server_side_binding=true&assume_role=r")
    known = conninfo_to_dict(postgres.conninfo("hansom-relay"))
    assert set(known) & {"prepare_threshold", "server_side_binding", "assume_role", "context"} == set()


@pytest.fixture
def encrypted(configured: Any, tmp_path: Path) -> Iterator[str]:
    """Require TLS for the test database; yields the same URL without certificates."""
    where = connections["default"].settings_dict
    certificates = Certificates(tmp_path)
    with tls_proxy_for(where["HOST"], where["PORT"], certificates) as port:
        address = f"postgresql://{where['USER']}@localhost:{port}/{where['NAME']}"
        files = {
            "sslrootcert": certificates.root,
            "sslcert": certificates.client,
            "sslkey": certificates.key_of(certificates.client),
        }
        query = "&".join(f"{name}={quote(str(path))}" for name, path in files.items())
        configured(f"{address}?sslmode=verify-full&{query}")
        yield address


def test_relay_and_sockets_connect_with_the_certificates_of_the_url(encrypted: str, ada: User) -> None:
    async def connect_both() -> None:
        reader, relay = LogReader(), Relay()
        assert await reader.heads(["settings"]) == {"settings": 0}
        await reader.close()
        work = asyncio.create_task(relay.run())
        await asyncio.wait_for(relay.leads.wait(), 20)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)

    asyncio.run(connect_both())


def test_server_refuses_connections_without_certificates(encrypted: str) -> None:
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(f"{encrypted}?sslmode=require")


def test_assumed_role_is_set(configured: Any) -> None:
    where = connections["default"].settings_dict
    configured(
        f"postgresql://{where['USER']}@{where['HOST']}:{where['PORT']}/{where['NAME']}"
        "?assume_role=pg_read_all_data"
    )

    async def role() -> Any:
        async with await postgres.connect("tests") as own:
            return await (await own.execute("SELECT current_user")).fetchone()

    assert asyncio.run(role()) == ("pg_read_all_data",)


@pytest.fixture
def pooled(configured: Any, settings: Any) -> Any:
    """Configure an unreachable pooler in DATABASE_URL and the server as direct URL."""
    configured_direct = dict(connections["default"].settings_dict)

    def configure(query: str = "") -> None:
        settings.DATABASE_DIRECT = configured_direct
        connections["default"].close()
        configured(f"postgresql://unknown@127.0.0.1:1/pooled{query}")

    return configure


@pytest.fixture
def transaction_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connections["default"].settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)


def test_only_sessions_bypass_the_pooler(pooled: Any) -> None:
    direct = connections["default"].settings_dict["PORT"]
    pooled()
    assert conninfo_to_dict(postgres.conninfo("hansom-relay", direct=True))["port"] == str(direct)
    assert conninfo_to_dict(postgres.conninfo("hansom-sockets"))["port"] == "1"


def test_relay_leads_without_the_pooler(pooled: Any) -> None:
    async def lead() -> None:
        relay = Relay()
        work = asyncio.create_task(relay.run())
        await asyncio.wait_for(relay.leads.wait(), 20)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)

    pooled()
    asyncio.run(lead())


def test_migrations_bypass_the_pooler_and_requests_do_not(pooled: Any) -> None:
    pooled()
    mine = connections["default"]
    call_command("migrate", "--plan", verbosity=0)
    assert connections["default"] is mine
    with pytest.raises(OperationalError):
        mine.ensure_connection()


def test_session_lock_is_exclusive_and_bypasses_the_pooler(pooled: Any) -> None:
    pooled()
    with postgres.session_lock(4711, application_name="tests") as first:
        with postgres.session_lock(4711, application_name="tests") as second:
            assert (first, second) == (True, False)
        with postgres.session_lock(4712, application_name="tests") as other:
            assert other
    with postgres.session_lock(4711, application_name="tests") as again:
        assert again


def test_session_lock_raises_djangos_error_without_the_database(configured: Any) -> None:
    configured("postgresql://unknown@127.0.0.1:1/nothing")
    with pytest.raises(OperationalError), postgres.session_lock(4711, application_name="tests"):
        pass


@pytest.mark.parametrize(("query", "threshold"), [("", None), ("?prepare_threshold=7", 7)])
def test_sockets_prepare_statements_only_without_a_pooler_or_by_the_url(
    configured: Any, transaction_mode: None, query: str, threshold: int | None
) -> None:
    where = connections["default"].settings_dict
    configured(f"postgresql://{where['USER']}@{where['HOST']}:{where['PORT']}/{where['NAME']}{query}")

    async def prepares_after() -> int | None:
        async with await postgres.connect("tests") as own:
            return own.prepare_threshold

    assert asyncio.run(prepares_after()) == threshold


def prepared_statements() -> int:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        return int((cursor.fetchone() or (0,))[0])


def search_near_newport() -> list[NearbyDriver]:
    return nearest_drivers(Search(LatLng(50.7, -1.3), 5, 60), car_type_id=1, limit=3)


def test_nearest_driver_search_is_prepared_on_a_separate_connection() -> None:
    connections["default"].close()
    search_near_newport()
    assert prepared_statements() == 1


def test_no_search_is_prepared_through_a_pooler(transaction_mode: None) -> None:
    connections["default"].close()
    for _ in range(7):
        search_near_newport()
    assert prepared_statements() == 0


def test_direct_url_enables_the_pooler_mode() -> None:
    """Run in a new process, because settings are read once."""
    script = (
        "from django.conf import settings as s; direct = s.DATABASE_DIRECT; "
        "print(s.DATABASES['default']['DISABLE_SERVER_SIDE_CURSORS'], direct and direct['PORT'])"
    )
    for direct, expected in (("", "False None"), ("postgresql://db.example:5433/hansom", "True 5433")):
        environment = os.environ | {"DATABASE_DIRECT_URL": direct}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == expected
