"""How many frames a client may send: a bucket that fills by the second."""

from typing import Final

A_SECOND: Final = 100
AT_ONCE: Final = 200
PATIENCE: Final = 500
"""Refused frames after which a client is no client of ours."""


class Pace:
    def __init__(self) -> None:
        self._left = float(AT_ONCE)
        self._seen_at: float | None = None
        self._refused = 0

    @property
    def is_abused(self) -> bool:
        return self._refused > PATIENCE

    def allows(self, now: float) -> bool:
        """Count one more frame at `now` (monotonic seconds)."""
        if self._seen_at is not None:
            self._left = min(AT_ONCE, self._left + (now - self._seen_at) * A_SECOND)
        self._seen_at = now
        if self._left < 1:
            self._refused += 1
            return False
        self._left -= 1
        return True
