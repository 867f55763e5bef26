"""Public holidays: added and deleted by staff. Bookings keep those that were known when they were made."""

from datetime import date
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput
from apps.core.platform import platform_settings
from apps.fares.models import PublicHoliday
from apps.fares.tariffs.edits import not_found
from apps.fares.tariffs.in_force import clear_tariffs

KIND: Final = "public_holiday"


@transaction.atomic
def add_holiday(*, by: User, day: date, name: str) -> PublicHoliday:
    """Add a public holiday. Raises Forbidden demo_mode, BadInput holiday_exists."""
    require_critical_edits(platform_settings())
    holiday, is_new = PublicHoliday.objects.get_or_create(day=day, defaults={"name": name})
    if not is_new:
        sentence = _("This day is already a public holiday.")
        raise BadInput("holiday_exists", sentence, fields={"day": sentence})
    audit.record(
        by=by, action="added", kind=KIND, target_id=holiday.pk, label=str(holiday), after={"day": day}
    )
    _clear()
    return holiday


@transaction.atomic
def delete_holiday(*, by: User, holiday_id: int) -> None:
    """Delete a public holiday. Raises Forbidden demo_mode, NotFound."""
    require_critical_edits(platform_settings())
    holiday = PublicHoliday.objects.select_for_update().filter(pk=holiday_id).first()
    if holiday is None:
        raise not_found()
    holiday.delete()
    audit.record(
        by=by,
        action="deleted",
        kind=KIND,
        target_id=holiday_id,
        label=str(holiday),
        before={"day": holiday.day},
    )
    _clear()


def _clear() -> None:
    clear_tariffs()
    transaction.on_commit(clear_tariffs)
