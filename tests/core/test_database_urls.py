"""DATABASE_URL may name several servers, of which libpq finds the primary."""

from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DEFAULT_DB_ALIAS, connections

from apps.core.postgres import conninfo
from config.databases import CLUSTER_OPTIONS, parse_database
from embedded.ports import free_port

CLUSTER = "postgresql://ada:p%40ss@one:5432,two:6432,[::1]/hansom"


def test_several_servers_are_given_to_libpq_with_timeouts_of_a_failover() -> None:
    parsed = parse_database(f"{CLUSTER}?connect_timeout=7&sslmode=require", conn_max_age=600)
    assert (parsed["USER"], parsed["PASSWORD"], parsed["NAME"]) == ("ada", "p@ss", "hansom")
    assert (parsed["HOST"], parsed["PORT"]) == ("one,two,::1", "5432,6432,5432")
    assert parsed["OPTIONS"] == CLUSTER_OPTIONS | {"connect_timeout": 7, "sslmode": "require"}
    assert parsed["OPTIONS"]["target_session_attrs"] == "read-write"
    assert parsed["CONN_MAX_AGE"] == 600


def test_replica_of_several_servers_is_a_standby() -> None:
    assert parse_database(CLUSTER, standby=True)["OPTIONS"]["target_session_attrs"] == "standby"


def test_servers_as_a_parameter_of_the_url_are_a_cluster_too() -> None:
    parsed = parse_database("postgresql:///hansom?host=one,two&port=5432,5432")
    assert parsed["OPTIONS"]["host"] == "one,two"
    assert parsed["OPTIONS"]["target_session_attrs"] == "read-write"


def test_one_server_has_no_options_of_its_own() -> None:
    assert "OPTIONS" not in parse_database("postgresql://ada@one:5433/hansom")


@pytest.mark.django_db(transaction=True)
def test_connection_passes_a_server_that_is_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    where: dict[str, Any] = connections[DEFAULT_DB_ALIAS].settings_dict
    address = f"{where['HOST']}:{free_port()},{where['HOST']}:{where['PORT']}"
    parsed = parse_database(f"postgresql://{where['USER']}@{address}/{where['NAME']}")
    for name in ("HOST", "PORT", "OPTIONS"):
        monkeypatch.setitem(where, name, parsed[name])
    with psycopg.connect(conninfo("tests")) as connection:
        assert connection.info.port == int(str(parsed["PORT"]).split(",")[1])
