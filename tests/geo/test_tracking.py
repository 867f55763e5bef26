import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from math import cos, inf, nan, radians

import polyline
import pytest

from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng, MapsError, TracePoint
from apps.geo.positions.tracking import (
    KM_PER_MILE,
    DistanceSource,
    credible_points,
    thinned,
    travelled_distance,
)
from tests.geo.fake_osrm import FakeOsrm, ok, refuse, route, send

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
NEWPORT = LatLng(50.7000, -1.2930)
RYDE = LatLng(50.7300, -1.1620)


def trace(*points: tuple[float, float], every: float = 10) -> list[TracePoint]:
    began = NOW - timedelta(seconds=every * len(points))
    return [
        TracePoint(LatLng(*point), began + timedelta(seconds=every * index))
        for index, point in enumerate(points)
    ]


def straight(count: int, *, step: float = 0.0005) -> list[TracePoint]:
    """Return points northwards, 55.6 m apart."""
    return trace(*[(50.70 + step * index, -1.29) for index in range(count)])


def test_mile_is_that_of_document_1() -> None:
    assert Decimal("1.609344") == KM_PER_MILE


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_points_are_no_distance(count: int, fake_osrm: FakeOsrm) -> None:
    routing = OsrmRouting(fake_osrm.url)
    assert travelled_distance(straight(count), now=NOW, routing=routing) == (
        Decimal(0),
        DistanceSource.NONE,
    )
    assert fake_osrm.seen == []


def test_two_points_are_a_drive_time_request(fake_osrm: FakeOsrm) -> None:
    fake_osrm.will(route(1234.5, 90))
    routing = OsrmRouting(fake_osrm.url)
    assert travelled_distance(straight(2), now=NOW, routing=routing) == (
        Decimal("1.234"),
        DistanceSource.DRIVE_TIME,
    )


def matched_as_they_are(points: list[TracePoint]) -> dict:
    return {
        "matchings": [{"distance": 1.0, "duration": 1.0, "confidence": 1.0, "geometry": ""}],
        "tracepoints": [{"location": [point.at.lng, point.at.lat]} for point in points],
    }


def test_more_points_are_a_multi_waypoint_request_through_thinned_points(fake_osrm: FakeOsrm) -> None:
    points = straight(60)
    fake_osrm.will(ok(**matched_as_they_are(thinned(points))), route(5000, 300))
    routing = OsrmRouting(fake_osrm.url)
    assert travelled_distance(points, now=NOW, routing=routing) == (
        Decimal("5.000"),
        DistanceSource.MULTI_WAYPOINT,
    )
    matched, routed = fake_osrm.seen
    assert matched["path"].startswith("/match/")
    assert routed["path"].count(";") == 20
    assert routed["query"]["continue_straight"] == "false"


def test_trace_that_does_not_match_is_routed_unmatched(fake_osrm: FakeOsrm) -> None:
    fake_osrm.will(refuse("NoMatch"), route(5000, 300))
    assert travelled_distance(straight(4), now=NOW, routing=OsrmRouting(fake_osrm.url)) == (
        Decimal("5.000"),
        DistanceSource.MULTI_WAYPOINT,
    )


@pytest.mark.parametrize("count", [2, 11])
def test_great_circle_is_used_and_named_without_routing(count: int, fake_osrm: FakeOsrm) -> None:
    fake_osrm.will(*[send(503, b"down")] * (1 if count == 2 else 2))
    travelled = travelled_distance(straight(count), now=NOW, routing=OsrmRouting(fake_osrm.url))
    assert travelled.source == DistanceSource.GREAT_CIRCLE
    assert float(travelled.distance_km) == pytest.approx(0.0556 * (count - 1), abs=0.001)


def test_great_circle_follows_the_bends_of_the_track(fake_osrm: FakeOsrm) -> None:
    # 556 m north, then 563 m east; the straight line is 791 m.
    points = trace((50.70, -1.29), (50.705, -1.29), (50.705, -1.282), every=60)
    fake_osrm.will(*[send(503, b"down")] * 2)
    travelled = travelled_distance(points, now=NOW, routing=OsrmRouting(fake_osrm.url))
    assert travelled.source == DistanceSource.GREAT_CIRCLE
    assert float(travelled.distance_km) == pytest.approx(1.119, abs=0.002)


def test_great_circle_is_used_without_a_route(fake_osrm: FakeOsrm) -> None:
    fake_osrm.will(refuse("NoSegment"))
    travelled = travelled_distance(straight(2), now=NOW, routing=OsrmRouting(fake_osrm.url))
    assert travelled.source == DistanceSource.GREAT_CIRCLE


