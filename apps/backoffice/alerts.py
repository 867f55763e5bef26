"""Alerts of the back office: for each kind, the number of open cases and the first of them.

A new kind is one more entry of `SOURCES`, an icon and a text on the screen. All alerts take a fixed number
of statements, each on an index of open cases. A fleet admin sees cases of their own drivers.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.db.models import (
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    FloatField,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Cast, Coalesce
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.accounts.profile.documents import expiring_documents
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.approvals.audit import subject_of
from apps.backoffice.models import Approval, ApprovalState, Case, CaseState
from apps.backoffice.referral_chains import suspicious_referrers
from apps.backoffice.selectors import fleet_of, silent_drivers, trips_under_way
from apps.bookings.choices import SETTLED, UNPAID, Status
from apps.bookings.models import Booking, SosAlert
from apps.bookings.selectors import open_offers, open_sos_alerts
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.street.rules import WITHOUT_ESTIMATE
from apps.bookings.timing import LATE_PICKUP, LATE_TRIP, LONGEST_LEAD, OFF_ROUTE_KM, RELEASE, SILENT_DRIVER
from apps.core.platform import platform_settings
from apps.geo.geometry.distance import great_circle_km
from apps.payments.choices import Purpose
from apps.payments.gateways.registry import provider_label
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.selectors import broken_accounts, problem_attempts

SHOWN: Final = 5
"""Cases listed per kind."""
COUNTED: Final = 100
"""Counting stops here: a larger number leads to no other action."""
WAITS_TOO_LONG: Final = timedelta(minutes=5)
"""Time after which a dispatch search needs an admin."""
FAILED_PAYMENTS_PERIOD: Final = timedelta(days=1)
"""Period in which failed payments are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """One case, with links to the booking or person."""

    name: str
    reference: str = ""
    at: Any = None
    """The time or date that the case is about."""
    booking_id: int | None = None
    person_id: int | None = None
    note: str = ""
    """A number plate, document type or gateway."""
    actions: list[str] = field(default_factory=list)
    """The API names of the actions available on the booking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One kind of alert: its query and how a case is shown."""

    kind: str
    urgent: bool = False
    """Urgent kinds play a sound and are counted in the header and the tab's title."""
    area: Area
    """What an admin's role must allow."""
    fleets: bool = True
    """Whether fleet admins see the cases of their own drivers."""
    rows: Callable[[int | None], QuerySet[Any]]
    """Return the open cases, most urgent first; of one fleet if given."""
    shown: Callable[[Any], Alert]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cases:
    kind: str
    urgent: bool
    count: int
    """At most COUNTED."""
    ids: list[int]
    """Ids of the counted rows, by which a screen recognises new cases."""
    results: list[Alert]


def alerts(*, by: User) -> list[Cases]:
    """Return the kinds that have cases and that the user's role allows, most urgent first."""
    fleet_admin_id = fleet_of(by)
    if fleet_admin_id is None:
        sources = [source for source in SOURCES if staff_may(by, source.area)]
    else:
        sources = [source for source in SOURCES if source.fleets]
    return [found for source in sources if (found := _cases(source, source.rows(fleet_admin_id)))]


def _cases(source: Source, rows: QuerySet[Any]) -> Cases | None:
    first = list(rows[:SHOWN])
    if not first:
        return None
    ids = [row.pk for row in first]
    if len(ids) == SHOWN:
        ids = list(rows.values_list("pk", flat=True)[:COUNTED])
    return Cases(
        kind=source.kind,
        urgent=source.urgent,
        count=len(ids),
        ids=ids,
        results=[source.shown(row) for row in first],
    )


def _alarms(fleet_admin_id: int | None) -> QuerySet[SosAlert]:
    alarms = open_sos_alerts()
    return alarms if fleet_admin_id is None else alarms.filter(booking__fleet_admin_id=fleet_admin_id)


def _waiting(fleet_admin_id: int | None) -> QuerySet[Booking]:
    """Return bookings for which an admin must find a driver.

    Immediately if the booking is due, no driver is requested and no search is running, whatever the
    dispatch setting; otherwise when the search takes too long, or shortly before the time of a scheduled
    trip. Bookings that staff hold are left out.
    """
    now = timezone.now()
    unasked = ~Exists(open_offers().filter(booking=OuterRef("pk")))
    released = Q(book_later=False) | Q(trip_date__lte=now + RELEASE)
    unsearched = Q(search_until=None) | Q(search_until__lte=now)
    if not platform_settings().auto_dispatch:
        unsearched = Q()
    late = Q(trip_date__lte=now - WAITS_TOO_LONG)
    soon = Q(book_later=True, trip_date__lte=now + RELEASE - WAITS_TOO_LONG) & unasked
    waiting = late | soon | (released & unsearched & unasked)
    return Booking.objects.filter(waiting, status=Status.NEW, held_until=None).order_by("trip_date", "id")


