"""The OSRM adapter against a server that fails in every way OSRM and networks do."""

import itertools
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.adapters.osrm.cache import RecentResponses
from apps.geo.port import LatLng, MapsError, NoRoute, NotOnNetwork, Refused, Retryable, TracePoint
from tests.geo.fake_osrm import FakeOsrm, delay, hang_up, ok, refuse, route, send

HERE = LatLng(50.7, -1.29)
THERE = LatLng(50.73, -1.16)


@pytest.fixture
def failing(fake_osrm: FakeOsrm) -> OsrmRouting:
    return OsrmRouting(fake_osrm.url, timeout_seconds=0.4)


def test_route_request_has_a_radius_and_longitude_first(fake_osrm: FakeOsrm, failing: OsrmRouting) -> None:
    fake_osrm.will(route(12445.6, 968.5, "abc"))
    found = failing.route(HERE, THERE)
    assert (found.distance_km, found.duration_seconds, found.polyline) == (Decimal("12.446"), 968, "abc")
    (seen,) = fake_osrm.seen
    assert seen["path"] == "/route/v1/driving/-1.290000,50.700000;-1.160000,50.730000"
    assert seen["query"]["radiuses"] == "1000;1000"
    assert seen["query"]["overview"] == "full"


@pytest.mark.parametrize(
    ("code", "error"),
    [("NoRoute", NoRoute), ("NoSegment", NotOnNetwork), ("InvalidValue", Refused), ("TooBig", Refused)],
)
def test_refusal_is_not_retried(
    code: str, error: type[MapsError], fake_osrm: FakeOsrm, failing: OsrmRouting
) -> None:
    fake_osrm.will(refuse(code))
    with pytest.raises(error):
        failing.route(HERE, THERE)
    assert len(fake_osrm.seen) == 1


def test_closed_connection_is_retried_once(fake_osrm: FakeOsrm, failing: OsrmRouting) -> None:
    fake_osrm.will(hang_up, route(1000, 60))
    assert failing.route(HERE, THERE).distance_km == Decimal("1.000")
    fake_osrm.will(hang_up, hang_up)
    with pytest.raises(Retryable):
        failing.route(THERE, HERE)


def test_silent_server_times_out(fake_osrm: FakeOsrm, failing: OsrmRouting) -> None:
    fake_osrm.will(delay(1.0))
    with pytest.raises(Retryable):
        failing.route(HERE, THERE)


@pytest.mark.parametrize(
    "reply", [send(502, b"<h1>Bad Gateway</h1>"), send(200, b"not json"), send(500, b'{"code": "Odd"}')]
)
def test_malformed_response_is_retryable(reply: Any, fake_osrm: FakeOsrm, failing: OsrmRouting) -> None:
    fake_osrm.will(reply)
    with pytest.raises(Retryable):
        failing.route(HERE, THERE)


def test_unreachable_server_is_retryable() -> None:
    with pytest.raises(Retryable):
        OsrmRouting("http://127.0.0.1:9", timeout_seconds=0.4).route(HERE, THERE)


def test_route_is_cached_and_a_failure_is_not(fake_osrm: FakeOsrm, failing: OsrmRouting) -> None:
    fake_osrm.will(refuse("NoRoute"), route(1000, 60))
    with pytest.raises(NoRoute):
        failing.route(HERE, THERE)
    first = failing.route(HERE, THERE)
    # A metre away uses the same cache entry.
    assert failing.route(LatLng(HERE.lat + 1e-6, HERE.lng), THERE) is first
    assert len(fake_osrm.seen) == 2


def test_cache_is_limited_by_time_and_size() -> None:
    clock = [0.0]
    recent = RecentResponses[int](size=2, seconds=10, clock=lambda: clock[0])
    numbers = itertools.count(1)

    def fetch(key: str) -> int:
        return recent.get_or_fetch(key, lambda: next(numbers))

    assert [fetch("a"), fetch("a"), fetch("b"), fetch("a"), fetch("c"), fetch("a"), fetch("b")] == [
        1,
        1,
        2,
        1,
        3,
        1,
        4,
    ]
    clock[0] = 10.0
    assert fetch("a") == 5


def _table(handler_points: int) -> Any:
    def reply(handler: Any) -> None:
        seen = handler.server.seen[-1]
        rows = len(seen["query"]["sources"].split(";"))
        columns = len(seen["query"]["destinations"].split(";"))
        if rows * columns > handler_points:
            refuse("TooBig")(handler)
            return
        near = {"distance": 3.0}
        ok(
            durations=[[60.4] * columns] * rows,
            distances=[[1000.4] * columns] * rows,
            sources=[near] * rows,
            destinations=[near] * columns,
        )(handler)

    return reply


def test_table_too_big_for_the_server_is_split(fake_osrm: FakeOsrm, failing: OsrmRouting) -> None:
    fake_osrm.will(*[_table(6)] * 7)
    matrix = failing.matrix([HERE] * 4, [THERE] * 4)
    assert matrix.durations_seconds == ((60,) * 4,) * 4
    assert matrix.distances_km == ((Decimal("1.000"),) * 4,) * 4
    # 4 x 4 refused, then 2 x 4 refused twice, and each 2 x 2 accepted.
    assert len(fake_osrm.seen) == 7


def test_long_trace_is_matched_in_overlapping_parts(fake_osrm: FakeOsrm, failing: OsrmRouting) -> None:
    def part(points: int) -> Any:
        return ok(
            matchings=[{"distance": 500.0, "duration": 30.0, "confidence": 0.9, "geometry": "x"}],
            tracepoints=[{"location": [-1.29, 50.7]}] * points,
        )

    fake_osrm.will(refuse("TooBig"), part(4), part(4))
    began = datetime(2026, 11, 21, tzinfo=UTC)
    trace = [TracePoint(HERE, began + timedelta(seconds=second)) for second in range(7)]
    matched = failing.match(trace)
    assert matched.distance_km == Decimal("1.000")
    assert matched.duration_seconds == 60
    assert len(matched.points) == 7
    assert fake_osrm.seen[0]["query"]["timestamps"].split(";")[0] == str(int(began.timestamp()))
