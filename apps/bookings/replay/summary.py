"""The results of a replay, added up trip by trip in constant memory."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any, Final

from apps.bookings.models import Booking
from apps.bookings.replay.prices import Amounts, Repriced, RepricedFee
from apps.core.money import ZERO

LARGEST: Final = 50
"""The changes that are listed."""
MAX_LISTED: Final = 500
"""The most bookings that are listed as not priced again."""
STEPS: Final = (-20, -10, -5, 0, 5, 10, 20)
"""The limits of the histogram in percent; no change at all has a bar of its own."""
ELASTICITIES: Final = (Decimal("-0.3"), Decimal("-0.5"), Decimal("-0.8"))
CENT: Final = Decimal("0.0001")


@dataclass(slots=True)
class Sums:
    trips: int = 0
    own: Decimal = ZERO
    new: Decimal = ZERO

    def add(self, own: Decimal, new: Decimal) -> None:
        self.trips += 1
        self.own += own
        self.new += new

    def as_json(self, **more: Any) -> dict[str, Any]:
        return {**more, "trips": self.trips, "own": f"{self.own:f}", "new": f"{self.new:f}"}


NO_FEES: Final = {
    **{name: Sums().as_json() for name in ("cancellation_fees", "tips", "refunds")},
    "riders": [],
}
"""What the results of earlier versions do not contain."""


def _groups() -> defaultdict[Any, Sums]:
    return defaultdict(Sums)


@dataclass(slots=True)
class Summary:
    cost: Sums = field(default_factory=Sums)
    fees: Sums = field(default_factory=Sums)
    share: Sums = field(default_factory=Sums)
    discounts: Sums = field(default_factory=Sums)
    bars: Counter[tuple[int | None, int | None]] = field(default_factory=Counter)
    car_types: defaultdict[Any, Sums] = field(default_factory=_groups)
    weekdays: defaultdict[Any, Sums] = field(default_factory=_groups)
    hours: defaultdict[Any, Sums] = field(default_factory=_groups)
    zones: defaultdict[Any, Sums] = field(default_factory=_groups)
    drivers: defaultdict[Any, Sums] = field(default_factory=_groups)
    riders: defaultdict[Any, Sums] = field(default_factory=_groups)
    cancellation_fees: Sums = field(default_factory=Sums)
    tips: Sums = field(default_factory=Sums)
    refunds: Sums = field(default_factory=Sums)
    demand: dict[Decimal, list[Decimal]] = field(
        default_factory=lambda: {each: [ZERO, ZERO] for each in ELASTICITIES}
    )
    reasons: Counter[str] = field(default_factory=Counter)
    listed: list[dict[str, Any]] = field(default_factory=list)
    largest: list[tuple[Decimal, int, dict[str, Any]]] = field(default_factory=list)
    lower: int = 0
    higher: int = 0

    def add(self, booking: Booking, at: datetime, priced: Repriced) -> None:
        """Add a trip that began at this local time."""
        own, new = priced.own, priced.new
        self._add_amounts(own, new)
        for groups, key in (
            (self.car_types, booking.car_type_name),
            (self.weekdays, at.weekday()),
            (self.hours, at.hour),
            (self.drivers, booking.driver_id),
            (self.riders, booking.customer_id),
            *((self.zones, zone) for zone in priced.pickup_zones),
        ):
            sums = (
                (own.driver_share, new.driver_share)
                if groups is self.drivers
                else (own.trip_cost - own.discount, new.trip_cost - new.discount)
                if groups is self.riders
                else (own.trip_cost, new.trip_cost)
            )
            groups[key].add(*sums)
        if booking.tip_amount:
            self.tips.add(booking.tip_amount, booking.tip_amount)
        if booking.refunded_amount:
            self.refunds.add(booking.refunded_amount, booking.refunded_amount)
        change = new.trip_cost - own.trip_cost
        self.lower += change < 0
        self.higher += change > 0
        self.bars[_bar(own.trip_cost, change)] += 1
        self._list_change(booking, own.trip_cost, new.trip_cost)

    def add_fee(self, booking: Booking, at: datetime, priced: RepricedFee) -> None:
        """Add the fee of a trip cancelled at this local time; groups count it only if it costs something."""
        own, new = priced.own, priced.new
        self.cancellation_fees.add(own, new)
        if not own and not new:
            return
        for groups, key in (
            (self.car_types, booking.car_type_name),
            (self.weekdays, at.weekday()),
            (self.hours, at.hour),
            (self.drivers, booking.driver_id),
            (self.riders, booking.customer_id),
            *((self.zones, zone) for zone in priced.pickup_zones),
        ):
            groups[key].add(own, new)
        self._list_change(booking, own, new)

    def _list_change(self, booking: Booking, own: Decimal, new: Decimal) -> None:
        change = new - own
        if not change:
            return
        row = _row(booking, own=f"{own:f}", new=f"{new:f}")
        # Of equal changes the earlier booking stays, so that the order of a run does not matter.
        entry = (abs(change), -booking.pk, row)
        if len(self.largest) < LARGEST:
            heapq.heappush(self.largest, entry)
        else:
            heapq.heappushpop(self.largest, entry)

    def leave(self, booking: Booking, reason: str) -> None:
        """Count a trip that is not priced again."""
        self.reasons[reason] += 1
        if len(self.listed) < MAX_LISTED:
            self.listed.append(_row(booking, reason=reason))

    def as_json(self, *, cancelled: int) -> dict[str, Any]:
        reasons = Counter(self.reasons)
        if cancelled:
            reasons["cancelled"] = cancelled
        changes = sorted(self.largest, reverse=True, key=lambda entry: entry[:2])
        return {
            "trip_cost": self.cost.as_json(),
            "convenience_fees": self.fees.as_json(),
            "driver_share": self.share.as_json(),
            "discount": self.discounts.as_json(),
            "cancellation_fees": self.cancellation_fees.as_json(),
            "tips": self.tips.as_json(),
            "refunds": self.refunds.as_json(),
            "lower": self.lower,
            "higher": self.higher,
            "unchanged": self.cost.trips - self.lower - self.higher,
            "histogram": [
                {"above": low, "up_to": high, "trips": self.bars[(low, high)]} for low, high in BARS
            ],
            "car_types": _rows(self.car_types),
            "weekdays": _rows(self.weekdays),
            "hours": _rows(self.hours),
            "zones": _rows(self.zones),
            "largest": [row for _change, _key, row in changes],
            "drivers": [
                sums.as_json(driver_id=driver) for driver, sums in sorted(self.drivers.items(), key=_by_loss)
            ],
            "riders": [
                sums.as_json(rider_id=rider)
                for rider, sums in heapq.nsmallest(LARGEST, self.riders.items(), key=_by_change)
                if sums.new != sums.own
            ],
            "not_repriced": [{"reason": reason, "trips": trips} for reason, trips in sorted(reasons.items())],
            "not_repriced_trips": self.listed,
            "demand": [
                {
                    "elasticity": f"{elasticity:f}",
                    "trips": f"{trips.quantize(Decimal(1)):f}",
                    "trip_cost": f"{cost.quantize(CENT):f}",
                }
                for elasticity, (trips, cost) in self.demand.items()
            ],
        }

    def _add_amounts(self, own: Amounts, new: Amounts) -> None:
        self.cost.add(own.trip_cost, new.trip_cost)
        self.fees.add(own.convenience_fees, new.convenience_fees)
        self.share.add(own.driver_share, new.driver_share)
        self.discounts.add(own.discount, new.discount)
        rise = (new.trip_cost - own.trip_cost) / own.trip_cost if own.trip_cost else ZERO
        for elasticity, sums in self.demand.items():
            trips = max(ZERO, 1 + elasticity * rise)
            sums[0] += trips
            sums[1] += trips * new.trip_cost


def _bars() -> Iterable[tuple[int | None, int | None]]:
    for low, high in pairwise((None, *STEPS, None)):
        yield low, high
        if high == 0:
            yield 0, 0


BARS: Final = tuple(_bars())


def _bar(own: Decimal, change: Decimal) -> tuple[int | None, int | None]:
    """Return the limits of the bar of a change: above the first, up to the second, both away from zero."""
    if not change:
        return 0, 0
    percent = change * 100 / own if own else Decimal(100)
    if percent > 0:
        inside = [limit for limit in STEPS if 0 <= limit < percent]
        low = inside[-1]
        return low, next((limit for limit in STEPS if limit > low), None)
    inside = [limit for limit in STEPS if percent < limit <= 0]
    high = inside[0]
    return next((limit for limit in reversed(STEPS) if limit < high), None), high


def _rows(groups: dict[Any, Sums]) -> list[dict[str, Any]]:
    return [sums.as_json(key=str(key)) for key, sums in sorted(groups.items())]


def _by_loss(item: tuple[int, Sums]) -> tuple[Decimal, int]:
    driver, sums = item
    return sums.new - sums.own, driver or 0


def _by_change(item: tuple[int, Sums]) -> tuple[Decimal, int]:
    rider, sums = item
    return -abs(sums.new - sums.own), rider


def _row(booking: Booking, **more: Any) -> dict[str, Any]:
    return {"booking_id": booking.pk, "reference": booking.reference, **more}
