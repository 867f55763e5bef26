"""What every routing adapter promises, before a real OSRM and before fakes of the others."""

import itertools
import time
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import polyline
import pytest

from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng, NoRoute, NotOffered, NotOnNetwork, Refused, Retryable, TracePoint
from tests.contracts.conftest import ROUTING, Routed
from tests.fakes.maps.fixtures import FAR_ISLE
from tests.fakes.maps.server import Mood, dawdle, hang_up, say

NEWPORT = LatLng(50.7000, -1.2930)
RYDE = LatLng(50.7300, -1.1620)
SHANKLIN = LatLng(50.6270, -1.1780)
IN_THE_CHANNEL = LatLng(50.0, -1.5)
OFF_THE_COAST = LatLng(50.40, -1.30)
"""Twenty kilometres out: near enough for a server that snaps from afar."""

FAILURES: dict[str, Mood] = {
    "silence": dawdle,
    "no longer there": hang_up,
    "a proxy's page": say(502, b"<h1>Bad Gateway</h1>"),
    "too many requests": say(429, b'{"error": "slow down"}'),
    "another page": say(200, b"<html>Sign in to the wireless network</html>"),
    "shut out": say(403, b'{"message": "Forbidden"}'),
    "another server": say(404, b'{"error": "nothing here"}'),
    "an unknown shape": say(200, b'{"status": "OK", "routes": [{}], "trip": []}'),
    "a list": say(200, b"[1, 2]"),
    "a redirection": say(302, b"{}"),
}


def along(start: LatLng, end: LatLng, count: int) -> list[LatLng]:
    return [
        LatLng(
            start.lat + (end.lat - start.lat) * index / (count - 1),
            start.lng + (end.lng - start.lng) * index / (count - 1),
        )
        for index in range(count)
    ]


def trace_along(line: list[LatLng]) -> list[TracePoint]:
    began = datetime(2026, 11, 21, 12, tzinfo=UTC)
    return [TracePoint(point, began + timedelta(seconds=5 * index)) for index, point in enumerate(line)]


def test_a_route_has_length_time_and_a_line_of_five_digits(routed: Routed) -> None:
    route = routed.routing.route(NEWPORT, RYDE)
    assert 9 < route.distance_km < 14
    assert route.distance_km == route.distance_km.quantize(Decimal("0.001"))
    assert 500 < route.duration_seconds < 1200
    line = [LatLng(*point) for point in polyline.decode(route.polyline, 5)]
    assert great_circle_km(line[0], NEWPORT) < 0.05
    assert great_circle_km(line[-1], RYDE) < 0.05


def test_a_drive_time_is_that_of_the_route(routed: Routed) -> None:
    route, leg = routed.routing.route(RYDE, SHANKLIN), routed.routing.drive_time(RYDE, SHANKLIN)
    assert (leg.distance_km, leg.duration_seconds) == (route.distance_km, route.duration_seconds)


def test_there_and_not_an_inch_further_is_nothing(routed: Routed) -> None:
    leg = routed.routing.drive_time(NEWPORT, NEWPORT)
    assert (leg.distance_km, leg.duration_seconds) == (Decimal(0), 0)


def test_a_way_through_points_is_the_sum_of_its_stretches(routed: Routed) -> None:
    routing = routed.routing
    whole = routing.route_through([NEWPORT, SHANKLIN, RYDE])
    parts = [routing.route(NEWPORT, SHANKLIN), routing.route(SHANKLIN, RYDE)]
    assert abs(whole.distance_km - sum(part.distance_km for part in parts)) <= Decimal("0.3")
    assert abs(whole.duration_seconds - sum(part.duration_seconds for part in parts)) <= 30
    line = [LatLng(*point) for point in polyline.decode(whole.polyline)]
    assert min(great_circle_km(point, SHANKLIN) for point in line) < 0.05


def test_more_points_than_a_provider_takes_at_once(routed: Routed) -> None:
    stops = [NEWPORT, RYDE] * 32
    whole = routed.routing.route_through(stops)
    there, back = routed.routing.route(NEWPORT, RYDE), routed.routing.route(RYDE, NEWPORT)
    expected = 32 * there.distance_km + 31 * back.distance_km
    assert abs(whole.distance_km - expected) < expected / 50
    line = polyline.decode(whole.polyline)
    assert great_circle_km(LatLng(*line[0]), NEWPORT) < 0.05
    assert great_circle_km(LatLng(*line[-1]), RYDE) < 0.05
    # Where two stretches meet there is one point and not two.
    assert all(a != b for a, b in itertools.pairwise(line)) or routed.name == "osrm"


def test_one_point_is_no_way(routed: Routed) -> None:
    with pytest.raises(Refused):
        routed.routing.route_through([NEWPORT])


@pytest.mark.parametrize("sea", [IN_THE_CHANNEL, OFF_THE_COAST])
def test_a_point_far_from_every_road_is_not_on_the_network(sea: LatLng, routed: Routed) -> None:
    questions: list[Any] = [
        lambda: routed.routing.route(NEWPORT, sea),
        lambda: routed.routing.drive_time(sea, RYDE),
        lambda: routed.routing.route_through([NEWPORT, sea, RYDE]),
    ]
    for fetch in questions:
        with pytest.raises(NotOnNetwork):
            fetch()
        if routed.fake:
            # The refusal was the point's, not the question's.
            routed.fake.rejected.clear()


def test_no_road_between_two_islands_is_no_route(played_routing: Routed) -> None:
    for fetch in (played_routing.routing.route, played_routing.routing.drive_time):
        with pytest.raises(NoRoute):
            fetch(NEWPORT, FAR_ISLE)


