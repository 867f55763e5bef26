"""The results of a replay, added up trip by trip in constant memory.

All sums are exact, so that neither the order of the trips nor the number of processes changes a result.
"""

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
EXACT: Final = Decimal("1e-12")
"""To this the demand of a trip is rounded, so that its sums are exact."""


@dataclass(slots=True)
class Sums:
    trips: int = 0
    own: Decimal = ZERO
    new: Decimal = ZERO

    def add(self, own: Decimal, new: Decimal) -> None:
        self.trips += 1
        self.own += own
        self.new += new

    def merge(self, other: "Sums") -> None:
        self.trips += other.trips
        self.own += other.own
        self.new += other.new

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
    """Trips and fares by elasticity, of trips whose price changes."""
    steady: Sums = field(default_factory=Sums)
    """Of the others, which demand does not change."""
    reasons: Counter[str] = field(default_factory=Counter)
    listed: list[tuple[datetime, int, dict[str, Any]]] = field(default_factory=list)
    largest: list[tuple[Decimal, int, dict[str, Any]]] = field(default_factory=list)
    lower: int = 0
    higher: int = 0

    def add(self, booking: Booking, at: datetime, priced: Repriced) -> None:
        """Add a trip that began at this local time."""
        own, new = priced.own, priced.new
        self._add_amounts(own, new)
        self._add_to_groups(booking, at, priced.pickup_zones, own.trip_cost, new.trip_cost)
        self.drivers[booking.driver_id].add(own.driver_share, new.driver_share)
        self.riders[booking.customer_id].add(own.trip_cost - own.discount, new.trip_cost - new.discount)
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
        self._add_to_groups(booking, at, priced.pickup_zones, own, new)
        self.drivers[booking.driver_id].add(own, new)
        self.riders[booking.customer_id].add(own, new)
        self._list_change(booking, own, new)

    def _add_to_groups(
        self, booking: Booking, at: datetime, zones: Iterable[str], own: Decimal, new: Decimal
    ) -> None:
        self.car_types[booking.car_type_name].add(own, new)
        self.weekdays[at.weekday()].add(own, new)
        self.hours[at.hour].add(own, new)
        for zone in zones:
            self.zones[zone].add(own, new)

    def _list_change(self, booking: Booking, own: Decimal, new: Decimal) -> None:
        change = new - own
        if not change:
            return
        row = change_row(booking, own=f"{own:f}", new=f"{new:f}")
        # Of equal changes the earlier booking stays, so that the order of a run does not matter.
        self._keep_if_large((abs(change), -booking.pk, row))

    def _keep_if_large(self, entry: tuple[Decimal, int, dict[str, Any]]) -> None:
        if len(self.largest) < LARGEST:
            heapq.heappush(self.largest, entry)
        else:
            heapq.heappushpop(self.largest, entry)

    def leave(self, booking: Booking, reason: str) -> None:
        """Count a trip that is not priced again."""
        self.reasons[reason] += 1
        if len(self.listed) < MAX_LISTED:
            self.listed.append((booking.trip_date, booking.pk, change_row(booking, reason=reason)))

    def merge(self, other: "Summary") -> None:
        """Add the trips of another process, each of which went through its own in their order."""
        for name in SUMS:
            getattr(self, name).merge(getattr(other, name))
        for name in GROUPS:
            groups = getattr(self, name)
            for key, sums in getattr(other, name).items():
                groups[key].merge(sums)
        self.bars.update(other.bars)
        self.reasons.update(other.reasons)
        for elasticity, (trips, cost) in other.demand.items():
            self.demand[elasticity][0] += trips
            self.demand[elasticity][1] += cost
        self.listed = sorted([*self.listed, *other.listed], key=lambda each: each[:2])[:MAX_LISTED]
        for entry in other.largest:
            self._keep_if_large(entry)
        self.lower += other.lower
        self.higher += other.higher

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
            "not_repriced_trips": [row for _at, _key, row in self.listed],
            "demand": [
                {
                    "elasticity": f"{elasticity:f}",
                    "trips": f"{(trips + self.steady.trips).quantize(Decimal(1)):f}",
                    "trip_cost": f"{(cost + self.steady.new).quantize(CENT):f}",
                }
                for elasticity, (trips, cost) in self.demand.items()
            ],
        }

    def accounts(self) -> list[list[Any]]:
        """Return id, trips, amounts as charged and under the tariff of each rider, the largest change first.

        Short rows, because a city has a hundred thousand riders.
        """
        return [
            [rider, sums.trips, f"{sums.own:f}", f"{sums.new:f}"]
            for rider, sums in sorted(self.riders.items(), key=_by_change)
        ]

    def _add_amounts(self, own: Amounts, new: Amounts) -> None:
        self.cost.add(own.trip_cost, new.trip_cost)
        self.fees.add(own.convenience_fees, new.convenience_fees)
        self.share.add(own.driver_share, new.driver_share)
        self.discounts.add(own.discount, new.discount)
        if not own.trip_cost or new.trip_cost == own.trip_cost:
            self.steady.add(own.trip_cost, new.trip_cost)
            return
        rise = (new.trip_cost - own.trip_cost) / own.trip_cost
        for elasticity, sums in self.demand.items():
            trips = max(ZERO, 1 + elasticity * rise).quantize(EXACT)
            sums[0] += trips
            sums[1] += (trips * new.trip_cost).quantize(EXACT)


SUMS: Final = ("cost", "fees", "share", "discounts", "cancellation_fees", "tips", "refunds", "steady")
GROUPS: Final = ("car_types", "weekdays", "hours", "zones", "drivers", "riders")


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


def change_row(booking: Booking, **more: Any) -> dict[str, Any]:
    return {"booking_id": booking.pk, "reference": booking.reference, **more}
