"""Points sent by phones: only possible ones are accepted."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from apps.core.errors import BadInput
from apps.realtime.positions.points import MAX_POINTS, read_points

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def point(seconds: float = 0, **fields: Any) -> dict[str, Any]:
    return {"lat": 50.7, "lng": -1.3, "at": (NOW - timedelta(seconds=seconds)).isoformat(), **fields}


def test_batch_is_sorted_oldest_first() -> None:
    reports, rejected = read_points(7, [point(1), point(3), point(2)], now=NOW)
    assert [(NOW - report.at).seconds for report in reports] == [3, 2, 1]
    assert rejected == 0
    assert {report.driver_id for report in reports} == {7}


@pytest.mark.parametrize(
    "bad",
    [
        point(lat=91), point(lng=-180.1), point(lat=float("nan")), point(lat=float("inf")), point(lat="50"),
        point(lat=True), point(lat=None), point(lat=10**400), point(at="yesterday"), point(at=None),
        point(at=1700000000), point(at="2026-06-01T11:59:00"), point(-31), point(at=""), {}, [], "x", None, 3,
    ],
)  # fmt: skip
def test_impossible_point_is_rejected_alone(bad: object) -> None:
    reports, rejected = read_points(7, [point(2), bad, point(1)], now=NOW)
    assert len(reports) == 2
    assert rejected == 1


@pytest.mark.parametrize("points", [None, {}, "points", 5, [point()] * (MAX_POINTS + 1)])
def test_points_that_are_not_a_list_are_refused(points: object) -> None:
    with pytest.raises(BadInput) as refusal:
        read_points(7, points, now=NOW)
    assert refusal.value.code == "invalid"


@pytest.mark.parametrize(
    ("heading", "speed", "read"),
    [
        (90, 12.5, (90.0, 12.5)), (360, 0, (0.0, 0.0)), (None, None, (None, None)), (-1, -1, (None, None)),
        (float("nan"), float("nan"), (None, None)), ("north", "fast", (None, None)),
    ],
)  # fmt: skip
def test_invalid_heading_and_speed_are_dropped(heading: object, speed: object, read: object) -> None:
    [report], _ = read_points(7, [point(heading=heading, speed=speed)], now=NOW)
    assert (report.heading, report.speed) == read


def test_z_and_offsets_are_the_same_time() -> None:
    times = ["2026-06-01T12:00:00Z", "2026-06-01T14:00:00+02:00"]
    reports, _ = read_points(7, [point(at=at) for at in times], now=NOW)
    assert [report.at for report in reports] == [NOW, NOW]