def _plans_at_risk(fleet_admin_id: int | None) -> QuerySet[Booking]:
    """Return trips of the next hour whose planned driver has not confirmed, is offline or on another trip."""
    profile = "planned_driver__driver_profile__"
    unable = Q(**{f"{profile}active": False}) | Q(**{f"{profile}busy": True})
    soon = Booking.objects.filter(
        Q(plan_confirmed_at=None) | unable,
        status=Status.NEW,
        planned_driver__isnull=False,
        trip_date__lte=timezone.now() + LONGEST_LEAD,
    )
    return soon.select_related("planned_driver__driver_profile").order_by("trip_date", "id")


def _silent_trips(fleet_admin_id: int | None) -> QuerySet[Booking]:
    """Return trips whose driver is at the pickup or has started and whose phone has not reported for minutes.

    Only staff can take an ARRIVED booking from a silent driver (docs/decisions/0037).
    """
    long_ago = timezone.now() - SILENT_DRIVER
    silent = Q(driver__position__at__lte=long_ago) | Q(driver__position__at__isnull=True)
    here = Q(status=Status.ARRIVED, driver_arrive_time__lte=long_ago)
    started = Q(status=Status.STARTED, trip_start_time__lte=long_ago)
    trips = trips_under_way(fleet_admin_id).filter(silent, here | started)
    return trips.order_by(Coalesce("trip_start_time", "driver_arrive_time"), "id")


def _off_route(fleet_admin_id: int | None) -> QuerySet[Booking]:
    """Return trips whose car is too far away to be on a route of the estimated length.

    On such a route, the straight lines to pickup and drop-off together are no longer than the route; each
    kilometre off the route adds two at most.
    """
    car = ("driver__position__lat", "driver__position__lng")
    around = great_circle_km(car, ("pickup_lat", "pickup_lng")) + great_circle_km(
        car, ("drop_lat", "drop_lng")
    )
    return (
        trips_under_way(fleet_admin_id)
        .filter(status=Status.STARTED)
        .filter(hire_minutes=None)
        .exclude(**WITHOUT_ESTIMATE)
        .annotate(around_km=around)
        .filter(around_km__gt=Cast("estimate_distance_km", FloatField()) + 2 * OFF_ROUTE_KM)
        .order_by("trip_start_time", "id")
    )


def _late(fleet_admin_id: int | None) -> QuerySet[Booking]:
    """Return drivers who are long overdue at the pickup, and trips that take much longer than estimated."""
    now = timezone.now()
    estimated = F("estimate_duration_seconds") * Value(timedelta(seconds=2), output_field=DurationField())
    lasts = ExpressionWrapper(estimated, output_field=DurationField())
    pickup = Q(status=Status.ACCEPTED, accepted_at__lte=now - LATE_PICKUP, trip_date__lte=now - LATE_PICKUP)
    drop = Q(status=Status.STARTED, trip_start_time__lte=now - LATE_TRIP - F("lasts"))
    trips = trips_under_way(fleet_admin_id).exclude(**WITHOUT_ESTIMATE).annotate(lasts=lasts)
    return trips.filter(pickup | drop).order_by("trip_date", "id")


def _silent_drivers(fleet_admin_id: int | None) -> QuerySet[DriverProfile]:
    silent = silent_drivers(fleet_admin_id, now=timezone.now())
    return silent.select_related("user").order_by(F("last_seen_at").asc(nulls_first=True), "pk")


def _unpaid(fleet_admin_id: int | None) -> QuerySet[Booking]:
    """Return completed trips that have been unpaid for `unpaid_alert_hours`, oldest first."""
    until = timezone.now() - timedelta(hours=platform_settings().unpaid_alert_hours)
    trips = Booking.objects.filter(status__in=UNPAID, trip_end_time__lte=until)
    if fleet_admin_id is not None:
        trips = trips.filter(fleet_admin_id=fleet_admin_id)
    return trips.order_by("trip_end_time", "id")


def _payments(fleet_admin_id: int | None) -> QuerySet[Attempt]:
    """Return failed or mismatched payments of the last day that were not paid another way."""
    attempts = (
        problem_attempts()
        .filter(updated_at__gte=timezone.now() - FAILED_PAYMENTS_PERIOD)
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
        actions=_actions(booking),
    )


def _plan(booking: Booking) -> Alert:
    """The name is the driver's; the note says why the plan is at risk."""
    driver = booking.planned_driver
    assert driver is not None
    profile = driver.driver_profile
    risk = "offline" if not profile.active else "busy" if profile.busy else "unconfirmed"
    return Alert(
        name=driver.full_name,
        reference=booking.reference,
        at=booking.trip_date,
        booking_id=booking.pk,
        note=risk,
        actions=["plan"],
    )


def _trip(booking: Booking) -> Alert:
    return Alert(
        name=booking.driver_name,
        reference=booking.reference,
        at=booking.trip_start_time or booking.driver_arrive_time or booking.accepted_at,
        booking_id=booking.pk,
        note=booking.vehicle_number,
    )


