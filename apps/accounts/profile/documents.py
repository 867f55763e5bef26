"""Reads of drivers' documents: what one driver has, and whose run out."""

from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import Case, Q, QuerySet, When
from django.utils import timezone

from apps.accounts.models import DriverDocument
from apps.core.platform import Platform, platform_settings

EXPIRING_DAYS: Final = 30
"""How many days before its expiry a document raises an alert for admins."""

BLOCKING: Final = (
    DriverDocument.Kind.LICENSE,
    DriverDocument.Kind.INSURANCE,
    DriverDocument.Kind.VEHICLE,
)
"""Kinds without which no one drives passengers or parcels once one has expired."""


def documents_of(driver_id: int) -> QuerySet[DriverDocument]:
    """A driver's documents, the licence first, then the newest; the profile has the licence's image."""
    rows = DriverDocument.objects.filter(driver_id=driver_id).select_related("driver__driver_profile")
    license_first = Case(When(kind=DriverDocument.Kind.LICENSE, then=0), default=1)
    return rows.order_by(license_first, "-id")


def expiring_documents(
    *, fleet_admin_id: int | None = None, within_days: int = EXPIRING_DAYS
) -> QuerySet[DriverDocument]:
    """Documents that have run out or do so within these days, the most pressing first, each with its driver.

    Refused ones are no documents. A fleet admin's own drivers alone where `fleet_admin_id` is given.
    """
    rows = DriverDocument.objects.filter(
        runs_out_by(today() + timedelta(days=within_days)), driver__deleted_at__isnull=True
    )
    if fleet_admin_id is not None:
        rows = rows.filter(driver__driver_profile__fleet_admin_id=fleet_admin_id)
    return rows.select_related("driver__driver_profile").order_by("expires_on", "id")


def runs_out_by(day: date) -> Q:
    """Documents that someone counts on and that are good until this day at most."""
    return Q(expires_on__lte=day) & ~Q(state=DriverDocument.State.REFUSED)


def is_expired(document: DriverDocument) -> bool:
    """The day on it is over."""
    return document.expires_on is not None and document.expires_on < today()


def today(platform: Platform | None = None) -> date:
    """The day it is where the platform is."""
    return timezone.now().astimezone((platform or platform_settings()).tz).date()


def good_until(document: DriverDocument) -> date | None:
    """The last day on which a document counts; None where it has no end.

    A new licence without a date counts as long as the one before, until it is accepted.
    """
    if document.expires_on is None and document.state != DriverDocument.State.ACCEPTED:
        return document.previous_expires_on
    return document.expires_on


def blocking_documents(driver_id: int) -> list[tuple[DriverDocument, date]]:
    """Of each blocking kind the document that is good the longest, where it ends at all, with that day.

    A rejected document counts only where the driver has no other of its kind.
    """
    found = []
    documents = list(DriverDocument.objects.filter(driver_id=driver_id, kind__in=BLOCKING).order_by("pk"))
    for kind in BLOCKING:
        of_kind = [document for document in documents if document.kind == kind]
        counted = [one for one in of_kind if one.state != DriverDocument.State.REFUSED] or of_kind
        if counted and all(good_until(document) for document in counted):
            best = max(counted, key=lambda document: good_until(document) or date.min)
            found.append((best, good_until(best) or date.min))
    return found


def expired_documents(driver_id: int) -> list[DriverDocument]:
    """The documents that keep a driver from being offered trips."""
    now = today()
    return [document for document, until in blocking_documents(driver_id) if until < now]


def fit_until(driver_id: int) -> datetime | None:
    """The moment when the first of a driver's blocking documents ends: midnight where the platform is."""
    days = [until for _, until in blocking_documents(driver_id)]
    if not days:
        return None
    return datetime.combine(min(days) + timedelta(days=1), time.min, platform_settings().tz)
