"""Positions received by POST: the same path as over the socket, in the request's thread."""

import logging

from django.utils import timezone
from redis import RedisError

from apps.geo.positions.store import record_positions
from apps.realtime import frames
from apps.realtime.positions.broadcaster import trip_frame, trip_topic
from apps.realtime.positions.bus import send_from_thread
from apps.realtime.positions.points import read_points
from apps.realtime.positions.position_store import DriverPosition, store_positions
from apps.realtime.tickets import redis

log = logging.getLogger(__name__)


def accept_positions(*, driver_id: int, points: object) -> tuple[int, int]:
    """Store a driver's points and show the newest; returns how many were accepted and how many rejected.

    Raises BadInput for what is no list of points.
    """
    reports, rejected = read_points(driver_id, points, now=timezone.now())
    for position in store_positions([reports]):
        if position is None or position.trip is None:
            record_positions(reports[-1:])
        if position is not None:
            _show(position)
    return len(reports), rejected


def _show(position: DriverPosition) -> None:
    trips = []
    if position.trip is not None:
        topic = trip_topic(position.trip)
        trips = [(topic, trip_frame(position, topic))]
    fleet = [(position.report.driver_id, position.fleet_admin_id, frames.text_of(position.for_fleet()))]
    try:
        send_from_thread(redis, trips=trips, fleet=fleet)
    except RedisError as error:
        # Stored it is; the next position will be seen.
        log.warning("position not shown driver=%s error=%r", position.report.driver_id, error)
