"""The connections beside Django's own go where DATABASE_URL says, by every parameter of it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dj_database_url
import psycopg
import pytest
from django.db import connections
from psycopg.conninfo import conninfo_to_dict

from apps.accounts.models import User
from apps.core import postgres
from apps.core.relay import Relay
from apps.realtime.log_reader import LogReader
from tests.core.tls_proxy import Certificates, tls_before

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have Django's settings say what config.settings would make of a DATABASE_URL."""

    def configure(url: str) -> None:
        for name, value in dj_database_url.parse(url).items():
            if name in ("HOST", "PORT", "USER", "PASSWORD", "NAME", "OPTIONS"):
                monkeypatch.setitem(connections["default"].settings_dict, name, value)

    return configure


def test_every_parameter_of_the_database_url_is_taken(configured: Any) -> None:
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


def test_what_is_for_django_alone_stays_out(configured: Any) -> None:
    configured("postgresql://db.example/hansom?prepare_threshold=5&server_side_binding=true&assume_role=r")
    known = conninfo_to_dict(postgres.conninfo("hansom-relay"))
    assert set(known) & {"prepare_threshold", "server_side_binding", "assume_role", "context"} == set()


@pytest.fixture
def encrypted(configured: Any, tmp_path: Path) -> Iterator[str]:
    """The test's database, reached over TLS alone; yields the same address without the certificates."""
    where = connections["default"].settings_dict
    certificates = Certificates(tmp_path)
    with tls_before(where["HOST"], where["PORT"], certificates) as port:
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


def test_without_them_the_same_server_refuses(encrypted: str) -> None:
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(f"{encrypted}?sslmode=require")


def test_the_role_to_assume_is_assumed(configured: Any) -> None:
    where = connections["default"].settings_dict
    configured(
        f"postgresql://{where['USER']}@{where['HOST']}:{where['PORT']}/{where['NAME']}"
        "?assume_role=pg_read_all_data"
    )

    async def role() -> Any:
        async with await postgres.connect("tests") as own:
            return await (await own.execute("SELECT current_user")).fetchone()

    assert asyncio.run(role()) == ("pg_read_all_data",)
