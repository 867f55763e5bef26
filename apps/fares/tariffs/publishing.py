"""Publishing: from when on which tariff prices trips. An earlier version is published again to roll back."""

from datetime import datetime
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.outbox import events
from apps.core.platform import platform_settings
from apps.fares.models import Tariff, TariffPeriod
from apps.fares.tariffs.checking import check_document
from apps.fares.tariffs.edits import KIND, locked_tariff, not_found, require_revision
from apps.fares.tariffs.in_force import clear_tariffs

LOCK: Final = 5_270_018
"""The advisory lock of publishing: versions are counted, and two periods never begin at once."""


@transaction.atomic
def publish_tariff(
    *,
    by: User,
    tariff_id: int,
    revision: int,
    valid_from: datetime | None = None,
    accept_warnings: bool = False,
) -> Tariff:
    """Let a draft or an earlier version price trips from a time on; without a time from now on.

    Raises Forbidden demo_mode, NotFound, Conflict tariff_changed, tariff_has_warnings, tariff_time_taken,
    BadInput past_time.
    """
    require_critical_edits(platform_settings())
    _lock()
    tariff = locked_tariff(tariff_id)
    require_revision(tariff, revision)
    now = timezone.now()
    if not accept_warnings and check_document(tariff.document, at=now).warnings:
        raise Conflict("tariff_has_warnings", _("This tariff has warnings. Check them before publishing."))
    if tariff.published_at is None:
        tariff.version = (Tariff.objects.aggregate(last=Max("version"))["last"] or 0) + 1
        tariff.published_by, tariff.published_at = by, now
        tariff.save(update_fields=["version", "published_by", "published_at"])
    _begin_period(by, tariff, valid_from, now)
    return tariff


@transaction.atomic
def use_car_types(*, by: User, valid_from: datetime | None = None) -> None:
    """Let the car types' numbers price trips from a time on.

    Raises Forbidden demo_mode, Conflict tariff_time_taken, BadInput past_time.
    """
    require_critical_edits(platform_settings())
    _lock()
    _begin_period(by, None, valid_from, timezone.now())


@transaction.atomic
def withdraw_period(*, by: User, period_id: int) -> None:
    """Delete a period that has not begun. Raises Forbidden demo_mode, NotFound, Conflict period_begun."""
    require_critical_edits(platform_settings())
    _lock()
    period = TariffPeriod.objects.select_related("tariff").filter(pk=period_id).first()
    if period is None:
        raise not_found()
    if period.valid_from <= timezone.now():
        raise Conflict("period_begun", _("This tariff is already in force. Publish another one instead."))
    label = str(period.tariff or "")
    period.delete()
    audit.record(
        by=by,
        action="withdrawn",
        kind=KIND,
        target_id=period.tariff_id or "",
        label=label,
        before={"valid_from": period.valid_from},
    )
    _publish_change()


def _begin_period(by: User, tariff: Tariff | None, valid_from: datetime | None, now: datetime) -> None:
    if valid_from is not None and valid_from < now:
        sentence = _("This time is in the past.")
        raise BadInput("past_time", sentence, fields={"valid_from": sentence})
    starts = valid_from or now
    if TariffPeriod.objects.filter(valid_from=starts).exists():
        raise Conflict("tariff_time_taken", _("Another tariff is already published for this time."))
    TariffPeriod.objects.create(tariff=tariff, valid_from=starts, published_by=by, published_at=now)
    after: dict[str, Any] = {"valid_from": starts}
    if tariff is not None:
        after["version"] = tariff.version
    audit.record(
        by=by,
        action="published",
        kind=KIND,
        target_id="" if tariff is None else tariff.pk,
        label="" if tariff is None else str(tariff),
        after=after,
    )
    _publish_change()


def _lock() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def _publish_change() -> None:
    clear_tariffs()
    transaction.on_commit(clear_tariffs)
    events.publish("settings", "settings.changed", {"changed": ["tariffs"]})
