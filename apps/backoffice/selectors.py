"""What the dashboard shows, narrowed to a fleet for a fleet admin."""

from collections.abc import Iterator, Mapping
from datetime import datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import ACTIVE, ON_TRIP, SETTLED, Status
from apps.bookings.models import Booking
from apps.core.money import ZERO, round_money
from apps.core.platform import Platform, platform_settings


def fleet_of(user: User) -> int | None:
    """The fleet that a person is held to: None for admins, who see them all."""
    return None if user.user_type == UserType.ADMIN else user.pk


def earnings(*, fleet_admin_id: int | None) -> dict[str, Decimal]:
    """Gross convenience fees of paid trips today, this month and ever, by trip date.

    Days and months are those of the platform's time zone.
    """
    platform = platform_settings()
    day, month, day_end = _bounds(platform, timezone.now())
    paid = _bookings(fleet_admin_id).filter(status__in=SETTLED, convenience_fees__gt=0)
    sums = paid.aggregate(
        today=Sum("convenience_fees", filter=Q(trip_date__gte=day, trip_date__lt=day_end)),
        month=Sum("convenience_fees", filter=Q(trip_date__gte=month, trip_date__lt=day_end)),
        total=Sum("convenience_fees"),
    )
    return {name: round_money(amount or ZERO, decimals=platform.decimal) for name, amount in sums.items()}


def counts(*, fleet_admin_id: int | None) -> dict[str, int]:
    """How many people and trips there are; a fleet's riders are those whom it has driven."""
    bookings = _bookings(fleet_admin_id)
    trips = bookings.aggregate(
        trips_active=Count("pk", filter=Q(status__in=ACTIVE)),
        completed=Count("pk", filter=Q(status__in=SETTLED)),
        cancelled=Count("pk", filter=Q(status=Status.CANCELLED)),
    )
    drivers = _drivers(fleet_admin_id).aggregate(
        drivers=Count("pk"), active_drivers=Count("pk", filter=Q(active=True, user__approved=True))
    )
    if fleet_admin_id is None:
        riders = User.objects.filter(user_type=UserType.RIDER).count()
    else:
        riders = bookings.values("customer").distinct().count()
    return {"riders": riders, **drivers, **trips}


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
    car_type = {"id": row["car_type_id"], "name": row["car_type_name"], "icon": row["car_type_icon"]}
    same = ("vehicle_number", "lat", "lng", "heading", "at", "online", "busy", "booking_id")
    return {
        "id": row["pk"],
        "name": f"{row['first_name']} {row['last_name']}".strip(),
        "car_type": None if row["car_type_id"] is None else car_type,
        **{name: row[name] for name in same},
    }


def _bookings(fleet_admin_id: int | None) -> QuerySet[Booking]:
    return Booking.objects.filter(**({} if fleet_admin_id is None else {"fleet_admin_id": fleet_admin_id}))


def _drivers(fleet_admin_id: int | None) -> QuerySet[DriverProfile]:
    drivers = DriverProfile.objects.filter(user__user_type=UserType.DRIVER)
    return drivers if fleet_admin_id is None else drivers.filter(fleet_admin_id=fleet_admin_id)


def _bounds(platform: Platform, now: datetime) -> tuple[datetime, datetime, datetime]:
    """Start of today, start of the month, end of today."""
    today = now.astimezone(platform.tz).date()

    def midnight(day: Any) -> datetime:
        return datetime.combine(day, time.min, tzinfo=platform.tz)

    return midnight(today), midnight(today.replace(day=1)), midnight(today + timedelta(days=1))
