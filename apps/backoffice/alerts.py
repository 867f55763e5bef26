"""What somebody of the office has to look at now: each kind with its number and its first cases.

A fixed number of statements, each along an index that holds the open cases alone. A fleet admin sees
what is about the own drivers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Literal

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.documents import expiring_documents
from apps.accounts.models import DriverDocument, User
from apps.bookings.choices import SETTLED, Status
from apps.bookings.models import Booking, SosAlert
from apps.bookings.selectors import open_alarms, open_offers
from apps.bookings.timing import RELEASE
from apps.payments.choices import Purpose
from apps.payments.models import Attempt
from apps.payments.troubles import troubled_attempts

Kind = Literal["sos", "waiting", "payment", "document", "approval"]

SHOWN: Final = 5
"""Cases told of each kind."""
COUNTED: Final = 100
"""Nobody acts on the difference between a hundred and more."""
WAITS_TOO_LONG: Final = timedelta(minutes=5)
"""How long a booking may look for its driver before a person should."""
TROUBLE_LASTS: Final = timedelta(days=1)
"""For how long a payment that went wrong is worth a call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """One case, with what leads to the place where one acts."""

    name: str
    reference: str = ""
    at: Any = None
    """The moment, or the day, that it is about."""
    booking_id: int | None = None
    person_id: int | None = None
    note: str = ""
    """A plate, a kind of paper, a gateway."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cases:
    kind: Kind
    count: int
    """COUNTED where there are as many or more."""
    results: list[Alert]


def alerts(*, fleet_admin_id: int | None) -> list[Cases]:
    """The kinds of which there are cases, the most urgent first."""
    sources: list[tuple[Kind, QuerySet[Any] | None, Callable[[Any], Alert]]] = [
        ("sos", _alarms(fleet_admin_id), _alarm),
        ("waiting", _waiting() if fleet_admin_id is None else None, _booking),
        ("payment", _payments(fleet_admin_id), _payment),
        ("document", expiring_documents(fleet_admin_id=fleet_admin_id), _document),
        ("approval", _unapproved(fleet_admin_id), _person),
    ]
    return [found for kind, rows, told in sources if rows is not None and (found := _cases(kind, rows, told))]


def _cases(kind: Kind, rows: QuerySet[Any], told: Callable[[Any], Alert]) -> Cases | None:
    first = list(rows[:SHOWN])
    if not first:
        return None
    count = len(first)
    if count == SHOWN:
        count = rows.order_by()[:COUNTED].count()
    return Cases(kind=kind, count=count, results=[told(row) for row in first])


def _alarms(fleet_admin_id: int | None) -> QuerySet[SosAlert]:
    alarms = open_alarms()
    return alarms if fleet_admin_id is None else alarms.filter(booking__fleet_admin_id=fleet_admin_id)


def _waiting() -> QuerySet[Booking]:
    """Nobody has taken them: for some minutes past their time, or shortly before it and asked of nobody."""
    now = timezone.now()
    unasked = ~Exists(open_offers().filter(booking=OuterRef("pk")))
    late = Q(trip_date__lte=now - WAITS_TOO_LONG)
    soon = Q(book_later=True, trip_date__lte=now + RELEASE - WAITS_TOO_LONG) & unasked
    return Booking.objects.filter(late | soon, status=Status.NEW).order_by("trip_date", "id")


def _payments(fleet_admin_id: int | None) -> QuerySet[Attempt]:
    """Money that failed or does not fit, of the last day; not where it has come another way since."""
    attempts = (
        troubled_attempts()
        .filter(updated_at__gte=timezone.now() - TROUBLE_LASTS)
        .exclude(purpose=Purpose.BOOKING, problem="", booking__status__in=(*SETTLED, Status.CANCELLED))
    )
    if fleet_admin_id is not None:
        attempts = attempts.filter(booking__fleet_admin_id=fleet_admin_id)
    return attempts.select_related("user").order_by("-updated_at", "-id")


def _unapproved(fleet_admin_id: int | None) -> QuerySet[User]:
    drivers = User.objects.filter(user_type=UserType.DRIVER, approved=False, deleted_at__isnull=True)
    if fleet_admin_id is not None:
        drivers = drivers.filter(driver_profile__fleet_admin_id=fleet_admin_id)
    return drivers.select_related("driver_profile").order_by("created_at", "id")


def _alarm(alarm: SosAlert) -> Alert:
    return Alert(
        name=alarm.by.full_name,
        reference=alarm.booking.reference,
        at=alarm.created_at,
        booking_id=alarm.booking_id,
        note=alarm.booking.vehicle_number,
    )


def _booking(booking: Booking) -> Alert:
    return Alert(
        name=booking.customer_name,
        reference=booking.reference,
        at=booking.trip_date,
        booking_id=booking.pk,
        note=booking.car_type_name,
    )


def _payment(attempt: Attempt) -> Alert:
    return Alert(
        name=attempt.user.full_name,
        reference=attempt.reference,
        at=attempt.updated_at,
        booking_id=attempt.booking_id,
        person_id=attempt.user_id,
        note=attempt.provider,
    )


def _document(document: DriverDocument) -> Alert:
    return Alert(
        name=document.driver.full_name,
        at=document.expires_on,
        person_id=document.driver_id,
        note=document.kind,
    )


def _person(user: User) -> Alert:
    profile = getattr(user, "driver_profile", None)
    return Alert(
        name=user.full_name,
        at=user.created_at,
        person_id=user.pk,
        note=profile.vehicle_number if profile else "",
    )
