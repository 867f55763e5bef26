"""What a driver's phone says of an action that waited for a network: when it was, and what is to come."""

import time
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from apps.bookings.state_machine.transitions import PhoneReport
from apps.geo.positions.store import CLOCK_SKEW, position_of

POINTS_TIMEOUT: Final = timedelta(seconds=2)
"""How long an action waits for positions that its phone announced."""
_LOOK_EVERY: Final = 0.1


def wait_for_points(*, driver_id: int, phone: PhoneReport) -> bool:
    """Wait until the last announced position is stored, with no row locked; False when it did not come.

    A phone hands its positions over in order: when the last is here, so are those before it.
    """
    if phone.points_waiting == 0 or phone.last_point_at is None:
        return True
    give_up = time.monotonic() + POINTS_TIMEOUT.total_seconds()
    while True:
        position = position_of(driver_id)
        if position is not None and position.seen_at >= phone.last_point_at:
            return True
        if time.monotonic() >= give_up:
            return False
        time.sleep(_LOOK_EVERY)


def time_of_action(phone: PhoneReport | None, *, driver_id: int, since: datetime | None) -> datetime | None:
    """The moment on the phone's clock when the driver acted, or None where the platform's own counts.

    It counts within the gap alone: not in the future, not before `since` (the step before), and not
    before the newest position that the platform has, for a phone that was heard was not offline.
    """
    at = phone.at if phone is not None else None
    if at is None or at > timezone.now():
        return None
    position = position_of(driver_id)
    earliest = max(filter(None, [since, position.seen_at if position else None]), default=at)
    if at < earliest - CLOCK_SKEW:
        return None
    return max(at, earliest)
