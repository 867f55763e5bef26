"""Requests and deletes replays."""

from datetime import date
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.models import ReplayRun
from apps.bookings.replay.running import UNFINISHED
from apps.bookings.replay.trips import Period
from apps.core.errors import BadInput, Conflict, NotFound
from apps.core.outbox.events import enqueue
from apps.fares.models import Tariff

RUN: Final = "bookings.replay"
MAX_DAYS: Final = 366
MAX_TRIPS: Final = 1_000_000


@transaction.atomic
def start_replay(*, by: User, tariff_id: int | None, first_day: date, last_day: date) -> ReplayRun:
    """Enqueue the pricing of a period's trips by a tariff, or without one by the tariff of each trip.

    Raises BadInput replay_period, NotFound, Conflict replay_running, replay_no_trips, replay_too_many_trips.
    """
    _require_period(first_day, last_day)
    tariff = None
    if tariff_id is not None:
        tariff = Tariff.objects.filter(pk=tariff_id).first()
        if tariff is None:
            raise NotFound("not_found", _("Not found."))
    User.objects.select_for_update().get(pk=by.pk)
    if ReplayRun.objects.filter(requested_by=by, state__in=UNFINISHED).exists():
        raise Conflict("replay_running", _("Wait until your other replay is done, or cancel it."))
    trips = Period.of_days(first_day, last_day).trips().count()
    if not trips:
        raise Conflict("replay_no_trips", _("There are no trips in this period."))
    if trips > MAX_TRIPS:
        raise Conflict("replay_too_many_trips", _("This period has too many trips. Choose fewer days."))
    run = ReplayRun.objects.create(
        requested_by=by,
        tariff=tariff,
        tariff_name="" if tariff is None else str(tariff),
        document=None if tariff is None else tariff.document,
        first_day=first_day,
        last_day=last_day,
        trips_total=trips,
    )
    enqueue(RUN, run_id=run.pk)
    run.refresh_from_db()
    return run


def delete_replay(*, run_id: int) -> None:
    """Delete a run with its results; a running one stops at its next progress update. Raises NotFound."""
    ReplayRun.objects.filter(pk=find_replay(run_id).pk).delete()


def find_replay(run_id: int) -> ReplayRun:
    run = ReplayRun.objects.select_related("requested_by").filter(pk=run_id).first()
    if run is None:
        raise NotFound("not_found", _("Not found."))
    return run


def _require_period(first_day: date, last_day: date) -> None:
    if last_day < first_day:
        sentence = _("The last day is before the first day.")
        raise BadInput("replay_period", sentence, fields={"last_day": sentence})
    if (last_day - first_day).days >= MAX_DAYS:
        sentence = _("Choose at most 366 days.")
        raise BadInput("replay_period", sentence, fields={"last_day": sentence})
