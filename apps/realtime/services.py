"""Positions received by POST, handled like those of the socket but in the request's thread."""

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
    """Store and broadcast a driver's points; return the number of accepted and rejected ones.

    Raises BadInput unless it is a list of points.
    """
    reports, rejected = read_points(driver_id, points, now=timezone.now())
    for position in store_positions([reports]):
        if position is None or position.trip is None:
            record_positions(reports[-1:])
        if position is not None:
            _broadcast(position)
    return len(reports), rejected


def _broadcast(position: DriverPosition) -> None:
    trips = []
    if position.trip is not None:
        topic = trip_topic(position.trip)
        trips = [(topic, trip_frame(position, topic))]
    fleet = [(position.report.driver_id, position.fleet_admin_id, frames.text_of(position.for_fleet()))]
    try:
        send_from_thread(redis, trips=trips, fleet=fleet)
    except RedisError as error:
        # The position is stored; the next one will be broadcast.
        log.warning("position not broadcast driver=%s error=%r", position.report.driver_id, error)
