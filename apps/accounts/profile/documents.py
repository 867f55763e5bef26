"""Queries for drivers' documents and their expiry dates."""

from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import Case, Q, QuerySet, When
from django.utils import timezone

from apps.accounts.models import DriverDocument
from apps.core.platform import Platform, platform_settings

EXPIRING_DAYS: Final = 30
"""Days before its expiry from which a document raises an alert for admins."""

BLOCKING: Final = (
    DriverDocument.Kind.LICENSE,
    DriverDocument.Kind.INSURANCE,
    DriverDocument.Kind.VEHICLE,
)
"""Kinds of document that block a driver from trips once expired."""


def documents_of(driver_id: int) -> QuerySet[DriverDocument]:
    """Return a driver's documents, the licence first, then the newest; the licence's image is in the
    profile.
    """
    rows = DriverDocument.objects.filter(driver_id=driver_id).select_related("driver__driver_profile")
    license_first = Case(When(kind=DriverDocument.Kind.LICENSE, then=0), default=1)
    return rows.order_by(license_first, "-id")


def expiring_documents(
    *, fleet_admin_id: int | None = None, within_days: int = EXPIRING_DAYS
) -> QuerySet[DriverDocument]:
    """Return documents expired or expiring within these days, the earliest first, each with its driver.

    Excludes refused documents. Restricted to the drivers of `fleet_admin_id` if given.
    """
    rows = DriverDocument.objects.filter(
        expires_by(today() + timedelta(days=within_days)), driver__deleted_at__isnull=True
    )
    if fleet_admin_id is not None:
        rows = rows.filter(driver__driver_profile__fleet_admin_id=fleet_admin_id)
    return rows.select_related("driver__driver_profile").order_by("expires_on", "id")


def expires_by(day: date) -> Q:
    """Filter documents, other than refused ones, that expire on this day or earlier."""
    return Q(expires_on__lte=day) & ~Q(state=DriverDocument.State.REFUSED)


def is_expired(document: DriverDocument) -> bool:
    """Return whether the expiry date is in the past."""
    return document.expires_on is not None and document.expires_on < today()


def today(platform: Platform | None = None) -> date:
    """Return the current date in the platform's time zone."""
    return timezone.now().astimezone((platform or platform_settings()).tz).date()


def valid_until(document: DriverDocument) -> date | None:
    """Return the last day on which a document is valid; None without an end.

    A new licence without a date is valid as long as the previous one, until it is accepted.
    """
    if document.expires_on is None and document.state != DriverDocument.State.ACCEPTED:
        return document.previous_expires_on
    return document.expires_on


def blocking_documents(driver_id: int) -> list[tuple[DriverDocument, date]]:
    """Return the longest valid document of each blocking kind with its last day, if it expires.

    Refused documents count only if the driver has no other of the kind.
    """
    found = []
    documents = list(DriverDocument.objects.filter(driver_id=driver_id, kind__in=BLOCKING).order_by("pk"))
    for kind in BLOCKING:
        of_kind = [document for document in documents if document.kind == kind]
        counted = [one for one in of_kind if one.state != DriverDocument.State.REFUSED] or of_kind
        if counted and all(valid_until(document) for document in counted):
            best = max(counted, key=lambda document: valid_until(document) or date.min)
            found.append((best, valid_until(best) or date.min))
    return found


def expired_documents(driver_id: int) -> list[DriverDocument]:
    """Return the expired documents that block the driver from trips."""
    now = today()
    return [document for document, until in blocking_documents(driver_id) if until < now]


def fit_until(driver_id: int) -> datetime | None:
    """Return when a driver's first blocking document expires: midnight in the platform's time zone."""
    days = [until for _, until in blocking_documents(driver_id)]
    if not days:
        return None
    return datetime.combine(min(days) + timedelta(days=1), time.min, platform_settings().tz)
