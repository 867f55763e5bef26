"""The simulated city: deterministic, on generated and recorded demand, with the code of production."""

import itertools
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from apps.bookings.comparison import road_times
from apps.bookings.comparison.behaviour import Answer, Behaviour
from apps.bookings.comparison.cities import CITIES
from apps.bookings.comparison.comparing import compare
from apps.bookings.comparison.demand import DemandError, Period, Shift, Trip, generate, read_period
from apps.bookings.comparison.figures import Interval, figures_of, fingerprint, gini
from apps.bookings.comparison.road_times import RoadTimesError, grid_road_times, map_road_times
from apps.bookings.comparison.run import Run
from apps.bookings.dispatch.policies import POLICIES
from apps.bookings.management.commands import compare_policies as compare_policies_command
from apps.core.models import PlatformSettings
from apps.geo.adapters.osrm.routing import OsrmRouting
from apps.geo.port import LatLng, Matrix, Retryable
from config.env import env
from tests.bookings.roads import Roads

GRID = CITIES["grid"]
ROADS = grid_road_times(streets=8)
FAR = len(ROADS.places) - 1
"""The corner opposite to place 0."""


@dataclass(frozen=True, slots=True)
class Willing(Behaviour):
    """All drivers accept after five seconds, and all riders wait."""

    def answer(self, trip: int, driver: int, offer_number: int, drive_seconds: float) -> Answer:
        return Answer(5.0, accepts=True)

    def search_limit(self, trip: int) -> float:
        return 3000.0

    def wait_limit(self, trip: int) -> float:
        return 9000.0

    def traffic(self, trip: int, leg: str) -> float:
        return 1.0

    def boarding(self, trip: int) -> float:
        return 30.0

    def closing(self, trip: int) -> float:
        return 45.0


@dataclass(frozen=True, slots=True)
class Silent(Willing):
    def answer(self, trip: int, driver: int, offer_number: int, drive_seconds: float) -> Answer:
        return Answer(5.0, accepts=None)


def run(policy: str, trips: Sequence[Trip], cars: Sequence[int], people: Behaviour | None = None) -> Run:
    """Run some trips with cars at these places."""
    shifts = [Shift(number, 0.0, float("inf"), at) for number, at in enumerate(cars, start=1)]
    period = Period(3600.0, list(trips), shifts)
    return Run(policy, GRID, ROADS, period, people or Willing(1)).finish()


def test_policies_are_those_of_the_setting() -> None:
    assert POLICIES.keys() == set(PlatformSettings.DispatchPolicy.values)


@pytest.mark.parametrize("policy", POLICIES)
def test_same_seed_has_the_same_results_and_another_seed_others(policy: str) -> None:
    def once(seed: int) -> str:
        period = generate(GRID, ROADS, hours=1, seed=seed)
        return fingerprint(Run(policy, GRID, ROADS, period, Behaviour(seed)).finish())

    assert once(1) == once(1)
    assert once(1) != once(2)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_booking_ends_and_no_driver_has_two_trips_at_once(policy: str) -> None:
    period = generate(GRID, ROADS, hours=1, seed=3)
    done = Run(policy, GRID, ROADS, period, Behaviour(3)).finish()

    bookings = done.world.bookings.values()
    assert len(bookings) == len(period.trips)
    assert not done.world.waiting
    assert not any(driver.offers for driver in done.world.drivers.values())
    trips: dict[int, list[tuple[float, float]]] = {}
    for booking in bookings:
        if booking.driver is not None and booking.accepted_at is not None:
            assert booking.picked_up_at is not None
            trips.setdefault(booking.driver, []).append((booking.accepted_at, booking.picked_up_at))
    for times in trips.values():
        times.sort()
        assert all(after[0] > before[1] for before, after in itertools.pairwise(times))


def test_batch_has_the_nearest_driver_and_waves_the_first_of_three() -> None:
    done = run("batch", [Trip(1, 10.0, 0, FAR)], [FAR, 9, 1])
    booking = done.world.bookings[1]
    # In the round of second 12, five seconds for the answer, and the drive.
    assert (booking.driver, booking.accepted_at) == (3, 17.0)
    assert booking.picked_up_at == 17.0 + ROADS.seconds[1][0]
    assert done.offered == 1
    assert run("waves", [Trip(1, 10.0, 0, FAR)], [FAR, 9, 1]).offered == 3


