"""Runs replays: one at a time, in batches, with progress, restarted after a crash."""

import hashlib
import json
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import Q, QuerySet
from django.db.models.base import ModelState
from django.utils import timezone

from apps.bookings.choices import SETTLED, UNPAID, ReplayState, Status
from apps.bookings.models import Booking, ReplayRun, TrackingPoint
from apps.bookings.replay.prices import (
    FIELDS,
    NotRepriced,
    Repriced,
    RepricedFee,
    has_zones,
    reprice,
    reprice_fee,
)
from apps.bookings.replay.summary import Summary
from apps.core.outbox.jobs import Retry
from apps.core.paging.keyset import Ordering, SortedQuery
from apps.core.platform import platform_settings
from apps.core.postgres import session_lock
from apps.fares.models import PublicHoliday
from apps.fares.tariff_engine.zones import Point
from apps.fares.tariffs.in_force import LoadedTariff, load_document
from config.version import VERSION

log = logging.getLogger(__name__)

RUNNING_LOCK: Final = 0x7265706C6179
"""The advisory lock of the running session, released when its worker ends in any way."""
ATTEMPTS: Final = 3
BATCH: Final = 500
UNFINISHED: Final = (ReplayState.QUEUED, ReplayState.RUNNING)


class Cancelled(Exception):
    """The run was deleted."""


Result = Repriced | RepricedFee | NotRepriced
CANCELLED_FOR_A_FEE: Final = Q(status=Status.CANCELLED, cancellation_details__isnull=False)
"""Free ones included, if a rule could make them cost a fee."""


def trips_between(first_day: date, last_day: date) -> QuerySet[Booking]:
    """Return the bookings whose trip has ended or was cancelled for a fee, by the platform's days."""
    ended = Q(status__in=(*UNPAID, *SETTLED))
    return _booked_between(first_day, last_day).filter(ended | CANCELLED_FOR_A_FEE)


def run_replay(*, run_id: int) -> None:
    """Run an unfinished replay. Raise Retry while another one runs.

    A worker that died leaves the state at running: the worker that gets the lock next starts again, at most
    ATTEMPTS times; then the run fails with an error.
    """
    # Dispatch uses the same workers: replays must not occupy more than one.
    with session_lock(RUNNING_LOCK, application_name="hansom-replay") as is_locked:
        if not is_locked:
            raise Retry("another replay is running", delay_seconds=2)
        run = _start_attempt(run_id)
        if run is None:
            return
        try:
            _run(run)
        except Cancelled:
            log.info("replay %s was cancelled", run_id)
        except Exception as error:
            log.exception("replay %s failed", run_id)
            if run.attempts < ATTEMPTS:
                raise Retry(f"{type(error).__name__}: {error}") from error
            _store(run, state=ReplayState.FAILED, error="replay_failed", finished_at=timezone.now())


def _start_attempt(run_id: int) -> ReplayRun | None:
    """Start another attempt and return the run, or None if there is nothing to do."""
    with transaction.atomic():
        run = ReplayRun.objects.select_for_update().filter(pk=run_id, state__in=UNFINISHED).first()
        if run is None:
            return None
        run.attempts += 1
        run.state, run.trips_done = ReplayState.RUNNING, 0
        # The previous attempts ended without an error, because the worker was killed.
        if run.attempts > ATTEMPTS:
            run.state, run.error, run.finished_at = ReplayState.FAILED, "replay_failed", timezone.now()
        run.save()
    return run if run.state == ReplayState.RUNNING else None


def _run(run: ReplayRun) -> None:
    holidays = list(PublicHoliday.objects.order_by("day").values_list("day", flat=True))
    tariff = None
    if run.document is not None:
        tariff = load_document(run.document).with_holidays(holidays)
    tz = platform_settings().tz
    summary, digest = Summary(), hashlib.sha256()
    head = [
        run.document,
        [str(day) for day in holidays],
        str(run.first_day),
        str(run.last_day),
        VERSION,
        tz.key,
    ]
    digest.update(json.dumps(head, sort_keys=True).encode())
    done = 0
    for batch in _batches(trips_between(run.first_day, run.last_day)):
        for booking, priced in repriced(batch, tariff):
            _add(summary, booking, priced, tz)
            digest.update(_line(booking, priced).encode())
        done += len(batch)
        _store(run, trips_done=done)
    free = _booked_between(run.first_day, run.last_day).filter(status=Status.CANCELLED)
    cancelled = free.exclude(CANCELLED_FOR_A_FEE).count()
    results = summary.as_json(cancelled=cancelled)
    digest.update(json.dumps(results, sort_keys=True).encode())
    _store(
        run,
        state=ReplayState.DONE,
        results=results,
        fingerprint=digest.hexdigest(),
        trips_total=done,
        finished_at=timezone.now(),
    )


