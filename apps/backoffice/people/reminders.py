"""Reminds drivers of documents that are about to expire."""

import logging
from datetime import date, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce

from apps.accounts.models import DriverDocument, DriverProfile
from apps.accounts.profile.documents import BLOCKING, today, valid_until
from apps.fleet.fitness.limits import Limit, limits_of
from apps.fleet.models import Requirement, VehicleAssignment
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify

logger = logging.getLogger(__name__)

DAYS_BEFORE: Final = (30, 7, 1)
EXPIRED: Final = -1
"""Used instead of a number of days after the last day."""


def remind_of_documents() -> int:
    """Notify drivers 30, 7 and 1 days before a blocking document expires, and when it has; returns the count.

    Each reminder is sent once, however often this runs. A document added late gets only the next reminder.
    """
    soon = today() + timedelta(days=max(DAYS_BEFORE))
    ending = DriverDocument.objects.filter(
        Q(expires_on__lte=soon) | Q(expires_on=None, previous_expires_on__lte=soon),
        Q(kind__in=BLOCKING) | Q(kind__in=Requirement.objects.values("kind")),
    ).exclude(reminded_days=EXPIRED, reminded_for=Coalesce("expires_on", "previous_expires_on"))
    theirs = Q(pk__in=ending.filter(driver__isnull=False).values("driver"))
    their_vehicles = Q(
        pk__in=VehicleAssignment.objects.filter(in_force=True, vehicle__documents__in=ending).values("driver")
    )
    drivers = (
        DriverProfile.objects.filter(theirs | their_vehicles)
        .filter(user__deleted_at__isnull=True, user__approved=True, user__is_active=True)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    return sum(_remind_safely(driver_id) for driver_id in list(drivers))


def _remind_safely(driver_id: int) -> int:
    """Send a reminder; a failure does not stop the others."""
    try:
        return _remind(driver_id)
    except Exception:
        logger.exception("reminding driver %s of documents failed", driver_id)
        return 0


def _remind(driver_id: int) -> int:
    return sum(
        _remind_of(driver_id, limit.document.pk, limit.last_day, days)
        for limit in limits_of(DriverProfile.objects.select_related("user").get(pk=driver_id))
        if limit.document is not None and limit.last_day is not None and (days := _stage(limit)) is not None
    )


def _stage(limit: Limit) -> int | None:
    """Return the latest reminder that is due for a document; None if none is due.

    No reminder is sent during grace days, or after the expiry of a document that only warns.
    """
    left = ((limit.last_day or date.max) - today()).days
    if left < 0:
        return EXPIRED if limit.blocks and limit.is_over else None
    return min((days for days in DAYS_BEFORE if left <= days), default=None)


@transaction.atomic
def _remind_of(driver_id: int, document_id: int, until: date, days: int) -> int:
    document = DriverDocument.objects.select_for_update().filter(pk=document_id).first()
    if document is None or valid_until(document) != until:
        return 0
    if (
        document.reminded_for == until
        and document.reminded_days is not None
        and document.reminded_days <= days
    ):
        return 0
    document.reminded_for, document.reminded_days = until, days
    document.save(update_fields=["reminded_for", "reminded_days"])
    notify(
        user_id=driver_id,
        occasion=Occasion.DOCUMENT_EXPIRED if days == EXPIRED else Occasion.DOCUMENT_EXPIRES,
        screen=Screen.DOCUMENTS,
        params={"document": document.kind, "date": until.isoformat()},
        key=f"document:{document_id}:{until}:{days}",
    )
    return 1
