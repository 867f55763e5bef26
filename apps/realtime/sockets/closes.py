"""Abnormal closes of sockets: a log line each, and the number per minute."""

import asyncio
import logging
from collections import Counter
from typing import Final

from apps.core.monitoring import metrics
from apps.realtime import frames

log = logging.getLogger(__name__)

REPORT_SECONDS: Final = 60.0
NORMAL: Final = frozenset({1000, 1001, 1005, 1012, frames.NOT_SIGNED_IN, frames.REVOKED})
"""Left, navigated away, closed without a code, the process ends, logged out."""
LOST: Final = 1006
"""The connection broke without a close code."""
REASONS: Final = {
    LOST: "lost",
    frames.TOO_SLOW: "too_slow",
    frames.TOO_MANY: "too_many_frames",
    frames.TOO_MANY_SOCKETS: "too_many_sockets",
    frames.TOO_BIG: "frame_too_big",
    frames.BROKEN: "server_error",
    frames.TRY_AGAIN: "unavailable",
}


class Closes:
    """Counts the abnormal closes of one process by reason."""

    def __init__(self) -> None:
        self.total: Counter[str] = Counter()
        """Since the process started."""
        self._since_report: Counter[str] = Counter()

    def note(self, code: int, *, user_id: int | None = None, seconds: float = 0.0) -> None:
        """Count and log a close, unless it is normal."""
        if code in NORMAL:
            return
        reason = REASONS.get(code, f"code_{code}")
        self.total[reason] += 1
        self._since_report[reason] += 1
        metrics.SOCKET_CLOSES.inc(reason=reason)
        # If PostgreSQL is down, every socket closes with TRY_AGAIN, so it is only counted.
        if code != frames.TRY_AGAIN:
            log.info("socket closed user=%s code=%s reason=%s seconds=%.0f", user_id, code, reason, seconds)

    async def report(self) -> None:
        """Log the counts of each minute that has any."""
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            self.log_counts()

    def log_counts(self) -> None:
        if self._since_report:
            counts = " ".join(f"{reason}={count}" for reason, count in sorted(self._since_report.items()))
            log.warning("sockets closed in a minute %s", counts)
            self._since_report.clear()
