"""The next surge factor of a zone and car type: requests, cars and rules in, a factor out.

Pure: no Django, no clock, no randomness.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

NO_SURGE: Final = Decimal(1)
"""The factor without surge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurgeRules:
    threshold: int
    """The waiting requests per free car for each step, 1 or more."""
    step: Decimal
    """The most that the factor rises or falls in one run, above 0."""
    cap: Decimal
    """The highest factor, 1 or more."""
    min_duration: timedelta
    """How long a factor applies before it may fall."""


def target_factor(waiting: int, free: int, rules: SurgeRules) -> Decimal:
    """Return the factor that these numbers call for: a step for each multiple of the threshold.

    Without free cars, one is assumed.
    """
    steps = waiting // (rules.threshold * max(free, 1))
    return min(rules.cap, NO_SURGE + steps * rules.step)


def next_factor(
    waiting: int, free: int, *, current: Decimal, since: datetime | None, rules: SurgeRules, now: datetime
) -> Decimal:
    """Return the factor after one run, at most one step from the current one.

    It falls only if the current one has applied for `min_duration`; a lower cap applies at once. `since` is
    the last change, None if there was none.
    """
    current = max(NO_SURGE, min(current, rules.cap))
    target = target_factor(waiting, free, rules)
    if target > current:
        return min(target, current + rules.step)
    if target < current and (since is None or now - since >= rules.min_duration):
        return max(target, current - rules.step)
    return current