def test_booking_is_held_for_a_driver_who_is_soon_free() -> None:
    # The first car is about to end its trip beside the third rider; the second one is free in the far corner.
    trips = [Trip(1, 0.0, 0, 3), Trip(2, 0.0, FAR, FAR - 1), Trip(3, 150.0, 4, FAR)]
    held = run("soon_free", trips, [0, FAR])
    at_once = run("batch", trips, [0, FAR])

    assert [held.world.bookings[number].driver for number in (1, 2, 3)] == [1, 2, 1]
    assert at_once.world.bookings[3].driver == 2
    assert held.offered == 3
    early, late = (one.world.bookings[3].picked_up_at for one in (held, at_once))
    assert early is not None
    assert late is not None
    assert early < late


def test_unanswered_offers_expire_and_the_rider_gives_up_the_search() -> None:
    done = run("soon_free", [Trip(1, 0.0, 0, FAR)], [1, 2], Silent(1))
    booking = done.world.bookings[1]
    assert (booking.driver, booking.picked_up_at) == (None, None)
    # Each for 20 seconds, until the search ends after ten minutes.
    assert done.unanswered == done.offered
    assert 25 <= done.offered <= 30
    assert booking.closed == {1, 2}
    figures = figures_of(done, Period(3600.0, [], []))
    assert (figures.cancelled, figures.acceptance) == (100.0, 0.0)


def test_runs_are_at_least_a_hundred_times_real_time() -> None:
    began = time.process_time()
    compared = compare(GRID, grid_road_times(), policies=list(POLICIES), seeds=1, hours=1)
    assert compared.simulated_seconds / (time.process_time() - began) >= 100


def test_gini_is_zero_for_equal_incomes_and_high_for_one_earner() -> None:
    assert gini([5.0, 5.0, 5.0]) == 0
    assert gini([0.0, 0.0, 0.0, 8.0]) == pytest.approx(0.75)
    assert gini([1.0, 2.0, 3.0]) == pytest.approx(2 / 9)
    assert gini([]) == gini([0.0]) == 0


def test_interval_is_that_of_students_t() -> None:
    interval = Interval.of([10.0, 12.0, 14.0])
    # 4.303 is the two-sided 95 percent point of two degrees of freedom.
    assert interval.mean == 12
    assert interval.half == pytest.approx(4.303 * 2 / 3**0.5, abs=0.001)


# -- the command -------------------------------------------------------------------------------


def compare_policies(*arguments: str) -> str:
    out = StringIO()
    call_command("compare_policies", *arguments, stdout=out)
    return out.getvalue()


