"""A connection is checked before its first use in a request or task, mostly without a statement."""

import select

import psycopg
import pytest
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connection, connections, transaction
from django.db.utils import OperationalError

from apps.core.postgres import conninfo
from apps.core.postgres_backend.base import QUERY_EVERY, DatabaseWrapper

pytestmark = pytest.mark.django_db(transaction=True)


def use() -> int:
    """Use the connection as a request does; returns the process id of its PostgreSQL backend."""
    close_old_connections()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid: int = cursor.fetchone()[0]
    close_old_connections()
    return pid


def last_statement_after_a_check(pid: int) -> str:
    close_old_connections()
    connection.close_if_health_check_failed()
    with psycopg.connect(conninfo("tests")) as other:
        row = other.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [pid]).fetchone()
    assert row
    return str(row[0])


def terminate(pid: int) -> None:
    with psycopg.connect(conninfo("tests")) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def age_last_query(seconds: float) -> None:
    wrapper = connections[DEFAULT_DB_ALIAS]
    assert isinstance(wrapper, DatabaseWrapper)
    wrapper.queried_at -= seconds


def test_check_of_a_silent_connection_sends_no_statement() -> None:
    use()
    # The first check of a new connection is a statement.
    pid = use()
    assert last_statement_after_a_check(pid) == "SELECT pg_backend_pid()"


def test_check_queries_the_server_after_half_a_minute() -> None:
    use()
    pid = use()
    age_last_query(QUERY_EVERY)
    assert last_statement_after_a_check(pid) == "SELECT 1"


def test_check_queries_the_server_that_has_sent_something() -> None:
    use()
    pid = use()
    with connection.cursor() as cursor:
        cursor.execute("LISTEN connection_checks")
    with psycopg.connect(conninfo("tests"), autocommit=True) as other:
        other.execute("NOTIFY connection_checks")
    # The server sends it shortly after.
    assert select.select([connection.connection], [], [], 10)[0]
    try:
        assert last_statement_after_a_check(pid) == "SELECT 1"
        assert use() == pid
    finally:
        connection.close()


def test_terminated_connection_is_replaced() -> None:
    use()
    lost = use()
    terminate(lost)
    assert use() != lost


def test_connection_that_breaks_in_use_is_replaced() -> None:
    use()
    lost = use()
    close_old_connections()
    connection.close_if_health_check_failed()
    # After the check, as in the middle of a request.
    terminate(lost)
    with pytest.raises(OperationalError, match="terminating connection"), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert use() != lost


def test_refusal_of_a_write_by_a_standby_is_an_outage_and_drops_the_connection() -> None:
    pid = use()
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
        with pytest.raises(OperationalError, match="read-only"):
            cursor.execute("CREATE TABLE refused (id int)")
    assert use() != pid


@transaction.atomic
def write_in_a_read_only_transaction() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
        cursor.execute("CREATE TABLE refused (id int)")


def test_transaction_that_a_standby_refuses_ends_and_the_next_one_works() -> None:
    pid = use()
    with pytest.raises(OperationalError, match="read-only"):
        write_in_a_read_only_transaction()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE accepted (id int)")
    assert use() != pid
