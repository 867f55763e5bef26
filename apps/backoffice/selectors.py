"""Online drivers and active trips, shared by counters, lists, alerts and the map.

Each selector is one query; a fleet admin's covers their own drivers.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.core.files.storage import default_storage
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import ON_TRIP
from apps.bookings.models import Booking
from apps.bookings.timing import STALE_DRIVER

ONLINE: Final = {"active": True, "user__approved": True, "user__is_active": True}
"""Conditions of an online driver: switched online and allowed to drive."""


def fleet_of(user: User) -> int | None:
    """Return the fleet that restricts a user's view; None for admins, who see all."""
    return None if user.user_type == UserType.ADMIN else user.pk


def drivers_of(fleet_admin_id: int | None) -> QuerySet[DriverProfile]:
    """Return undeleted drivers: all, or those of a fleet."""
    drivers = DriverProfile.objects.filter(user__user_type=UserType.DRIVER, user__deleted_at__isnull=True)
    return drivers if fleet_admin_id is None else drivers.filter(fleet_admin_id=fleet_admin_id)


def online_drivers(fleet_admin_id: int | None) -> QuerySet[DriverProfile]:
    return drivers_of(fleet_admin_id).filter(**ONLINE)


def silent_drivers(fleet_admin_id: int | None, *, now: datetime) -> QuerySet[DriverProfile]:
    """Return online drivers whose phone has not reported for a while, or not since they went online."""
    drivers = online_drivers(fleet_admin_id).annotate(
        last_seen_at=Coalesce("user__position__at", "online_since")
    )
    return drivers.filter(Q(last_seen_at=None) | Q(last_seen_at__lte=now - STALE_DRIVER))


def trips_under_way(fleet_admin_id: int | None) -> QuerySet[Booking]:
    """Return bookings that occupy a driver."""
    trips = Booking.objects.filter(status__in=ON_TRIP)
    return trips if fleet_admin_id is None else trips.filter(fleet_admin_id=fleet_admin_id)


def drivers_on_map(*, fleet_admin_id: int | None, now: datetime) -> list[dict[str, Any]]:
    """Return online drivers with their current booking; without a position until the phone reports.

    Takes one query. `online` is False for a silent driver.
    """
    rows = on_map(online_drivers(fleet_admin_id).order_by("pk"), fleet_admin_id)
    return [shown_on_map(row, now=now) for row in rows]


def on_map(drivers: QuerySet[DriverProfile], fleet_admin_id: int | None) -> QuerySet[DriverProfile, Any]:
    """Return the columns of the drivers that `shown_on_map` reads."""
    on_trip = trips_under_way(fleet_admin_id).filter(driver=OuterRef("pk")).values("pk")[:1]
    return drivers.values(
        "pk",
        "busy",
        "vehicle_number",
        "car_type_id",
        "online_since",
        first_name=F("user__first_name"),
        last_name=F("user__last_name"),
        car_type_name=F("car_type__name"),
        car_type_icon=F("car_type__icon"),
        car_type_image=F("car_type__image"),
        lat=F("user__position__lat"),
        lng=F("user__position__lng"),
        heading=F("user__position__heading"),
        at=F("user__position__at"),
        booking_id=Subquery(on_trip),
    )


def shown_on_map(row: Mapping[str, Any], *, now: datetime) -> dict[str, Any]:
    car_type = {
        "id": row["car_type_id"],
        "name": row["car_type_name"],
        "icon": row["car_type_icon"],
        "image": default_storage.url(row["car_type_image"]) if row["car_type_image"] else None,
    }
    seen_at = row["at"] or row["online_since"]
    same = ("vehicle_number", "lat", "lng", "heading", "busy", "booking_id")
    return {
        "id": row["pk"],
        "name": f"{row['first_name']} {row['last_name']}".strip(),
        "car_type": None if row["car_type_id"] is None else car_type,
        "at": seen_at,
        "online": seen_at is not None and seen_at > now - STALE_DRIVER,
        **{name: row[name] for name in same},
    }
