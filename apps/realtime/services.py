"""Positions that come by POST: the same way as over the socket, in the request's own thread."""

import logging

from django.utils import timezone
from redis import RedisError

from apps.geo.positions import record_positions
from apps.realtime import frames
from apps.realtime.bus import send_from_thread
from apps.realtime.display import trip_frame, trip_topic
from apps.realtime.ingest import Sighting, store_sightings
from apps.realtime.points import read_points
from apps.realtime.tickets import redis

log = logging.getLogger(__name__)


def accept_positions(*, driver_id: int, points: object) -> tuple[int, int]:
    """Store a driver's points and show the newest; returns how many were accepted and how many rejected.

    Raises BadInput for what is no list of points.
    """
    reports, rejected = read_points(driver_id, points, now=timezone.now())
    for sighting in store_sightings([reports]):
        if sighting is None or sighting.trip is None:
            record_positions(reports[-1:])
        if sighting is not None:
            _show(sighting)
    return len(reports), rejected


def _show(sighting: Sighting) -> None:
    trips = []
    if sighting.trip is not None:
        topic = trip_topic(sighting.trip)
        trips = [(topic, trip_frame(sighting, topic))]
    fleet = [(sighting.report.driver_id, sighting.fleet_admin_id, frames.text_of(sighting.for_fleet()))]
    try:
        send_from_thread(redis, trips=trips, fleet=fleet)
    except RedisError as error:
        # Stored it is; the next position will be seen.
        log.warning("position not shown driver=%s error=%r", sighting.report.driver_id, error)
