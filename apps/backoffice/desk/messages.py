"""Messages of dispatchers to drivers."""

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.backoffice.selectors import drivers_of, fleet_of
from apps.core.audit import record
from apps.core.errors import NotFound
from apps.notifications.services.desk_messages import send_desk_message

MAX_DRIVERS: Final = 500
MAX_TEXT: Final = 300


@transaction.atomic
def message_drivers(*, by: User, driver_ids: Collection[int], text: str) -> int:
    """Send a text to drivers: in the inbox, on open screens and on devices. Return the number of drivers.

    Raises NotFound if one of them is not a driver of the sender's fleet; then none gets it.
    """
    wanted = set(driver_ids)
    found = drivers_of(fleet_of(by)).filter(pk__in=wanted, user__deleted_at__isnull=True)
    names = {profile.pk: profile.user.full_name for profile in found.select_related("user")}
    if names.keys() != wanted:
        raise NotFound("not_found", _("User not found."))
    send_desk_message(by=by, fleet_id=fleet_of(by), driver_ids=names, text=text)
    one = next(iter(names)) if len(names) == 1 else None
    record(
        by=by,
        action="sent",
        kind="notification",
        target_id=one or "",
        label=names[one] if one else "",
        after={"drivers": len(names)},
    )
    return len(names)
