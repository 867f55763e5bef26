"""Hands due jobs to Celery and repeats it until they are done."""

import asyncio
from collections import deque
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from apps.core.outbox.publisher import BATCH
from apps.core.outbox.shards import ALL_SLOTS, JOB_IS_OURS
from apps.core.postgres import UNWAITED, Connection
from apps.core.tasks import run_job, run_jobs

JOBS_A_MESSAGE: Final = 20
QUEUE: Final = "celery"
"""Celery's default queue in the broker."""
MAX_QUEUED: Final = 20
"""Maximum messages at the broker; other due jobs wait in the outbox."""
FULL_SECONDS: Final = 0.1

# Claimed before sending: a crash in between delays the job by one retry interval, 5 s at first and at most 60
# s. Materialized, because a nested loop could run a plain subquery per row and claim more than the limit. A
# claim that is lost sends the job twice, and workers run it once.
CLAIM: Final = f"""
WITH due AS MATERIALIZED (
    SELECT id FROM core_outboxentry WHERE kind = 'job' AND done_at IS NULL AND due_at <= now()
        AND {JOB_IS_OURS}
    ORDER BY due_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
)
UPDATE core_outboxentry AS entry
SET sends = least(entry.sends + 1, 1000),
    due_at = now() + make_interval(secs => least(60, 5 * 2 ^ least(entry.sends, 4)))
FROM due WHERE entry.id = due.id RETURNING entry.id, {UNWAITED}
"""  # noqa: S608
# A broker outage must not increase the retry interval.
UNCLAIM: Final = """
UPDATE core_outboxentry SET sends = sends - 1, due_at = now()
WHERE id = ANY(%s) AND sends > 0 AND done_at IS NULL
"""
# Jobs that were sent and are not running, for a broker that lost its queue. A job in a transaction is locked;
# one that runs outside a transaction has no sends.
RESEND: Final = f"""
WITH lost AS MATERIALIZED (
    SELECT id FROM core_outboxentry WHERE kind = 'job' AND done_at IS NULL AND sends > 0 AND {JOB_IS_OURS}
    FOR UPDATE SKIP LOCKED
)
UPDATE core_outboxentry AS entry SET sends = 0, due_at = least(due_at, now())
FROM lost WHERE entry.id = lost.id
"""  # noqa: S608


async def hand_out_jobs(connection: Connection, *, limit: int = BATCH, slots: int = ALL_SLOTS) -> int:
    """Send up to `limit` due jobs of these slots to Celery. Raises errors of the broker's client."""
    rows = await (await connection.execute(CLAIM, {"limit": limit, "bits": slots})).fetchall()
    if not rows:
        return 0
    unsent = deque(_bundles(sorted(row[0] for row in rows)))
    try:
        await asyncio.to_thread(_send_to_celery, unsent)
    finally:
        if unsent:
            await connection.execute(UNCLAIM, [[id_ for bundle in unsent for id_ in bundle]])
    return len(rows)


async def resend_jobs(connection: Connection, *, slots: int = ALL_SLOTS) -> int:
    """Make every job of these slots due that was sent and is not running; returns the count."""
    return (await connection.execute(RESEND, {"bits": slots})).rowcount


class Broker:
    """Celery's queue in Redis: its length, and whether it lost messages."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._run_id: str | None = None
        self.is_doubtful = True
        """Set after an error, because messages may be lost."""

    async def has_room(self) -> None:
        """Wait until workers have processed most of the queue."""
        while await self._redis.llen(QUEUE) >= MAX_QUEUED:
            await asyncio.sleep(FULL_SECONDS)

    async def has_lost_jobs(self) -> bool:
        """Return whether Redis was restarted, or was unavailable and its queue is empty."""
        try:
            run_id = (await self._redis.info("server")).get("run_id")
        except ResponseError:
            # Some servers do not allow INFO.
            run_id = None
        restarted = self._run_id is not None and run_id != self._run_id
        lost = restarted or (self.is_doubtful and not await self._redis.llen(QUEUE))
        self._run_id = run_id
        return lost


def _bundles(ids: list[int]) -> list[list[int]]:
    """Split a long queue into bundles, because the broker's cost is per message."""
    size = min(JOBS_A_MESSAGE, 1 + len(ids) // 10)
    return [ids[start : start + size] for start in range(0, len(ids), size)]


def _send_to_celery(bundles: deque[list[int]]) -> None:
    """Send and remove the bundles one by one; those left after an error were not sent."""
    policy = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1}
    while bundles:
        task, argument = (run_job, bundles[0][0]) if len(bundles[0]) == 1 else (run_jobs, bundles[0])
        task.apply_async((argument,), retry=True, retry_policy=policy, ignore_result=True)
        bundles.popleft()