def _silent_driver(profile: Any) -> Alert:
    return Alert(
        name=profile.user.full_name,
        at=profile.last_seen_at,
        person_id=profile.pk,
        note=profile.vehicle_number,
    )


def _actions(booking: Booking) -> list[str]:
    """Return the actions that find a driver and that an admin may take now."""
    settings = platform_settings()
    finding = (TRANSITIONS[name] for name in ("assign", "search_again"))
    return [
        transition.action
        for transition in finding
        if transition.action and transition.available_if(booking, settings)
    ]


def _unpaid_trip(booking: Booking) -> Alert:
    """The age counts from the end of the trip."""
    return Alert(
        name=booking.customer_name,
        reference=booking.reference,
        at=booking.trip_end_time,
        booking_id=booking.pk,
        note=booking.vehicle_number,
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


def _gateways(fleet_admin_id: int | None) -> QuerySet[ProviderAccount]:
    return broken_accounts()


def _gateway(account: ProviderAccount) -> Alert:
    return Alert(name=provider_label(account.provider), at=account.broken_at, note=account.provider)


def _document(document: DriverDocument) -> Alert:
    """A vehicle's document is named by the vehicle and has no person."""
    return Alert(
        name=document.driver.full_name if document.driver else str(document.vehicle),
        at=document.expires_on,
        person_id=document.driver_id,
        note=document.kind,
    )


def _referrer(user: Any) -> Alert:
    """The note is the number of sign-ups, from one address or without a trip."""
    return Alert(
        name=user.full_name, at=user.last_guest_at, person_id=user.pk, note=str(user.suspicious_guests)
    )


def _person(user: User) -> Alert:
    profile = getattr(user, "driver_profile", None)
    return Alert(
        name=user.full_name,
        at=user.created_at,
        person_id=user.pk,
        note=profile.vehicle_number if profile else "",
    )


def _referrers(fleet_admin_id: int | None) -> QuerySet[User]:
    return suspicious_referrers()


def _documents(fleet_admin_id: int | None) -> QuerySet[DriverDocument]:
    return expiring_documents(fleet_admin_id=fleet_admin_id)


def _cases_due(fleet_admin_id: int | None) -> QuerySet[Case]:
    """Return the open cases without an owner, and those that are overdue."""
    late = Q(owner=None) | Q(due_at__lt=timezone.now())
    return (
        Case.objects.filter(late, state=CaseState.OPEN).select_related("person", "booking").order_by("due_at")
    )


def _case(case: Case) -> Alert:
    return Alert(
        name=case.person.full_name,
        reference=str(case),
        at=case.due_at,
        person_id=case.person_id,
        booking_id=case.booking_id,
        note=str(case.pk),
    )


def _money_approvals(fleet_admin_id: int | None) -> QuerySet[Approval]:
    waiting = Approval.objects.filter(state=ApprovalState.WAITING).order_by("requested_at", "id")
    return waiting.select_related("booking", "withdrawal", "batch", "person", "requested_by")


def _money_approval(approval: Approval) -> Alert:
    """The name is that of the requesting admin, the note the id of the approval."""
    return Alert(
        name=approval.requested_by.full_name,
        reference=subject_of(approval),
        at=approval.requested_at,
        note=str(approval.pk),
    )


SOURCES: Final = (
    Source(kind="sos", area=Area.CASES, rows=_alarms, shown=_alarm, urgent=True),
    Source(kind="waiting", area=Area.BOOKINGS, rows=_waiting, shown=_booking, urgent=True, fleets=False),
    Source(kind="silent_trip", area=Area.BOOKINGS, rows=_silent_trips, shown=_trip, urgent=True),
    Source(kind="off_route", area=Area.BOOKINGS, rows=_off_route, shown=_trip, urgent=True),
    Source(kind="late_trip", area=Area.BOOKINGS, rows=_late, shown=_trip, urgent=True),
    Source(kind="plan", area=Area.BOOKINGS, rows=_plans_at_risk, shown=_plan, fleets=False),
    Source(kind="silent_driver", area=Area.BOOKINGS, rows=_silent_drivers, shown=_silent_driver),
    Source(kind="payment", area=Area.MONEY, rows=_payments, shown=_payment),
    Source(kind="unpaid", area=Area.MONEY, rows=_unpaid, shown=_unpaid_trip),
    Source(kind="gateway", area=Area.MONEY, rows=_gateways, shown=_gateway, fleets=False),
    Source(kind="document", area=Area.FLEET, rows=_documents, shown=_document),
    Source(kind="case", area=Area.CASES, rows=_cases_due, shown=_case, fleets=False),
    Source(
        kind="money_approval", area=Area.APPROVALS, rows=_money_approvals, shown=_money_approval, fleets=False
    ),
    Source(kind="approval", area=Area.PEOPLE, rows=_unapproved, shown=_person),
    Source(kind="referral", area=Area.PEOPLE, rows=_referrers, shown=_referrer, fleets=False),
)
"""Every kind of alert, most urgent first."""
KINDS: Final = tuple(source.kind for source in SOURCES)
