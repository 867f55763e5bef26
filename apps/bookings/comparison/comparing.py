"""Runs several policies through the same periods."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from apps.bookings.comparison.behaviour import Behaviour
from apps.bookings.comparison.cities import City
from apps.bookings.comparison.demand import HOUR, Period, generate
from apps.bookings.comparison.figures import Figures, figures_of, fingerprint
from apps.bookings.comparison.road_times import RoadTimes
from apps.bookings.comparison.run import Run

BASELINE: Final = "broadcast"
"""The default of the setting `dispatch_policy`."""


@dataclass(frozen=True, slots=True)
class Comparison:
    city: str
    roads: str
    """The fingerprint of the road times."""
    hours: float
    seeds: int
    simulated_seconds: float
    """Of all runs together."""
    figures: dict[str, list[Figures]]
    """By policy, one per seed."""
    fingerprints: dict[str, list[str]]


def compare(
    city: City,
    roads: RoadTimes,
    *,
    policies: Sequence[str],
    seeds: int,
    hours: float,
    recorded: Period | None = None,
) -> Comparison:
    """Return the figures of each policy; with a recorded period, the seeds vary only how people behave."""
    figures: dict[str, list[Figures]] = {name: [] for name in policies}
    fingerprints: dict[str, list[str]] = {name: [] for name in policies}
    simulated = 0.0
    for seed in range(1, seeds + 1):
        period = recorded or generate(city, roads, hours=hours, seed=seed)
        for name in policies:
            run = Run(name, city, roads, period, Behaviour(seed)).finish()
            figures[name].append(figures_of(run, period))
            fingerprints[name].append(fingerprint(run))
            simulated += period.seconds
    return Comparison(
        city=city.name,
        roads=roads.fingerprint,
        hours=recorded.seconds / HOUR if recorded else hours,
        seeds=seeds,
        simulated_seconds=simulated,
        figures=figures,
        fingerprints=fingerprints,
    )
