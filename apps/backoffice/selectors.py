"""The dashboard's live map, narrowed to a fleet for a fleet admin."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.storage import default_storage
from django.db.models import F, OuterRef, QuerySet, Subquery

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import ON_TRIP
from apps.bookings.models import Booking


def fleet_of(user: User) -> int | None:
    """The fleet that a person is held to: None for admins, who see them all."""
    return None if user.user_type == UserType.ADMIN else user.pk


def drivers_on_map(*, fleet_admin_id: int | None) -> Iterator[dict[str, Any]]:
    """Approved, active drivers whose place is known, with the booking that they are on; one query."""
    on_trip = Booking.objects.filter(driver=OuterRef("pk"), status__in=ON_TRIP).values("pk")[:1]
    rows = (
        _drivers(fleet_admin_id)
        .filter(active=True, user__approved=True, user__is_active=True, user__position__at__isnull=False)
        .order_by("pk")
        .values(
            "pk",
            "busy",
            "vehicle_number",
            "car_type_id",
            first_name=F("user__first_name"),
            last_name=F("user__last_name"),
            car_type_name=F("car_type__name"),
            car_type_icon=F("car_type__icon"),
            car_type_image=F("car_type__image"),
            lat=F("user__position__lat"),
            lng=F("user__position__lng"),
            heading=F("user__position__heading"),
            at=F("user__position__at"),
            online=F("user__position__online"),
            booking_id=Subquery(on_trip),
        )
    )
    return (_driver_on_map(row) for row in rows)


def _driver_on_map(row: Mapping[str, Any]) -> dict[str, Any]:
    car_type = {
        "id": row["car_type_id"],
        "name": row["car_type_name"],
        "icon": row["car_type_icon"],
        "image": default_storage.url(row["car_type_image"]) if row["car_type_image"] else None,
    }
    same = ("vehicle_number", "lat", "lng", "heading", "at", "online", "busy", "booking_id")
    return {
        "id": row["pk"],
        "name": f"{row['first_name']} {row['last_name']}".strip(),
        "car_type": None if row["car_type_id"] is None else car_type,
        **{name: row[name] for name in same},
    }


def _drivers(fleet_admin_id: int | None) -> QuerySet[DriverProfile]:
    drivers = DriverProfile.objects.filter(user__user_type=UserType.DRIVER)
    return drivers if fleet_admin_id is None else drivers.filter(fleet_admin_id=fleet_admin_id)
