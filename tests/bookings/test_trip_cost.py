"""The statements of each step of a trip, so that none grows unnoticed (docs/performance.md)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import User
from apps.fares.models import CarType
from tests.bookings.api import API, book, quote, work
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

EXPECTED = {
    "accept": 9,
    "arrive": 7,
    "start": 6,
    "reach": 11,
    "collect-cash": 8,
    "complete": 5,
}
"""With login, idempotency key and reply; savepoints and transaction control not counted."""


def statements(user: User, booking_id: int, action: str) -> list[str]:
    return [sql for sql in everything(user, booking_id, action) if "SAVEPOINT" not in sql]


def everything(user: User, booking_id: int, action: str) -> list[str]:
    client = client_of(user)
    with CaptureQueriesContext(connection) as queries:
        reply = client.post(
            f"{API}/bookings/{booking_id}/{action}/", headers={"Idempotency-Key": f"{action} {booking_id}"}
        )
    assert reply.status_code == 200, reply.json()
    return [query["sql"] for query in queries]


def test_trip_takes_few_statements(ada: User, ready: User, economy: CarType) -> None:
    counts = {}
    # The first trip compiles queries and fills the caches of a process.
    for _trip in range(2):
        booking_id = book(ada, quote(ada, economy)).json()["id"]
        work("bookings.dispatch")
        for action in EXPECTED:
            user = ada if action == "complete" else ready
            counts[action] = len(statements(user, booking_id, action))
    assert counts == EXPECTED


def test_transition_writes_all_its_rows_with_one_statement(ada: User, ready: User, economy: CarType) -> None:
    booking_id = book(ada, quote(ada, economy)).json()["id"]
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start"):
        writes = [sql for sql in statements(ready, booking_id, action) if "INSERT INTO" in sql]
        # The other one stores the reply of the idempotency key.
        moves = [sql for sql in writes if "core_idempotencykey" not in sql]
        (move,) = moves
        for table in ("bookings_bookingevent", "core_outboxentry", "notifications_inboxmessage"):
            assert f"INSERT INTO {table}" in move.replace('"', ""), (action, table)


def test_login_is_in_the_transaction_of_the_work(ada: User, ready: User, economy: CarType) -> None:
    """A login of its own would be one more commit; in a test, the transaction is a savepoint."""
    booking_id = book(ada, quote(ada, economy)).json()["id"]
    work("bookings.dispatch")
    for action in EXPECTED:
        first, second, *_ = everything(ada if action == "complete" else ready, booking_id, action)
        assert first.startswith("SAVEPOINT"), action
        assert "accounts_devicesession" in second, action


def test_actions_set_no_savepoint(ada: User, ready: User, economy: CarType) -> None:
    """The idempotency key's transaction is the only one; in a test it is itself a savepoint."""
    booking_id = book(ada, quote(ada, economy)).json()["id"]
    work("bookings.dispatch")
    for action in EXPECTED:
        user = ada if action == "complete" else ready
        savepoints = [sql for sql in everything(user, booking_id, action) if "SAVEPOINT" in sql]
        assert [sql.partition(" ")[0] for sql in savepoints] == ["SAVEPOINT", "RELEASE"], action
