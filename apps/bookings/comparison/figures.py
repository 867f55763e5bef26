"""The figures of runs, and how surely a policy differs from the default."""

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Final

from apps.bookings.comparison.demand import HOUR, Period
from apps.bookings.comparison.run import Run

SURE: Final = 0.975
"""95 percent between both ends."""
LEAST_HOURS: Final = 1.0
"""Drivers with shorter shifts do not count for the fairness."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One policy in one period."""

    wait_mean: float
    """Seconds from the booking until the car is at the pickup, of all riders who were picked up."""
    wait_p95: float
    drive_mean: float
    """Seconds of the drive to the pickup."""
    acceptance: float
    """Percent of the offers that were accepted, out of those not closed before their driver answered."""
    offers: float
    """Offers per booking."""
    cancelled: float
    """Percent of the bookings whose rider cancelled or found no driver."""
    gini: float
    """Of the drivers' income per hour of their shift: 0 if all earn the same."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and half the width of its 95 percent confidence interval; NaN of one value."""

    mean: float
    half: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Interval":
        if len(values) < 2 or math.isnan(sum(values)):
            return cls(fmean(values), math.nan)
        from scipy.special import stdtrit

        factor = float(stdtrit(len(values) - 1, SURE))
        return cls(fmean(values), factor * stdev(values) / math.sqrt(len(values)))


def figures_of(run: Run, period: Period) -> Figures:
    """Return the figures of a finished run; NaN where there is nothing to measure."""
    bookings = list(run.world.bookings.values())
    served = [one for one in bookings if one.picked_up_at is not None]
    waits = sorted((one.picked_up_at or 0.0) - one.trip.at for one in served)
    answered = run.accepted + run.declined + run.unanswered
    return Figures(
        wait_mean=_mean(waits),
        wait_p95=waits[math.ceil(0.95 * len(waits)) - 1] if waits else math.nan,
        drive_mean=_mean(one.drive_seconds or 0.0 for one in served),
        acceptance=100 * run.accepted / answered if answered else math.nan,
        offers=run.offered / len(bookings) if bookings else math.nan,
        cancelled=100 * (len(bookings) - len(served)) / len(bookings) if bookings else math.nan,
        gini=gini(_hourly_incomes(run, period)),
    )


def fingerprint(run: Run) -> str:
    """Return a hash of what happened to every booking and every driver."""
    lines = [
        *(
            f"{number} {one.driver} {one.accepted_at} {one.picked_up_at}"
            for number, one in run.world.bookings.items()
        ),
        *(f"{number} {one.trips} {one.income:.6f}" for number, one in run.world.drivers.items()),
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def gini(incomes: Sequence[float]) -> float:
    """Return the Gini coefficient: 0 if all are equal, near 1 if one has everything."""
    total = sum(incomes)
    if not total:
        return 0.0
    ordered, count = sorted(incomes), len(incomes)
    return sum((2 * rank - count - 1) * income for rank, income in enumerate(ordered, start=1)) / (
        count * total
    )


def averages(figures: Sequence[Figures]) -> dict[str, Interval]:
    """Return each figure's mean over the seeds."""
    rows = [asdict(one) for one in figures]
    return {name: Interval.of([row[name] for row in rows]) for name in rows[0]}


def differences(figures: Sequence[Figures], default: Sequence[Figures]) -> dict[str, Interval]:
    """Return each figure's mean difference from the default, paired by seed."""
    pairs = [(asdict(one), asdict(other)) for one, other in zip(figures, default, strict=True)]
    return {name: Interval.of([one[name] - other[name] for one, other in pairs]) for name in pairs[0][0]}


def wait_change(figures: Sequence[Figures], default: Sequence[Figures]) -> Interval:
    """Return by how many percent the mean wait is above the default's, paired by seed."""
    pairs = zip(figures, default, strict=True)
    return Interval.of([100 * (one.wait_mean / other.wait_mean - 1) for one, other in pairs])


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return fmean(every) if every else math.nan


def _hourly_incomes(run: Run, period: Period) -> list[float]:
    incomes = []
    for driver in run.world.drivers.values():
        hours = (min(driver.shift.ends, period.seconds) - driver.shift.starts) / HOUR
        if hours >= LEAST_HOURS or period.seconds < LEAST_HOURS * HOUR:
            incomes.append(driver.income / hours)
    return incomes
