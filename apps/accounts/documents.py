"""Reads of drivers' papers: what one driver has, and whose run out."""

from datetime import date, timedelta
from typing import Final

from django.db.models import Case, Q, QuerySet, When
from django.utils import timezone

from apps.accounts.models import DriverDocument
from apps.core.platform import Platform, platform_settings

EXPIRING_DAYS: Final = 30
"""So many days ahead the office is told that a paper runs out."""


def documents_of(driver_id: int) -> QuerySet[DriverDocument]:
    """A driver's papers, the licence first, then the newest; the profile has the licence's image."""
    rows = DriverDocument.objects.filter(driver_id=driver_id).select_related("driver__driver_profile")
    license_first = Case(When(kind=DriverDocument.Kind.LICENSE, then=0), default=1)
    return rows.order_by(license_first, "-id")


def expiring_documents(
    *, fleet_admin_id: int | None = None, within_days: int = EXPIRING_DAYS
) -> QuerySet[DriverDocument]:
    """Papers that have run out or do so within these days, the most pressing first, each with its driver.

    Refused ones are no papers. A fleet admin's own drivers alone where `fleet_admin_id` is given.
    """
    rows = DriverDocument.objects.filter(
        runs_out_by(today() + timedelta(days=within_days)), driver__deleted_at__isnull=True
    )
    if fleet_admin_id is not None:
        rows = rows.filter(driver__driver_profile__fleet_admin_id=fleet_admin_id)
    return rows.select_related("driver__driver_profile").order_by("expires_on", "id")


def runs_out_by(day: date) -> Q:
    """Papers that somebody counts on and that are good until this day at most."""
    return Q(expires_on__lte=day) & ~Q(state=DriverDocument.State.REFUSED)


def is_expired(document: DriverDocument) -> bool:
    """The day on it is over."""
    return document.expires_on is not None and document.expires_on < today()


def today(platform: Platform | None = None) -> date:
    """The day it is where the platform is."""
    return timezone.now().astimezone((platform or platform_settings()).tz).date()