def test_command_prints_and_writes_the_figures(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    arguments = ("--city", "grid", "--seeds", "2", "--hours", "0.5", "--policies", "soon_free")

    text = compare_policies(*arguments, "--json", str(file))

    assert "2 seeds of 0.5 hours" in text
    assert "Difference from broadcast, paired by seed" in text
    assert "times real time" in text
    report: dict[str, Any] = json.loads(file.read_text())
    assert list(report["policies"]) == ["broadcast", "soon_free"]
    assert len(report["fingerprints"]["soon_free"]) == 2
    compare_policies(*arguments, "--json", str(file))
    assert json.loads(file.read_text())["fingerprints"] == report["fingerprints"]


def test_command_refuses_unknown_policies() -> None:
    with pytest.raises(CommandError, match="unknown: chaos"):
        compare_policies("--city", "grid", "--policies", "waves,chaos")


def test_command_names_a_missing_map(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(compare_policies_command, "env", env.model_copy(update={"map_dir": tmp_path}))
    with pytest.raises(CommandError, match="--city grid"):
        compare_policies("--city", "demo")


# -- recorded demand ---------------------------------------------------------------------------

RECORDED: dict[str, Any] = {
    "trips": [
        {"at": "2026-11-06T18:01:00Z", "pickup": [0.0, 0.0], "drop": [0.01, 0.01]},
        {"at": "2026-11-06T18:00:00Z", "pickup": [0.0045, 0.0], "drop": [0.0, 0.01]},
    ],
    "shifts": [
        {"driver": 7, "from": "2026-11-06T17:00:00Z", "until": None, "at": [0.0, 0.0]},
        {"driver": 8, "from": "2026-11-06T18:00:30Z", "until": "2026-11-06T19:00:00Z", "at": [0.01, 0.01]},
        {"driver": 9, "from": "2026-11-06T15:00:00Z", "until": "2026-11-06T16:00:00Z", "at": [0.0, 0.0]},
    ],
}


def recorded(tmp_path: Path, **changes: Any) -> Path:
    file = tmp_path / "demand.json"
    file.write_text(json.dumps(RECORDED | changes))
    return file


def test_recorded_trips_and_shifts_are_read(tmp_path: Path) -> None:
    period = read_period(recorded(tmp_path), ROADS)

    assert [(trip.number, trip.at, trip.pickup) for trip in period.trips] == [(1, 0.0, 16), (2, 60.0, 0)]
    assert [(one.driver, one.starts, one.ends) for one in period.shifts] == [
        (7, 0.0, float("inf")),
        (8, 30.0, 3600.0),
    ]
    text = compare_policies("--city", "grid", "--seeds", "2", "--demand", str(recorded(tmp_path)))
    assert "2 seeds of 0.01" in text


@pytest.mark.parametrize(
    "changes",
    [
        {"trips": []},
        {"trips": [{"at": "2026-11-06T18:01:00", "pickup": [0, 0], "drop": [0, 0]}]},
        {"trips": [{"at": "2026-11-06T18:01:00Z", "pickup": [0], "drop": [0, 0]}]},
        {"shifts": [{"driver": 7, "at": [0, 0]}]},
        {"shifts": [RECORDED["shifts"][0], RECORDED["shifts"][0]]},
    ],
)
def test_unusable_recording_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(DemandError):
        read_period(recorded(tmp_path, **changes), ROADS)
    with pytest.raises(CommandError):
        compare_policies("--city", "grid", "--demand", str(recorded(tmp_path, **changes)))


# -- roads -------------------------------------------------------------------------------------


def test_grid_has_a_river_with_bridges() -> None:
    grid = grid_road_times()
    assert (grid.seconds >= 0).all()
    assert (grid.seconds == grid.seconds.T).all()
    # Opposite banks away from a bridge, and at one.
    south, north = 8 * 18, 9 * 18
    assert grid.seconds[south + 5][north + 5] > 3 * grid.seconds[south + 1][north + 1]


def test_road_times_of_the_map_are_those_of_osrm_and_stored(
    demo_map: Path, osrm_url: str, tmp_path: Path
) -> None:
    routing = OsrmRouting(osrm_url)
    roads = map_road_times(demo_map, routing, radius_km=5, count=60, folder=tmp_path)

    assert 50 <= len(roads.places) <= 60
    start, end = roads.places[3], roads.places[40]
    matrix = routing.matrix([start], [end])
    assert roads.seconds[3][40] == matrix.durations_seconds[0][0]
    again = map_road_times(demo_map, Roads(silent=True), radius_km=5, count=60, folder=tmp_path)
    assert again.fingerprint == roads.fingerprint
    assert again.places == roads.places


def test_places_without_a_route_are_left_out() -> None:
    places = [LatLng(0, 0), LatLng(0, 1), LatLng(0, 2)]
    seconds = np.array([[0, 5, 6], [5, 0, -1], [6, -1, 0]])
    kept, times, _ = road_times._connected(places, seconds, np.zeros((3, 3)))
    assert len(kept) == 2
    assert (times >= 0).all()


def test_failing_routing_service_is_named(demo_map: Path, tmp_path: Path) -> None:
    class Failing(Roads):
        def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
            raise Retryable("no answer")

    with pytest.raises(RoadTimesError, match="no answer"):
        map_road_times(demo_map, Failing(), radius_km=5, count=60, folder=tmp_path)
