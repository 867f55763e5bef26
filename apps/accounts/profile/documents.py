"""Queries for drivers' documents and their expiry dates."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import Case, Q, QuerySet, When
from django.db.models.fields.files import FieldFile
from django.utils import timezone

from apps.accounts.models import DriverDocument
from apps.accounts.selectors import driver_profile_of
from apps.core.platform import Platform, platform_settings

EXPIRING_DAYS: Final = 30
"""Days before its expiry from which a document raises an alert for admins."""

LAST_DAY: Final = date(9000, 1, 1)
"""Later dates are treated as this one, so that days can be added."""

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
        rows = rows.filter(in_fleet(fleet_admin_id))
    return rows.select_related("driver__driver_profile", "vehicle").order_by("expires_on", "id")


def in_fleet(fleet_admin_id: int) -> Q:
    """Filter documents of a fleet's drivers and vehicles."""
    return Q(driver__driver_profile__fleet_admin_id=fleet_admin_id) | Q(
        vehicle__fleet_admin_id=fleet_admin_id
    )


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


def best_document(documents: Iterable[DriverDocument]) -> DriverDocument | None:
    """Return the longest valid of several documents of one kind, preferring those that were not refused.

    Documents from the driver count only once they are accepted, except the licence, whose previous expiry
    date applies until then.
    """
    counted = [one for one in documents if not is_unproven(one)]
    counted = [one for one in counted if one.state != DriverDocument.State.REFUSED] or counted
    return max(counted, key=lambda document: valid_until(document) or date.max, default=None)


def is_unproven(document: DriverDocument) -> bool:
    """Return whether a driver uploaded the document and no one has accepted it."""
    accepted = document.state == DriverDocument.State.ACCEPTED
    return document.uploaded_by_driver and not accepted and document.kind != DriverDocument.Kind.LICENSE


def image_of(document: DriverDocument) -> FieldFile | None:
    """Return the document's image; a licence's is in the driver's profile."""
    image: FieldFile = document.file
    if not image and document.driver is not None and document.kind == DriverDocument.Kind.LICENSE:
        profile = driver_profile_of(document.driver)
        return profile.license_image if profile and profile.license_image else None
    return image or None


def end_of_day(day: date) -> datetime:
    """Return the first moment after a day in the platform's time zone."""
    day = min(day, LAST_DAY)
    return datetime.combine(day + timedelta(days=1), time.min, platform_settings().tz)
