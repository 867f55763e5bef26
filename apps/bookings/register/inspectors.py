"""Inspectors' access to the register: a link that opens the dispatches of a period for a limited time."""

import hashlib
import secrets
from datetime import date, datetime, time, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.bookings.models import InspectorAccess, RegisterEntry
from apps.core.audit import record
from apps.core.errors import BadInput, NotFound
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings

KIND: Final = "inspector_access"
MAX_DAYS: Final = 90
"""The longest time for which a link opens."""
USE_PERIOD: Final = timedelta(minutes=1)
RECORD_PERIOD: Final = timedelta(hours=1)


@transaction.atomic
def give_access(
    *, by: User, name: str, authority: str, first_day: date, last_day: date, days: int
) -> tuple[InspectorAccess, str]:
    """Return a new access and its URL, which is not stored. Raises BadInput invalid for days out of order."""
    if last_day < first_day:
        sentence = _("The last day is before the first.")
        raise BadInput("invalid", sentence, fields={"last_day": sentence})
    token = secrets.token_urlsafe(24)
    access = InspectorAccess.objects.create(
        name=name,
        authority=authority,
        first_day=first_day,
        last_day=last_day,
        token_hash=_digest(token),
        created_by=by,
        ends_at=timezone.now() + timedelta(days=days),
    )
    after = {
        "first_day": first_day.isoformat(),
        "last_day": last_day.isoformat(),
        "ends_at": access.ends_at.isoformat(),
    }
    record(
        by=by, action="inspector_access_given", kind=KIND, target_id=access.pk, label=str(access), after=after
    )
    return access, f"{settings.PUBLIC_URL.rstrip('/')}/inspection/{token}"


@transaction.atomic
def revoke_access(*, by: User, access_id: int) -> None:
    """Revoke the access; nothing changes if it is revoked already. Raises NotFound."""
    access = InspectorAccess.objects.select_for_update().filter(pk=access_id).first()
    if access is None:
        raise NotFound("not_found", _("Access not found."))
    if access.revoked_at is None:
        access.revoked_at = timezone.now()
        access.save(update_fields=["revoked_at"])
        record(by=by, action="inspector_access_revoked", kind=KIND, target_id=access.pk, label=str(access))


def access_of(token: str) -> InspectorAccess:
    """Return the access of a link, and record its use.

    Raises NotFound inspection_ended for an unknown or revoked link, and after its time.
    """
    access = InspectorAccess.objects.filter(
        token_hash=_digest(token), revoked_at__isnull=True, ends_at__gt=timezone.now()
    ).first()
    if access is None:
        raise NotFound("inspection_ended", _("This access has ended. Request a new link from the company."))
    _record_use(access)
    return access


def record_download(access: InspectorAccess) -> None:
    """Record in the audit log that the inspector took a file."""
    record(by=None, action="register_downloaded", kind=KIND, target_id=access.pk, label=str(access))


def entries_of(access: InspectorAccess) -> QuerySet[RegisterEntry]:
    """Return the entries of the access's days in the platform's time zone."""
    tz = platform_settings().tz
    return RegisterEntry.objects.filter(
        accepted_at__gte=datetime.combine(access.first_day, time.min, tz),
        accepted_at__lt=datetime.combine(access.last_day + timedelta(days=1), time.min, tz),
    )


@transaction.atomic
def _record_use(access: InspectorAccess) -> None:
    """Keep the time of use to the minute, and write an audit entry at most once an hour."""
    now = timezone.now()
    if access.used_at is not None and now - access.used_at < USE_PERIOD:
        return
    InspectorAccess.objects.filter(pk=access.pk).update(used_at=now)
    entries = AuditEntry.objects.filter(kind=KIND, target_id=str(access.pk), action="register_opened")
    if not entries.filter(at__gt=now - RECORD_PERIOD).exists():
        record(by=None, action="register_opened", kind=KIND, target_id=access.pk, label=str(access))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
