"""The rows of a trip as a pgbench script, modelled on the rows of a real one."""

from tests.platform import Platform

TABLES = {
    "booking": "bookings_booking",
    "offer": "bookings_offer",
    "event": "bookings_bookingevent",
    "point": "bookings_trackingpoint",
    "outbox": "core_outboxentry",
    "entry": "wallet_journalentry",
    "posting": "wallet_posting",
}
COPY = "INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY INCLUDING INDEXES"

# Values that must be unique; all others are copied from the sample row.
FRESH: dict[str, dict[str, str | None]] = {
    "booking": {"id": ":id", "reference": "lpad(to_hex(:id), 6, '0')", "driver_id": ":id", "status": "'NEW'"},
    "offer": {"id": None, "booking_id": ":id", "driver_id": ":id", "state": "'offered'"},
    "event": {"id": None, "booking_id": ":id", "version": "{n}"},
    "point": {"booking_id": ":id", "at": "clock_timestamp()"},
    "outbox": {
        "id": None,
        "key": "'bench:' || :id || ':{n}'",
        "topic": "''",
        "seq": "NULL",
        "done_at": "NULL",
    },
    "entry": {"id": None, "key": "'bench:' || :id || ':{n}'", "booking_id": ":id"},
    "posting": {"id": None, "entry_id": ":id", "account_id": ":account"},
}


def make_tables(platform: Platform) -> None:
    """Create copies of the tables that a trip writes, with indexes, and a real row of each to copy."""
    platform.sql("DROP SCHEMA IF EXISTS bench CASCADE; CREATE SCHEMA bench; CREATE SEQUENCE bench.trip")
    for name, table in TABLES.items():
        platform.sql(f"CREATE TABLE bench.{name} (LIKE public.{table} {COPY})")
        platform.sql(f"CREATE TABLE bench.{name}_shape AS SELECT * FROM public.{table} LIMIT 1")
    platform.sql(
        "CREATE TABLE bench.account (id bigint PRIMARY KEY, balance numeric(18, 4) NOT NULL);"
        "INSERT INTO bench.account SELECT n, 1000 FROM generate_series(0, 999) n;"
        "CREATE TABLE bench.driver (id bigint PRIMARY KEY, busy boolean, rating_sum bigint);"
        "INSERT INTO bench.driver SELECT n, false, 0 FROM generate_series(0, 999) n"
    )


def write_script(platform: Platform) -> str:
    """Return a trip's transactions: create, dispatch, accept, arrive, start, point, reach, cash, complete."""
    columns = {name: _columns(platform, table) for name, table in TABLES.items()}
    numbers = iter(range(10_000))

    def insert(name: str, times: int = 1) -> list[str]:
        return [_insert(name, columns[name], next(numbers)) for _ in range(times)]

    def move(status: str, *more: str, events: int, key: str = "id = :id") -> list[str]:
        lock = f"SELECT * FROM bench.booking WHERE {key} FOR UPDATE;"
        update = f"UPDATE bench.booking SET status = '{status}', version = version + 1 WHERE id = :id;"
        return ["BEGIN;", lock, update, *more, *insert("event"), *insert("outbox", events), "COMMIT;"]

    posting = [
        *insert("posting"),
        "UPDATE bench.account SET balance = balance + 1 WHERE id = :account;",
    ]
    lines = [
        "\\set account random(0, 999)",
        "SELECT nextval('bench.trip') AS id \\gset",
        *["BEGIN;", *insert("booking"), *insert("event"), *insert("outbox", 3), "COMMIT;"],
        *move("NEW", *insert("offer"), events=2),
        *move(
            "ACCEPTED",
            "UPDATE bench.offer SET state = 'accepted' WHERE booking_id = :id;",
            "UPDATE bench.driver SET busy = true WHERE id = :account;",
            *insert("point"),
            events=5,
        ),
        *move("ARRIVED", events=3),
        *move("STARTED", *insert("point"), events=3),
        *insert("point"),
        *move("REACHED", *insert("point"), events=3),
        *move(
            "PAID",
            *insert("entry", 2),
            *[line for _ in range(5) for line in posting],
            "UPDATE bench.driver SET busy = false WHERE id = :account;",
            events=6,
        ),
        *move(
            "COMPLETE",
            "UPDATE bench.driver SET rating_sum = rating_sum + 5 WHERE id = :account;",
            events=3,
        ),
    ]
    return "\n".join(lines) + "\n"


def _columns(platform: Platform, table: str) -> list[str]:
    found = platform.sql(
        "SELECT column_name FROM information_schema.columns "
        f"WHERE table_schema = 'public' AND table_name = '{table}' AND is_generated = 'NEVER' "
        "ORDER BY ordinal_position"
    )
    return found.split()


def _insert(name: str, columns: list[str], number: int) -> str:
    fresh = FRESH[name]
    kept = [column for column in columns if fresh.get(column, "") is not None]
    values = [(fresh.get(column) or f"shape.{column}").replace("{n}", str(number)) for column in kept]
    return (
        f"INSERT INTO bench.{name} ({', '.join(kept)}) OVERRIDING SYSTEM VALUE "
        f"SELECT {', '.join(values)} FROM bench.{name}_shape shape;"
    )
