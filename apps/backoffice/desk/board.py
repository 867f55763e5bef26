"""The dispatcher's board: open bookings by lane, and drivers by state, in a fixed number of statements.

A fleet admin sees the bookings and drivers of their fleet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.postgres.fields import ArrayField
from django.db.models import Case, CharField, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone

from apps.accounts.models import User
from apps.backoffice.desk.lanes import SHOWN, lane_of, late_at, since
from apps.backoffice.notes.services import flags_about
from apps.backoffice.selectors import drivers_of, fleet_of, on_map, shown_on_map
from apps.bookings.models import Booking, BookingStop
from apps.bookings.selectors import bookings_listed_for, open_offers
from apps.core.platform import platform_settings
from apps.fleet.models import ShiftBreak

MAX_JOBS: Final = 3_000
"""The newest bookings shown; a city with more needs filters, not a board."""
SEEN_WITHIN: Final = timedelta(hours=24)
"""Offline drivers are listed if their phone reported within this time."""
STATES: Final = ("free", "offered", "busy", "break", "offline")

COLUMNS: Final = (
    *("id", "reference", "status", "version", "created_at", "book_later", "trip_date", "redispatched_at"),
    *("accepted_at", "driver_arrive_time", "trip_start_time", "trip_end_time", "payment_due_at"),
    *("customer_name", "driver_id", "driver_name", "vehicle_number", "car_type_name"),
    *("planned_driver_id", "planned_driver__first_name", "planned_driver__last_name", "plan_confirmed_at"),
    *("backup_driver_id", "backup_driver__first_name", "backup_driver__last_name"),
    *("pickup_lat", "pickup_lng", "pickup_add", "drop_add", "stop_count", "estimate_duration_seconds"),
    *("estimate_distance_km", "street_trip", "held_until", "hold_reason", "passengers", "luggage"),
    *("children", "child_seats", "return_wait_minutes", "hire_minutes"),
)


FLAGS: Final = ArrayField(CharField())


@dataclass(frozen=True, slots=True)
class Board:
    now: datetime
    jobs: list[dict[str, Any]]
    more: bool
    """There are older open bookings than the shown ones."""


def board(user: User, *, ids: Sequence[int] = ()) -> Board:
    """Return the open bookings visible to the user, newest first; only those of `ids`, if given.

    Takes two statements.
    """
    now = timezone.now()
    unpaid_for = timedelta(hours=platform_settings().unpaid_alert_hours)
    bookings = bookings_listed_for(user).filter(status__in=SHOWN)
    if ids:
        bookings = bookings.filter(pk__in=ids)
    # Notes of riders are for admins only.
    flags = flags_about(OuterRef("customer_id")) if fleet_of(user) is None else Value([], output_field=FLAGS)
    listed = bookings.order_by("-id").values(*COLUMNS, flags=flags, next_stop=_next_stop())
    rows = list(listed[: MAX_JOBS + 1])
    offered = _offered(bookings, among=ids)
    jobs = [_job(row, offered.get(row["id"], []), unpaid_for=unpaid_for, now=now) for row in rows[:MAX_JOBS]]
    return Board(now=now, jobs=jobs, more=len(rows) > MAX_JOBS)


def _next_stop() -> Case:
    """Return the address of the first stop that the car has not left; bookings without stops read none."""
    ahead = BookingStop.objects.filter(booking=OuterRef("pk"), left_at=None).order_by("position")
    return Case(When(stop_count__gt=0, then=Subquery(ahead.values("add")[:1])))


def _offered(bookings: QuerySet[Booking], *, among: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """Return the drivers of open offers by booking, by rank."""
    offers = open_offers().filter(booking__in=bookings.values("pk"))
    if among:
        offers = offers.filter(booking_id__in=among)
    found: dict[int, list[dict[str, Any]]] = {}
    names = ("booking_id", "driver_id", "driver__first_name", "driver__last_name")
    for booking_id, driver_id, first, last in offers.order_by("rank", "id").values_list(*names):
        found.setdefault(booking_id, []).append({"id": driver_id, "name": f"{first} {last}".strip()})
    return found


def _job(
    row: dict[str, Any], offered: list[dict[str, Any]], *, unpaid_for: timedelta, now: datetime
) -> dict[str, Any]:
    late = late_at(row, unpaid_for=unpaid_for)
    same = (
        *("id", "reference", "status", "version", "customer_name", "trip_date", "book_later", "street_trip"),
        *("flags", "held_until", "hold_reason", "passengers", "luggage"),
        *("children", "child_seats", "return_wait_minutes", "hire_minutes"),
    )
    return {
        **{name: row[name] for name in same},
        "lane": lane_of(row, late_at=late, offered=bool(offered), now=now),
        "since": since(row),
        "late_at": late,
        "pickup": {"lat": row["pickup_lat"], "lng": row["pickup_lng"], "add": row["pickup_add"]},
        "drop_add": row["drop_add"],
        "stop_count": row["stop_count"],
        "next_stop": row["next_stop"],
        "car_type": row["car_type_name"],
        "driver": _driver_of(row),
        "offered_to": offered,
        "planned_driver": _planned_driver_of(row),
        "backup_driver": _backup_driver_of(row),
    }


def _planned_driver_of(row: dict[str, Any]) -> dict[str, Any] | None:
    if row["planned_driver_id"] is None:
        return None
    name = f"{row['planned_driver__first_name']} {row['planned_driver__last_name']}".strip()
    return {
        "id": row["planned_driver_id"],
        "name": name,
        "confirmed": row["plan_confirmed_at"] is not None,
    }


def _backup_driver_of(row: dict[str, Any]) -> dict[str, Any] | None:
    if row["backup_driver_id"] is None:
        return None
    name = f"{row['backup_driver__first_name']} {row['backup_driver__last_name']}".strip()
    return {"id": row["backup_driver_id"], "name": name}


def _driver_of(row: dict[str, Any]) -> dict[str, Any] | None:
    if row["driver_id"] is None:
        return None
    return {"id": row["driver_id"], "name": row["driver_name"], "vehicle_number": row["vehicle_number"]}


def desk_drivers(user: User, *, ids: Sequence[int] = ()) -> list[dict[str, Any]]:
    """Return the drivers by name: online ones, those on a break, and those whose phone reported lately.

    Only those of `ids`, if given. Takes one statement. The rows are those of the dashboard's map, with state
    and since when.
    """
    now, fleet = timezone.now(), fleet_of(user)
    breaks = ShiftBreak.objects.filter(ended_at=None, shift__driver=OuterRef("pk")).order_by("id")
    offers = open_offers().filter(driver=OuterRef("pk")).order_by("offered_at")
    trips = Booking.objects.filter(driver=OuterRef("pk")).order_by("-id")
    drivers = drivers_of(fleet).filter(user__approved=True, user__is_active=True)
    if ids:
        drivers = drivers.filter(pk__in=ids)
    seen = Q(active=True) | Q(user__position__received_at__gte=now - SEEN_WITHIN)
    rows = on_map(drivers.filter(seen).order_by("user__first_name", "pk"), fleet).annotate(
        is_online=F("active"),
        break_at=Subquery(breaks.values("started_at")[:1]),
        offered_at=Subquery(offers.values("offered_at")[:1]),
        accepted_at=Subquery(trips.values("accepted_at")[:1]),
        ended_at=Subquery(trips.values("trip_end_time")[:1]),
    )
    return [{**shown_on_map(row, now=now), **_state(row)} for row in rows]


def _state(row: Any) -> dict[str, Any]:
    if row["busy"]:
        return {"state": "busy", "since": row["accepted_at"]}
    if row["break_at"] is not None:
        return {"state": "break", "since": row["break_at"]}
    if not row["is_online"]:
        return {"state": "offline", "since": row["at"]}
    if row["offered_at"] is not None:
        return {"state": "offered", "since": row["offered_at"]}
    times = [at for at in (row["online_since"], row["ended_at"]) if at is not None]
    return {"state": "free", "since": max(times, default=None)}
