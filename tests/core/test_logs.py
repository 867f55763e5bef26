"""An outage is one log line per minute; every other error keeps its traceback."""

import logging
from collections.abc import Callable, Iterator
from io import StringIO

import psycopg
import pytest
from celery.beat import SchedulingError
from django.db import OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import ResponseError

from apps.core.monitoring.logs import OutageFilter


@pytest.fixture
def output() -> Iterator[StringIO]:
    """Captures the console output of the logger `tests.logs`."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(OutageFilter())
    logger = logging.getLogger("tests.logs")
    logger.addHandler(handler)
    logger.propagate = False
    yield stream
    logger.removeHandler(handler)
    logger.propagate = True


def log_exception(error: BaseException, cause: BaseException | None = None) -> None:
    try:
        try:
            raise error from cause
        except Exception as raised:
            raise ValueError("around it") from raised
    except ValueError:
        logging.getLogger("tests.logs").exception("Task failed")


AWAY: list[tuple[str, Callable[[], None]]] = [
    ("Redis", lambda: log_exception(RedisAway("Error 111\nconnecting"))),
    ("Redis", lambda: log_exception(SchedulingError("no"), BrokerError("Error 111"))),
    ("Redis", lambda: log_exception(ExceptionGroup("loops", [RedisAway("gone")]))),
    ("PostgreSQL", lambda: log_exception(OperationalError("gone"), psycopg.errors.AdminShutdown("gone"))),
    ("PostgreSQL", lambda: log_exception(psycopg.InterfaceError("the connection is closed"))),
    (
        "PostgreSQL",
        lambda: logging.getLogger("tests.logs").error("again in %s: %s", 2, OperationalError("gone")),
    ),
    (
        "Redis",
        lambda: logging.getLogger("tests.logs").error("%s\n%s", RedisAway("x"), ["File", "File"]),
    ),
]


@pytest.mark.parametrize(("server", "happens"), AWAY)
def test_hundred_failures_are_one_line_without_a_traceback(
    server: str, happens: Callable[[], None], output: StringIO
) -> None:
    for _ in range(100):
        happens()
    [line] = output.getvalue().splitlines()
    assert f"WARNING tests.logs: {server} does not answer" in line


def test_each_server_has_its_line_and_the_next_minute_counts_the_dropped_ones(
    output: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("apps.core.monitoring.logs.time.monotonic", lambda: now)
    for _ in range(10):
        log_exception(RedisAway("gone"))
    log_exception(OperationalError("gone"))
    now += 59
    log_exception(RedisAway("gone"))
    assert len(output.getvalue().splitlines()) == 2
    now += 2
    log_exception(RedisAway("gone"))
    lines = output.getvalue().splitlines()
    assert len(lines) == 3
    assert lines[-1].endswith("left_out=10")


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("deadlock"),
        ResponseError("unknown command"),
        ConnectionRefusedError("another server"),
        LookupError("a bug"),
    ],
)
def test_other_errors_are_logged_each_time_with_their_traceback(error: Exception, output: StringIO) -> None:
    cause = psycopg.errors.DeadlockDetected("x") if isinstance(error, OperationalError) else None
    for _ in range(2):
        log_exception(error, cause)
    assert output.getvalue().count("Traceback") >= 2
    assert output.getvalue().count("Task failed") == 2
