"""The rate limit of frames from one client: a token bucket."""

from typing import Final

PER_SECOND: Final = 100
BURST: Final = 200
MAX_REFUSED: Final = 500
"""The number of refused frames after which the connection is closed."""


class FrameLimit:
    def __init__(self) -> None:
        self._left = float(BURST)
        self._seen_at: float | None = None
        self._refused = 0

    @property
    def is_abused(self) -> bool:
        return self._refused > MAX_REFUSED

    def allows(self, now: float) -> bool:
        """Count one more frame at `now` (monotonic seconds)."""
        if self._seen_at is not None:
            self._left = min(BURST, self._left + (now - self._seen_at) * PER_SECOND)
        self._seen_at = now
        if self._left < 1:
            self._refused += 1
            return False
        self._left -= 1
        return True
