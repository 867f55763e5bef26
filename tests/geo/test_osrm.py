"""The OSRM adapter against a real OSRM of the Isle of Wight."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import polyline
import pytest

from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng, NotOnNetwork, Refused, TracePoint

NEWPORT = LatLng(50.7000, -1.2930)
RYDE = LatLng(50.7300, -1.1620)
SHANKLIN = LatLng(50.6270, -1.1780)
IN_THE_CHANNEL = LatLng(50.0, -1.5)


def test_route_has_length_time_and_a_line(routing: OsrmRouting) -> None:
    route = routing.route(NEWPORT, RYDE)
    assert route.distance_km == Decimal("12.446")
    assert route.duration_seconds == 969
    line = [LatLng(*point) for point in polyline.decode(route.polyline)]
    assert len(line) > 100
    assert great_circle_km(line[0], NEWPORT) < 0.05
    assert great_circle_km(line[-1], RYDE) < 0.05


def test_drive_time_equals_the_route(routing: OsrmRouting) -> None:
    route, leg = routing.route(RYDE, SHANKLIN), routing.drive_time(RYDE, SHANKLIN)
    assert (leg.distance_km, leg.duration_seconds) == (route.distance_km, route.duration_seconds)


def test_route_through_points_is_the_sum_of_its_segments(routing: OsrmRouting) -> None:
    whole = routing.route_through([NEWPORT, SHANKLIN, RYDE])
    parts = routing.route(NEWPORT, SHANKLIN).distance_km + routing.route(SHANKLIN, RYDE).distance_km
    assert abs(whole.distance_km - parts) <= Decimal("0.3")


def test_point_far_from_roads_is_not_on_network(routing: OsrmRouting) -> None:
    with pytest.raises(NotOnNetwork):
        routing.route(NEWPORT, IN_THE_CHANNEL)


def test_matrix_agrees_with_routes(routing: OsrmRouting) -> None:
    matrix = routing.matrix([NEWPORT, SHANKLIN], [RYDE, NEWPORT])
    assert matrix.distances_km[0][0] == routing.route(NEWPORT, RYDE).distance_km
    assert matrix.durations_seconds[1][0] == routing.route(SHANKLIN, RYDE).duration_seconds
    assert matrix.durations_seconds[0][1] == 0


def test_bad_point_does_not_fail_a_matrix(routing: OsrmRouting) -> None:
    matrix = routing.matrix([IN_THE_CHANNEL, NEWPORT], [RYDE, IN_THE_CHANNEL])
    assert matrix.durations_seconds[0] == (None, None)
    assert matrix.distances_km[0] == (None, None)
    assert matrix.durations_seconds[1][0] == 969
    assert matrix.durations_seconds[1][1] is None


def test_matrix_may_have_more_points_than_a_url_holds(routing: OsrmRouting) -> None:
    line = polyline.decode(routing.route(NEWPORT, RYDE).polyline)
    points = [LatLng(*point) for point in line[:150]]
    matrix = routing.matrix(points, [RYDE])
    assert len(matrix.durations_seconds) == 150
    seconds = [row[0] for row in matrix.durations_seconds]
    assert seconds[0] is not None
    assert seconds[-1] is not None
    assert seconds[0] > seconds[-1] > 0


def test_empty_side_of_a_matrix_sends_no_request(routing: OsrmRouting) -> None:
    assert routing.matrix([], [RYDE]).durations_seconds == ()
    assert routing.matrix([NEWPORT, RYDE], []).distances_km == ((), ())


def test_trace_is_matched_to_its_roads(routing: OsrmRouting) -> None:
    route = routing.route(NEWPORT, RYDE)
    began = datetime(2026, 11, 21, 12, tzinfo=UTC)
    trace = [
        TracePoint(LatLng(*point), began + timedelta(seconds=4 * index))
        for index, point in enumerate(polyline.decode(route.polyline))
    ]
    matched = routing.match(trace)
    assert abs(matched.distance_km - route.distance_km) < Decimal("0.05")
    assert matched.confidence > 0.8
    assert len(matched.points) == len(trace)


def test_stationary_trace_is_refused(routing: OsrmRouting) -> None:
    now = datetime.now(UTC)
    with pytest.raises(Refused):
        routing.match([TracePoint(IN_THE_CHANNEL, now), TracePoint(IN_THE_CHANNEL, now)])
    with pytest.raises(Refused):
        routing.match([TracePoint(NEWPORT, now)])


def test_thousands_of_requests_on_kept_connections_succeed(osrm_url: str) -> None:
    # OSRM closes a connection after 512 requests.
    routing = OsrmRouting(osrm_url, cache_seconds=0)
    for _ in range(1100):
        assert routing.drive_time(NEWPORT, RYDE).duration_seconds == 969
