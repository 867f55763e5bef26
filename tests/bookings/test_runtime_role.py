"""The processes run as a role that reads and writes rows and can change nothing else."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
import time_machine
from django.db import connection, transaction
from django.db.utils import ProgrammingError
from django.utils import timezone

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import retentions
from apps.core.schema_changes.runtime_role import NotSeparate, grant_to
from apps.fares.models import CarType
from apps.recording.positions.partitions import partitions
from apps.recording.positions.sampling import sample_positions
from tests.bookings.api import look, press
from tests.bookings.test_trip import reached
from tests.ledger import ledger_faults

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

ROLE: Final = "hansom_processes"


@pytest.fixture
def role(db: None) -> Iterator[str]:
    """A role with the granted rights, until the end of the test's transaction."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {ROLE}")
        grant_to(ROLE)
        cursor.execute(f"SET ROLE {ROLE}")
        yield ROLE
        cursor.execute("RESET ROLE")


def test_trip_goes_from_booking_to_paid_as_that_role(
    ada: User, ready: User, economy: CarType, role: str
) -> None:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        booking_id = reached(ada, ready, economy, clock)
    assert press(ready, booking_id, "collect-cash").json()["status"] == "PAID"
    assert look(ada, booking_id)["status"] == "PAID"
    connection.check_constraints()
    assert ledger_faults() == []


def test_nightly_deletion_and_partitions_work_as_that_role(ready: User, role: str) -> None:
    update_platform_settings(record_positions=True)
    assert sample_positions() == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT recording_create_partition(%s)", [datetime(2025, 3, 1, tzinfo=UTC)])
    assert datetime(2025, 3, 1, tzinfo=UTC) in partitions()
    # A failure is a log line there; the tables' own tests assert what is deleted.
    for retention in retentions():
        retention.delete(timezone.now() - timedelta(days=400))
    assert datetime(2025, 3, 1, tzinfo=UTC) not in partitions()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE wallet_posting SET amount = amount",
        "DELETE FROM wallet_posting",
        "DELETE FROM wallet_journalentry",
        "TRUNCATE bookings_booking CASCADE",
        "ALTER TABLE wallet_posting DISABLE TRIGGER ALL",
        "ALTER TABLE bookings_booking ADD COLUMN extra text",
        "DROP TABLE geo_place",
        "CREATE TABLE mine (id int)",
        "CREATE OR REPLACE FUNCTION wallet_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
        "DELETE FROM django_migrations",
        "SET session_replication_role = replica",
    ],
)
def test_that_role_cannot_change_the_schema_or_the_ledger(statement: str, role: str) -> None:
    with (
        pytest.raises(ProgrammingError, match=r"permission denied|must be owner"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_owner_is_refused(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        (owner,) = cursor.fetchone()
    with pytest.raises(NotSeparate, match="has the rights of the owner"):
        grant_to(owner)


@pytest.mark.parametrize(("password", "hashed"), [("a secret's", True), ("", False)])
def test_missing_role_is_created_with_its_password(password: str, hashed: bool, db: None) -> None:
    grant_to(ROLE, password=password)
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolcanlogin, rolsuper, rolpassword FROM pg_authid WHERE rolname = %s", [ROLE])
        may_log_in, is_superuser, secret = cursor.fetchone()
        cursor.execute("SELECT has_table_privilege(%s, 'bookings_booking', 'UPDATE')", [ROLE])
        assert cursor.fetchone() == (True,)
    assert (may_log_in, is_superuser) == (True, False)
    assert (secret or "").startswith("SCRAM-SHA-256$") is hashed
    assert password == "" or password not in secret


def test_missing_role_is_refused_if_the_owner_may_not_create_roles(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE plain_owner")
        cursor.execute("SET ROLE plain_owner")
        with pytest.raises(NotSeparate, match="may not create it"):
            grant_to(ROLE)
        cursor.execute("RESET ROLE")
        cursor.execute("SELECT count(*) FROM pg_roles WHERE rolname = %s", [ROLE])
        assert cursor.fetchone() == (0,)
