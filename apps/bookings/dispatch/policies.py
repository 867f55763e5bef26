"""The dispatch policies by the name that the setting `dispatch_policy` has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from apps.bookings.dispatch import batch, broadcast, soon_free, waves
from apps.bookings.dispatch.ports import Candidates, Clock, Decision, Rules, WaitingBooking


class Decide(Protocol):
    """Returns a decision by booking id; without a driver for a booking, no entry or no drivers."""

    def __call__(
        self, bookings: Sequence[WaitingBooking], candidates: Candidates, clock: Clock, rules: Rules
    ) -> dict[int, Decision]: ...


@dataclass(frozen=True, slots=True)
class Policy:
    decide: Decide
    together: bool = False
    """It decides about all waiting bookings at once, every few seconds, instead of each one at once."""


POLICIES: Final = {
    "broadcast": Policy(broadcast.decide),
    "waves": Policy(waves.decide),
    "batch": Policy(batch.decide, together=True),
    "soon_free": Policy(soon_free.decide, together=True),
}
