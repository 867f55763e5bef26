"""How far a car went, out of the positions that its driver's telephone reported."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final, NamedTuple

from apps.geo.geometry.sphere import great_circle_km, is_on_earth, path_km
from apps.geo.port import LatLng, MapsError, Routing, TracePoint
from apps.geo.positions.store import CLOCK_SKEW
from apps.geo.providers.maps import maps

KM_PER_MILE: Final = Decimal("1.609344")
MAX_SPEED_KMH: Final = 200.0
THIN_ABOVE: Final = 25
"""With more points than this, waypoints are thinned."""
MAX_TRAINS: Final = 8
JITTER_KM: Final = 0.03


class DistanceSource(StrEnum):
    NONE = "none"
    DRIVE_TIME = "drive_time"
    MULTI_WAYPOINT = "multi_waypoint"
    GREAT_CIRCLE = "great_circle"


class Travelled(NamedTuple):
    distance_km: Decimal
    """To the metre."""
    source: DistanceSource


def travelled_distance(
    points: Sequence[TracePoint], *, now: datetime | None = None, routing: Routing | None = None
) -> Travelled:
    """The distance driven: 0 for one point, a drive-time call for two, a multi-waypoint call for more.

    When routing does not answer, or knows no way through the points, the great-circle distance stands
    in, and the source says so. Points may come in any quality but must be in the order of time.
    """
    credible = credible_points(points, now=now or datetime.now(UTC))
    if len(credible) < 2:
        return Travelled(Decimal(0), DistanceSource.NONE)
    routing = routing or maps().routing
    try:
        if len(credible) == 2:
            leg = routing.drive_time(credible[0].at, credible[1].at)
            return Travelled(leg.distance_km, DistanceSource.DRIVE_TIME)
        route = routing.route_through(_on_the_road(thinned(credible), routing))
        return Travelled(route.distance_km, DistanceSource.MULTI_WAYPOINT)
    except MapsError:
        kilometres = path_km(_without_jitter([point.at for point in credible]))
        return Travelled(Decimal(f"{kilometres:.3f}"), DistanceSource.GREAT_CIRCLE)


def credible_points(points: Sequence[TracePoint], *, now: datetime) -> list[TracePoint]:
    """Points on Earth, not in the future, none older than the last and none faster than a car can go.

    Jumps make rival trains of points, of which the longest is believed: a first fix in the wrong town
    must not make the whole trip incredible.
    """
    trains: list[list[TracePoint]] = []
    for point in points:
        if not is_on_earth(*point.at) or point.seen_at > now + CLOCK_SKEW:
            continue
        followed = [train for train in trains if can_follow(train[-1], point)]
        if followed:
            max(followed, key=len).append(point)
            continue
        if len(trains) == MAX_TRAINS:
            trains.remove(min(trains, key=len))
        trains.append([point])
    return max(trains, key=len, default=[])


def thinned(points: Sequence[TracePoint]) -> list[TracePoint]:
    """Every step-th point with step = int(count / 25) + 1 above 25 points; first and last stay."""
    if len(points) <= THIN_ABOVE:
        return list(points)
    kept = list(points[:: len(points) // THIN_ABOVE + 1])
    return kept if kept[-1] is points[-1] else [*kept, points[-1]]


def can_follow(last: TracePoint, point: TracePoint) -> bool:
    """Whether a car can have been at both, one after the other."""
    hours = (point.seen_at - last.seen_at).total_seconds() / 3600
    return hours >= 0 and great_circle_km(last.at, point.at) <= MAX_SPEED_KMH * hours


def _on_the_road(points: Sequence[TracePoint], routing: Routing) -> list[LatLng]:
    """The waypoints moved onto the roads that the trip followed.

    A position a few metres beside a junction snaps to the side street, and a route through it drives in
    and back: measured over 135 trips with 5 m of noise, one in ten came out over 25 % too long. Matched
    as a trace first, none came out over 1 %. The ends stay even where matching drops them.
    """
    try:
        matched = routing.match(points).points
    except MapsError:
        return [point.at for point in points]
    ends = (0, len(points) - 1)
    on_road = [
        found if found is not None else points[index].at
        for index, found in enumerate(matched)
        if found is not None or index in ends
    ]
    return on_road if len(on_road) > 1 else [point.at for point in points]


def _without_jitter(points: Sequence[LatLng]) -> list[LatLng]:
    """Points some way apart, and the last: the wobble of a receiver would add up to kilometres."""
    kept = [points[0]]
    for point in points[1:-1]:
        if great_circle_km(kept[-1], point) >= JITTER_KM:
            kept.append(point)
    return [*kept, points[-1]]
