"""The meter: adds up the pieces of a trip by rates or by units.

- Base and first amount are charged once, at the start.
- Rates charge distance and time exactly. With `larger`, each piece costs the larger of distance and time.
- Units advance by distance and time; each is charged in full when it begins. If the rule or the band of
  distance changes within a unit, the rest of the unit is the same fraction of the new size. A band by fare
  applies to the units that begin once that fare is reached.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, Decimal
from typing import Final

from apps.fares.tariff_engine.compiled import (
    HOUR,
    ONE,
    ZERO,
    CompiledBand,
    CompiledRates,
    CompiledRule,
    CompiledUnits,
)
from apps.fares.tariff_engine.pieces import Piece

# Compensates for divisions before a unit is counted as begun.
_TINY: Final = Decimal("1e-20")


@dataclass(slots=True)
class Charged:
    """What one rule has charged so far."""

    rule: CompiledRule
    distance: dict[int, Decimal] = field(default_factory=dict)
    """Metres by band of rates."""
    time: Decimal = ZERO
    """Seconds charged by the hour."""
    units: dict[int, tuple[CompiledBand, int]] = field(default_factory=dict)
    """Units by band."""


class Meter:
    """The state of the meter during a trip."""

    def __init__(self) -> None:
        self.base: tuple[CompiledRule, Decimal] | None = None
        self.charged: dict[int, Charged] = {}
        self._distance = ZERO
        self._fare = ZERO
        self._first_left = ZERO
        self._unit_left = ZERO
        self._fare_before_unit = ZERO

    def run(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            charged = self.charged.get(piece.rule.order)
            if charged is None:
                charged = self.charged[piece.rule.order] = Charged(piece.rule)
            if isinstance(piece.rule.meter, CompiledRates):
                self._add_rates(piece.rule.meter, piece, charged)
            elif isinstance(piece.rule.meter, CompiledUnits):
                self._add_units(piece.rule.meter, piece, charged)

    def _start(self, rule: CompiledRule, amount: Decimal) -> None:
        if self.base is None:
            self.base = (rule, amount)
            self._fare += amount
            if isinstance(rule.meter, CompiledUnits) and rule.meter.first is not None:
                self._first_left = rule.meter.first_units

    def _add_rates(self, meter: CompiledRates, piece: Piece, charged: Charged) -> None:
        self._start(piece.rule, meter.base)
        distance, seconds = piece.distance_m, piece.seconds
        band = sum(start <= self._distance for start in meter.starts) - 1
        while True:
            end = meter.starts[band + 1] if band + 1 < len(meter.starts) else None
            step, time = distance, seconds
            if end is not None and self._distance + distance > end:
                step = end - self._distance
                time = seconds * step / distance
            self._charge_rates(meter, band, step, time, charged)
            self._distance += step
            distance, seconds = distance - step, seconds - time
            if end is None or not distance:
                break
            band += 1

    def _charge_rates(
        self, meter: CompiledRates, band: int, distance: Decimal, time: Decimal, charged: Charged
    ) -> None:
        by_distance = meter.rates[band] * distance / meter.unit_m
        by_time = meter.per_hour * time / HOUR
        with_distance = with_time = True
        if meter.combine == "larger":
            with_distance, with_time = by_distance >= by_time, by_time > by_distance
        elif meter.below is not None:
            with_time = distance * HOUR < meter.below * time
            with_distance = not with_time
        if with_distance:
            charged.distance[band] = charged.distance.get(band, ZERO) + distance
            self._fare += by_distance
        if with_time:
            charged.time += time
            self._fare += by_time

    def _add_units(self, meter: CompiledUnits, piece: Piece, charged: Charged) -> None:
        self._start(piece.rule, meter.first_amount)
        distance, time = piece.distance_m, piece.seconds
        while distance or time:
            if self._first_left > 0 and meter.first is not None:
                share, self._first_left = self._use(
                    meter.first.progress(distance, time, meter), self._first_left
                )
            else:
                self._first_left = ZERO
                share = self._next(meter, distance, time, charged)
            self._distance += distance * share
            distance, time = (distance - distance * share, time - time * share) if share < 1 else (ZERO, ZERO)

    def _next(self, meter: CompiledUnits, distance: Decimal, time: Decimal, charged: Charged) -> Decimal:
        """Charge within one band and return the share of the piece that this covers."""
        if self._unit_left > 0:
            band, following = meter.band_at(self._distance, self._fare_before_unit)
        else:
            band, following = meter.band_at(self._distance, self._fare)
        share = ONE
        if following is not None and following.from_m is not None and distance:
            share = min(ONE, (following.from_m - self._distance) / distance)
        progress = band.progress(distance, time, meter) * share
        if self._unit_left > 0:
            used, self._unit_left = self._use(progress, self._unit_left)
            return used * share
        wanted = int((progress - _TINY).to_integral_value(rounding=ROUND_CEILING))
        if wanted <= 0:
            return share
        if following is not None and following.from_fare is not None:
            missing = (following.from_fare - self._fare) / band.amount
            until = int(missing.to_integral_value(rounding=ROUND_CEILING))
            if until < wanted:
                self._begin(band, meter, until, charged)
                return Decimal(until) / progress * share
        self._begin(band, meter, wanted, charged)
        self._unit_left = max(ZERO, wanted - progress)
        if self._unit_left < _TINY:
            self._unit_left = ZERO
        return share

    def _begin(self, band: CompiledBand, meter: CompiledUnits, number: int, charged: Charged) -> None:
        index = meter.bands.index(band)
        _, before = charged.units.get(index, (band, 0))
        charged.units[index] = (band, before + number)
        self._fare_before_unit = self._fare + band.amount * (number - 1)
        self._fare += band.amount * number

    @staticmethod
    def _use(progress: Decimal, left: Decimal) -> tuple[Decimal, Decimal]:
        """Return the share of the progress that is used, and what is left after it."""
        if progress <= left + _TINY:
            rest = left - progress
            return ONE, rest if rest > _TINY else ZERO
        return left / progress, ZERO