def test_a_matrix_agrees_with_the_routes(routed: Routed) -> None:
    routing = routed.routing
    matrix = routing.matrix([NEWPORT, SHANKLIN], [RYDE, NEWPORT])
    assert matrix.distances_km[0][0] == routing.route(NEWPORT, RYDE).distance_km
    assert abs(seconds(matrix.durations_seconds[1][0]) - routing.route(SHANKLIN, RYDE).duration_seconds) <= 1
    # A zero is a distance, and not an unknown one.
    assert matrix.durations_seconds[0][1] == 0
    assert matrix.distances_km[0][1] == 0


def seconds(value: int | None) -> int:
    assert value is not None
    return value


def test_one_bad_point_does_not_fail_a_matrix(routed: Routed) -> None:
    matrix = routed.routing.matrix([IN_THE_CHANNEL, NEWPORT], [RYDE, IN_THE_CHANNEL])
    good = routed.routing.drive_time(NEWPORT, RYDE)
    assert matrix.durations_seconds[0] == (None, None)
    assert matrix.distances_km == ((None, None), (good.distance_km, None))
    assert abs(seconds(matrix.durations_seconds[1][0]) - good.duration_seconds) <= 1
    assert matrix.durations_seconds[1][1] is None
    forget_refusals(routed)


def test_pairs_that_no_road_joins_are_unknown_and_the_others_known(played_routing: Routed) -> None:
    matrix = played_routing.routing.matrix([NEWPORT, FAR_ISLE, RYDE], [SHANKLIN, FAR_ISLE])
    known = [[cell is not None for cell in row] for row in matrix.durations_seconds]
    assert known == [[True, False], [False, True], [True, False]]
    assert matrix.distances_km[1][1] == 0


def test_nobody_on_a_road_is_a_matrix_of_unknowns(routed: Routed) -> None:
    matrix = routed.routing.matrix([IN_THE_CHANNEL, OFF_THE_COAST], [IN_THE_CHANNEL])
    assert matrix.durations_seconds == ((None,), (None,))
    forget_refusals(routed)


def test_a_matrix_larger_than_a_provider_takes_at_once_is_whole(routed: Routed) -> None:
    routing = routed.routing
    sources, destinations = along(NEWPORT, RYDE, 70), along(SHANKLIN, NEWPORT, 40)
    matrix = routing.matrix(sources, destinations)
    assert [len(row) for row in matrix.durations_seconds] == [40] * 70
    assert [len(row) for row in matrix.distances_km] == [40] * 70
    for row, column in ((0, 0), (69, 39), (26, 24), (24, 26), (3, 39), (69, 0)):
        leg = matrix.distances_km[row][column]
        try:
            assert leg == routing.drive_time(sources[row], destinations[column]).distance_km
        except NotOnNetwork:
            assert leg is None


def test_an_empty_side_of_a_matrix_asks_nobody(routed: Routed) -> None:
    assert routed.routing.matrix([], [RYDE]).durations_seconds == ()
    assert routed.routing.matrix([NEWPORT, RYDE], []).distances_km == ((), ())
    assert routed.fake is None or routed.fake.seen == []


def test_a_trace_is_laid_on_the_roads_or_that_is_not_offered(routed: Routed) -> None:
    route = routed.routing.route(NEWPORT, RYDE)
    line = [LatLng(*point) for point in polyline.decode(route.polyline)]
    trace = trace_along(line if len(line) > 2 else along(NEWPORT, RYDE, 100))
    if routed.name.startswith("google"):
        with pytest.raises(NotOffered):
            routed.routing.match(trace)
        return
    matched = routed.routing.match(trace)
    assert abs(matched.distance_km - route.distance_km) < Decimal("0.05")
    assert 0 < matched.confidence <= 1
    assert len(matched.points) == len(trace)
    start = LatLng(*polyline.decode(matched.polylines[0], 5)[0])
    assert great_circle_km(start, NEWPORT) < 0.05


def test_a_trace_nowhere_near_a_road_is_refused(routed: Routed) -> None:
    now = datetime.now(UTC)
    with pytest.raises(Refused):
        routed.routing.match([TracePoint(IN_THE_CHANNEL, now), TracePoint(IN_THE_CHANNEL, now)])
    with pytest.raises(Refused):
        routed.routing.match([TracePoint(NEWPORT, now)])
    forget_refusals(routed)


def test_a_connection_that_is_closed_without_a_word_is_nobodys_trouble(routed: Routed) -> None:
    expected = routed.routing.drive_time(NEWPORT, RYDE)
    for _ in range(600 if routed.name == "osrm" else 100):
        assert routed.routing.drive_time(NEWPORT, RYDE) == expected


@pytest.mark.parametrize("failure", FAILURES)
def test_every_failure_of_a_server_can_be_tried_again_elsewhere(failure: str, played_routing: Routed) -> None:
    fake, routing = played_routing.fake, played_routing.routing
    assert fake is not None
    questions: list[Any] = [
        lambda: routing.route(NEWPORT, RYDE),
        lambda: routing.drive_time(NEWPORT, RYDE),
        lambda: routing.matrix([NEWPORT], [RYDE]),
    ]
    for fetch in questions:
        # Twice, for a connection that broke is tried once more.
        fake.will(*[FAILURES[failure]] * 2)
        began = time.monotonic()
        with pytest.raises(Retryable):
            fetch()
        assert time.monotonic() - began < 1.4
        fake.moods.clear()
    assert routing.drive_time(NEWPORT, RYDE).distance_km > 9


@pytest.mark.parametrize("name", ROUTING)
def test_nobody_listening_can_be_tried_again_elsewhere(name: str) -> None:
    with pytest.raises(Retryable):
        ROUTING[name]("http://127.0.0.1:9").route(NEWPORT, RYDE)


def forget_refusals(routed: Routed) -> None:
    if routed.fake:
        routed.fake.rejected.clear()
