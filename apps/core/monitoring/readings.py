"""Values that come from the database: one statement every fifteen seconds, by the leading relay alone."""

import json
import logging
from typing import Any, Final

import psycopg
from redis.asyncio import Redis
from redis.exceptions import RedisError

from apps.core.monitoring import metrics
from apps.core.monitoring.metrics import METRICS
from apps.core.postgres import Connection

log = logging.getLogger(__name__)

EVERY_SECONDS: Final = 15.0
TIMEOUT_MS: Final = 2000
"""The platform is more important than its measurement."""
LEDGER_CHECK: Final = "hansom:ledger-check"
"""Key in Redis of the last check: a JSON object with `problems` and `at`."""

# A sent job is due since its first sending: see CLAIM in apps.core.outbox.job_queue for the intervals.
OUTBOX: Final = """
SELECT metric, kind AS label, value FROM (
    SELECT CASE kind WHEN 'job' THEN kind ELSE 'event' END AS kind, count(*)::float8 AS rows,
           greatest(0, extract(epoch FROM now() - min(
               CASE WHEN kind <> 'job' THEN created_at
               ELSE due_at - make_interval(
                   secs => CASE WHEN sends <= 4 THEN 5 * (2 ^ sends - 1) ELSE 75 + 60 * (sends - 4) END
               ) END
           )))::float8 AS oldest
    FROM core_outboxentry
    WHERE done_at IS NULL AND due_at < now() + interval '1 year'
        AND (kind <> 'job' OR due_at <= now() OR sends > 0)
    GROUP BY 1
) AS due, LATERAL (
    VALUES ('hansom_outbox_rows', rows), ('hansom_outbox_oldest_seconds', oldest)
) AS figure (metric, value)
UNION ALL
SELECT 'hansom_dead_letters', '', count(*) FROM core_outboxentry
WHERE kind = 'job' AND done_at IS NULL AND due_at > now() + interval '1 year'
"""
CONNECTIONS: Final = """
SELECT 'hansom_database_connections', coalesce(state, 'other'), count(*)
FROM pg_stat_activity WHERE datname = current_database() GROUP BY state
UNION ALL
SELECT 'hansom_database_connections_max', '', current_setting('max_connections')::float8
"""

_statements: list[str] = [OUTBOX, CONNECTIONS]


def register_reading(statement: str) -> None:
    """Register a SELECT of an app: rows of metric, value of its label ("" without one) and value.

    It must use an index, because it runs every EVERY_SECONDS.
    """
    _statements.append(statement)


def statement() -> str:
    """Return all registered readings as one statement."""
    parts = " UNION ALL ".join(f"({each})" for each in _statements)
    return f"SELECT metric, label, value::float8 FROM ({parts}) AS reading (metric, label, value)"  # noqa: S608


async def read(connection: Connection, redis: Redis, *, queue: str) -> None:
    """Read all values once. A statement that takes too long, or Redis away, only leaves values out."""
    try:
        rows = await (await connection.execute(statement())).fetchall()
    except psycopg.Error as error:
        if connection.closed:
            raise
        log.warning("metrics not read error=%r", error)
        metrics.READINGS.inc(outcome="failed")
        # An old value is worse than none.
        forget()
        return
    values: dict[str, dict[str, float]] = {}
    for name, label, value in rows:
        values.setdefault(name, {})[label] = value
    for metric in metrics_of_readings():
        metric.replace(values.get(metric.name, {}))
    try:
        metrics.QUEUE.set(await redis.llen(queue))
        checked = await redis.get(LEDGER_CHECK)
    except RedisError as error:
        log.warning("metrics not read error=%r", error)
        metrics.QUEUE.clear()
        metrics.READINGS.inc(outcome="failed")
        return
    if checked is not None:
        result: dict[str, Any] = json.loads(checked)
        metrics.LEDGER_PROBLEMS.set(result["problems"])
        metrics.LEDGER_CHECKED.set(result["at"])
    metrics.READINGS.inc(outcome="ok")


def metrics_of_readings() -> list[metrics.Metric]:
    """Return the metrics that the statement sets."""
    text = " ".join(_statements)
    return [metric for name, metric in METRICS.items() if f"'{name}'" in text]


def forget() -> None:
    """Drop the values, because another relay leads now."""
    for metric in (*metrics_of_readings(), metrics.QUEUE, metrics.LEDGER_PROBLEMS, metrics.LEDGER_CHECKED):
        metric.clear()