def test_waiting_car_adds_no_great_circle_distance(fake_osrm: FakeOsrm) -> None:
    rng = random.Random(1)
    wobble = [(50.7 + rng.gauss(0, 3e-5), -1.29 + rng.gauss(0, 4e-5)) for _ in range(300)]
    fake_osrm.will(*[send(503, b"down")] * 2)
    travelled = travelled_distance(trace(*wobble), now=NOW, routing=OsrmRouting(fake_osrm.url))
    assert travelled.distance_km < Decimal("0.1")


@pytest.mark.parametrize(
    ("count", "kept"), [(3, 3), (25, 25), (26, 14), (49, 25), (50, 18), (51, 18), (75, 20), (1000, 26)]
)
def test_thinning_follows_document_1(count: int, kept: int) -> None:
    points = straight(count)
    few = thinned(points)
    assert len(few) == kept
    assert few[0] is points[0]
    assert few[-1] is points[-1]
    if count > 25:
        assert few[1] is points[int(count / 25) + 1]


def test_impossible_points_are_dropped() -> None:
    good = straight(4)
    bad = [
        TracePoint(LatLng(nan, -1.29), good[1].seen_at),
        TracePoint(LatLng(50.7, inf), good[1].seen_at),
        TracePoint(LatLng(95.0, -1.29), good[1].seen_at),
        TracePoint(LatLng(50.7, -1.29), NOW + timedelta(minutes=5)),
        # Older than the last.
        TracePoint(LatLng(50.7, -1.29), good[0].seen_at - timedelta(seconds=1)),
        # 55 km in ten seconds.
        TracePoint(LatLng(51.2, -1.29), good[2].seen_at),
        # Another place at the same moment.
        TracePoint(LatLng(50.71, -1.29), good[1].seen_at),
    ]
    assert credible_points([*good[:2], *bad, *good[2:]], now=NOW) == good


def test_only_possible_speeds_are_credible() -> None:
    # 0.005 degrees are 556 m: 200.2 km/h in ten seconds, 182 km/h in eleven.
    assert len(credible_points(straight(3, step=0.005), now=NOW)) == 1
    slower = trace((50.70, -1.29), (50.705, -1.29), every=11)
    assert len(credible_points(slower, now=NOW)) == 2


def test_wrong_first_fix_does_not_cost_the_trip() -> None:
    trip = straight(30)
    astray = TracePoint(LatLng(50.60, -1.20), trip[0].seen_at - timedelta(seconds=5))
    assert credible_points([astray, *trip], now=NOW) == trip


def test_many_wild_points_do_not_displace_the_trip() -> None:
    rng = random.Random(2)
    trip = straight(40)
    wild = [
        TracePoint(LatLng(rng.uniform(40, 60), rng.uniform(-10, 10)), point.seen_at) for point in trip[:20]
    ]
    mixed = [point for pair in zip(wild, trip[:20], strict=True) for point in pair] + trip[20:]
    assert credible_points(mixed, now=NOW) == trip


def noisy_drives(routing: OsrmRouting, rng: random.Random) -> Iterator[tuple[float, list[TracePoint]]]:
    """Yield real routes with their length, seen every second with 5 m of noise."""
    for _ in range(200):
        start = LatLng(50.70 + rng.gauss(0, 0.03), -1.25 + rng.gauss(0, 0.06))
        end = LatLng(50.70 + rng.gauss(0, 0.03), -1.25 + rng.gauss(0, 0.06))
        try:
            drive = routing.route(start, end)
        except MapsError:
            continue
        if drive.distance_km < 2:
            continue
        seen = []
        for at in _every_14_m([LatLng(*point) for point in polyline.decode(drive.polyline)]):
            lat = at.lat + rng.gauss(0, 5) / 111_195
            seen.append((lat, at.lng + rng.gauss(0, 5) / 111_195 / cos(radians(lat))))
        yield float(drive.distance_km), trace(*seen, every=1)


def _every_14_m(line: list[LatLng]) -> list[LatLng]:
    walked = [line[0]]
    for a, b in pairwise(line):
        parts = max(1, round(great_circle_km(a, b) / 0.014))
        walked += [
            LatLng(a.lat + (b.lat - a.lat) * part / parts, a.lng + (b.lng - a.lng) * part / parts)
            for part in range(1, parts + 1)
        ]
    return walked


def test_noisy_trips_on_real_roads_are_measured_correctly(routing: OsrmRouting) -> None:
    drives = noisy_drives(routing, random.Random(4))
    ratios = []
    for _ in range(25):
        true_km, points = next(drives)
        travelled = travelled_distance(points, now=NOW, routing=routing)
        assert travelled.source == DistanceSource.MULTI_WAYPOINT
        ratios.append(float(travelled.distance_km) / true_km)
    assert all(0.95 < ratio < 1.03 for ratio in ratios), ratios
    assert sum(ratios) / len(ratios) == pytest.approx(1, abs=0.005)
