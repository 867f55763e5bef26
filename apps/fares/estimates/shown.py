"""Estimates that a client gets, and the functions of higher layers that are called with each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from apps.fares.estimates.prices import Estimate, estimate
from apps.geo.positions.nearest import Provided


@dataclass(frozen=True, slots=True)
class ShownEstimate:
    """An estimate, when and for whom it was made."""

    estimate: Estimate
    at: datetime
    user_id: int | None
    """None for a visitor."""
    by_staff: bool


Listener = Callable[[ShownEstimate], None]
_listeners: list[Listener] = []


def register_estimate_listener(listener: Listener) -> None:
    """Register a function that is called after each estimate, in its request; it must not block or raise.

    Called in AppConfig.ready.
    """
    _listeners.append(listener)


def estimate_for(
    query: Mapping[str, Any], *, user_id: int | None, by_staff: bool = False, provided: Provided | None = None
) -> Estimate:
    """Return the estimate of a client's request and call the listeners; raises as `estimate`."""
    made = estimate(**query, user_id=user_id, by_staff=by_staff, provided=provided)
    shown = ShownEstimate(made, timezone.now(), user_id, by_staff)
    for listener in _listeners:
        listener(shown)
    return made
