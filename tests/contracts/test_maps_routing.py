"""The contract of routing adapters, run against a real OSRM and fakes of the others."""

import itertools
import time
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import polyline
import pytest

from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng, NoRoute, NotOffered, NotOnNetwork, Refused, Retryable, TracePoint
from tests.contracts.conftest import ROUTING, RoutingCase
from tests.fakes.maps.fixtures import OTHER_ISLAND
from tests.fakes.maps.server import Failure, hang_up, respond, time_out

NEWPORT = LatLng(50.7000, -1.2930)
RYDE = LatLng(50.7300, -1.1620)
SHANKLIN = LatLng(50.6270, -1.1780)
FAR_OFFSHORE = LatLng(50.0, -1.5)
NEAR_OFFSHORE = LatLng(50.40, -1.30)
"""Twenty kilometres offshore: within the distance from which some servers snap."""

FAILURES: dict[str, Failure] = {
    "timeout": time_out,
    "connection closed": hang_up,
    "proxy error page": respond(502, b"<h1>Bad Gateway</h1>"),
    "too many requests": respond(429, b'{"error": "slow down"}'),
    "HTML page": respond(200, b"<html>Sign in to the wireless network</html>"),
    "forbidden": respond(403, b'{"message": "Forbidden"}'),
    "not found": respond(404, b'{"error": "nothing here"}'),
    "unknown shape": respond(200, b'{"status": "OK", "routes": [{}], "trip": []}'),
    "list": respond(200, b"[1, 2]"),
    "redirect": respond(302, b"{}"),
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


def test_route_has_distance_duration_and_a_polyline_of_precision_5(routing_case: RoutingCase) -> None:
    route = routing_case.routing.route(NEWPORT, RYDE)
    assert 9 < route.distance_km < 14
    assert route.distance_km == route.distance_km.quantize(Decimal("0.001"))
    assert 500 < route.duration_seconds < 1200
    line = [LatLng(*point) for point in polyline.decode(route.polyline, 5)]
    assert great_circle_km(line[0], NEWPORT) < 0.05
    assert great_circle_km(line[-1], RYDE) < 0.05


def test_drive_time_equals_that_of_the_route(routing_case: RoutingCase) -> None:
    route, leg = routing_case.routing.route(RYDE, SHANKLIN), routing_case.routing.drive_time(RYDE, SHANKLIN)
    assert (leg.distance_km, leg.duration_seconds) == (route.distance_km, route.duration_seconds)


def test_route_from_a_point_to_itself_is_zero(routing_case: RoutingCase) -> None:
    leg = routing_case.routing.drive_time(NEWPORT, NEWPORT)
    assert (leg.distance_km, leg.duration_seconds) == (Decimal(0), 0)


def test_route_through_points_is_the_sum_of_its_legs(routing_case: RoutingCase) -> None:
    routing = routing_case.routing
    whole = routing.route_through([NEWPORT, SHANKLIN, RYDE])
    parts = [routing.route(NEWPORT, SHANKLIN), routing.route(SHANKLIN, RYDE)]
    assert abs(whole.distance_km - sum(part.distance_km for part in parts)) <= Decimal("0.3")
    assert abs(whole.duration_seconds - sum(part.duration_seconds for part in parts)) <= 30
    line = [LatLng(*point) for point in polyline.decode(whole.polyline)]
    assert min(great_circle_km(point, SHANKLIN) for point in line) < 0.05


def test_more_points_than_the_limit_of_one_request(routing_case: RoutingCase) -> None:
    stops = [NEWPORT, RYDE] * 32
    whole = routing_case.routing.route_through(stops)
    there, back = routing_case.routing.route(NEWPORT, RYDE), routing_case.routing.route(RYDE, NEWPORT)
    expected = 32 * there.distance_km + 31 * back.distance_km
    assert abs(whole.distance_km - expected) < expected / 50
    line = polyline.decode(whole.polyline)
    assert great_circle_km(LatLng(*line[0]), NEWPORT) < 0.05
    assert great_circle_km(LatLng(*line[-1]), RYDE) < 0.05
    # The point where two requests meet is not repeated.
    assert all(a != b for a, b in itertools.pairwise(line)) or routing_case.name == "osrm"


def test_route_through_one_point_is_refused(routing_case: RoutingCase) -> None:
    with pytest.raises(Refused):
        routing_case.routing.route_through([NEWPORT])


@pytest.mark.parametrize("sea", [FAR_OFFSHORE, NEAR_OFFSHORE])
def test_point_far_from_every_road_is_not_on_the_network(sea: LatLng, routing_case: RoutingCase) -> None:
    calls: list[Any] = [
        lambda: routing_case.routing.route(NEWPORT, sea),
        lambda: routing_case.routing.drive_time(sea, RYDE),
        lambda: routing_case.routing.route_through([NEWPORT, sea, RYDE]),
    ]
    for fetch in calls:
        with pytest.raises(NotOnNetwork):
            fetch()
        if routing_case.fake:
            # The fake rejected the point, not a malformed request.
            routing_case.fake.rejected.clear()


def test_unconnected_islands_have_no_route(faked_routing: RoutingCase) -> None:
    for fetch in (faked_routing.routing.route, faked_routing.routing.drive_time):
        with pytest.raises(NoRoute):
            fetch(NEWPORT, OTHER_ISLAND)


def test_matrix_equals_the_routes(routing_case: RoutingCase) -> None:
    routing = routing_case.routing
    matrix = routing.matrix([NEWPORT, SHANKLIN], [RYDE, NEWPORT])
    assert matrix.distances_km[0][0] == routing.route(NEWPORT, RYDE).distance_km
    assert abs(seconds(matrix.durations_seconds[1][0]) - routing.route(SHANKLIN, RYDE).duration_seconds) <= 1
    # Zero is a known distance.
    assert matrix.durations_seconds[0][1] == 0
    assert matrix.distances_km[0][1] == 0


def seconds(value: int | None) -> int:
    assert value is not None
    return value


def test_point_off_the_network_does_not_fail_a_matrix(routing_case: RoutingCase) -> None:
    matrix = routing_case.routing.matrix([FAR_OFFSHORE, NEWPORT], [RYDE, FAR_OFFSHORE])
    good = routing_case.routing.drive_time(NEWPORT, RYDE)
    assert matrix.durations_seconds[0] == (None, None)
    assert matrix.distances_km == ((None, None), (good.distance_km, None))
    assert abs(seconds(matrix.durations_seconds[1][0]) - good.duration_seconds) <= 1
    assert matrix.durations_seconds[1][1] is None
    clear_rejections(routing_case)


def test_unconnected_pairs_of_a_matrix_are_unknown(faked_routing: RoutingCase) -> None:
    matrix = faked_routing.routing.matrix([NEWPORT, OTHER_ISLAND, RYDE], [SHANKLIN, OTHER_ISLAND])
    known = [[cell is not None for cell in row] for row in matrix.durations_seconds]
    assert known == [[True, False], [False, True], [True, False]]
    assert matrix.distances_km[1][1] == 0


def test_matrix_without_a_point_on_the_network_is_all_unknown(routing_case: RoutingCase) -> None:
    matrix = routing_case.routing.matrix([FAR_OFFSHORE, NEAR_OFFSHORE], [FAR_OFFSHORE])
    assert matrix.durations_seconds == ((None,), (None,))
    clear_rejections(routing_case)


def test_matrix_larger_than_the_limit_of_one_request_is_complete(routing_case: RoutingCase) -> None:
    routing = routing_case.routing
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


def test_matrix_with_an_empty_side_sends_no_request(routing_case: RoutingCase) -> None:
    assert routing_case.routing.matrix([], [RYDE]).durations_seconds == ()
    assert routing_case.routing.matrix([NEWPORT, RYDE], []).distances_km == ((), ())
    assert routing_case.fake is None or routing_case.fake.seen == []


def test_trace_is_matched_to_roads_or_matching_is_not_offered(routing_case: RoutingCase) -> None:
    route = routing_case.routing.route(NEWPORT, RYDE)
    line = [LatLng(*point) for point in polyline.decode(route.polyline)]
    trace = trace_along(line if len(line) > 2 else along(NEWPORT, RYDE, 100))
    if routing_case.name.startswith("google"):
        with pytest.raises(NotOffered):
            routing_case.routing.match(trace)
        return
    matched = routing_case.routing.match(trace)
    assert abs(matched.distance_km - route.distance_km) < Decimal("0.05")
    assert 0 < matched.confidence <= 1
    assert len(matched.points) == len(trace)
    start = LatLng(*polyline.decode(matched.polylines[0], 5)[0])
    assert great_circle_km(start, NEWPORT) < 0.05


def test_trace_far_from_every_road_is_refused(routing_case: RoutingCase) -> None:
    now = datetime.now(UTC)
    with pytest.raises(Refused):
        routing_case.routing.match([TracePoint(FAR_OFFSHORE, now), TracePoint(FAR_OFFSHORE, now)])
    with pytest.raises(Refused):
        routing_case.routing.match([TracePoint(NEWPORT, now)])
    clear_rejections(routing_case)


def test_reused_connection_closed_by_the_server_is_reopened(routing_case: RoutingCase) -> None:
    expected = routing_case.routing.drive_time(NEWPORT, RYDE)
    for _ in range(600 if routing_case.name == "osrm" else 100):
        assert routing_case.routing.drive_time(NEWPORT, RYDE) == expected


@pytest.mark.parametrize("failure", FAILURES)
def test_server_failure_is_retryable(failure: str, faked_routing: RoutingCase) -> None:
    fake, routing = faked_routing.fake, faked_routing.routing
    assert fake is not None
    calls: list[Any] = [
        lambda: routing.route(NEWPORT, RYDE),
        lambda: routing.drive_time(NEWPORT, RYDE),
        lambda: routing.matrix([NEWPORT], [RYDE]),
    ]
    for fetch in calls:
        # Twice: a broken connection is retried once.
        fake.fail_next(*[FAILURES[failure]] * 2)
        began = time.monotonic()
        with pytest.raises(Retryable):
            fetch()
        assert time.monotonic() - began < 1.4
        fake.failures.clear()
    assert routing.drive_time(NEWPORT, RYDE).distance_km > 9


@pytest.mark.parametrize("name", ROUTING)
def test_refused_connection_is_retryable(name: str) -> None:
    with pytest.raises(Retryable):
        ROUTING[name]("http://127.0.0.1:9").route(NEWPORT, RYDE)


def clear_rejections(routing_case: RoutingCase) -> None:
    if routing_case.fake:
        routing_case.fake.rejected.clear()