def _batches(rows: QuerySet[Booking]) -> Iterator[list[Booking]]:
    """Yield bookings with the columns that prices depend on, in the order of their trips."""
    ordering, names, cursor = Ordering("trip_date", descending=False), ("id", *FIELDS), ""
    while True:
        page = SortedQuery(rows, ordering).after(cursor)[:BATCH].values_list(*names)
        batch = [_booking(dict(zip(names, row, strict=True))) for row in page]
        if batch:
            yield batch
        if len(batch) < BATCH:
            return
        cursor = ordering.cursor(batch[-1])


def _booking(values: dict[str, Any]) -> Booking:
    """Return a booking with these columns; the others are read when needed.

    Without the constructor, which visits each of the table's hundred columns: a quarter of the time of a run.
    """
    booking = Booking.__new__(Booking)
    state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    booking.__dict__ = values | {"_state": state}
    return booking


def repriced(batch: Sequence[Booking], tariff: LoadedTariff | None) -> Iterator[tuple[Booking, Result]]:
    """Yield each booking with its prices, or the reason why it has none."""
    by_zones = tariff is not None and tariff.zone_map is not None
    tracks = _tracks(booking.pk for booking in batch if by_zones or has_zones(booking))
    for booking in batch:
        try:
            if booking.status == Status.CANCELLED:
                yield booking, reprice_fee(booking, tariff)
            else:
                yield booking, reprice(booking, tariff, track=tracks.get(booking.pk, ()))
        except NotRepriced as left:
            yield booking, left


def _tracks(booking_ids: Iterable[int]) -> dict[int, list[Point]]:
    """Return the points of each trip that its fare is based on."""
    ids = list(booking_ids)
    tracks: dict[int, list[Point]] = defaultdict(list)
    if ids:
        points = TrackingPoint.objects.filter(
            booking_id__in=ids, status__in=(Status.STARTED, Status.REACHED)
        ).order_by("booking_id", "at")
        for booking_id, lat, lng in points.values_list("booking_id", "lat", "lng"):
            tracks[booking_id].append((lat, lng))
    return tracks


def _add(summary: Summary, booking: Booking, priced: Result, tz: ZoneInfo) -> None:
    if isinstance(priced, NotRepriced):
        summary.leave(booking, priced.reason)
        return
    at = (booking.trip_start_time or booking.trip_date).astimezone(tz)
    if isinstance(priced, RepricedFee):
        summary.add_fee(booking, at, priced)
    else:
        summary.add(booking, at, priced)


def _line(booking: Booking, priced: Result) -> str:
    """Return what the fingerprint contains of a booking: which state of it was read, and its prices."""
    result = priced.reason if isinstance(priced, NotRepriced) else f"{priced.own} {priced.new}"
    facts = [
        booking.pk,
        booking.version,
        booking.distance_km,
        booking.total_trip_time,
        booking.trip_cost,
        booking.tip_amount,
        booking.refunded_amount,
        result,
    ]
    return " ".join(map(str, facts)) + "\n"


def _store(run: ReplayRun, **values: Any) -> None:
    """Store the progress. Raises Cancelled if the run was deleted."""
    if not ReplayRun.objects.filter(pk=run.pk, state=ReplayState.RUNNING).update(**values):
        raise Cancelled


def _booked_between(first_day: date, last_day: date) -> QuerySet[Booking]:
    tz = platform_settings().tz
    begin = datetime.combine(first_day, time.min, tz)
    end = datetime.combine(last_day + timedelta(days=1), time.min, tz)
    return Booking.objects.filter(Q(trip_date__gte=begin, trip_date__lt=end))
