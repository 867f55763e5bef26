"""Taking drivers offline from the board."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.services.availability import set_driver_active
from apps.backoffice.selectors import drivers_of, fleet_of
from apps.core.audit import record
from apps.core.errors import NotFound
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify

MAX_REASON: Final = 200


@transaction.atomic
def take_offline(*, by: User, driver_id: int, reason: str) -> None:
    """Take a driver offline and notify them of the reason; nothing happens if they are offline already.

    The driver can go online again. Raises NotFound for a driver who is not of the sender's fleet, Conflict
    driver_busy on a trip.
    """
    profile = drivers_of(fleet_of(by)).select_related("user").filter(pk=driver_id).first()
    if profile is None:
        raise NotFound("not_found", _("User not found."))
    if not set_driver_active(driver_id=driver_id, active=False):
        return
    entry = record(
        by=by,
        action="taken_offline",
        kind="user",
        target_id=driver_id,
        label=str(profile.user),
        after={"reason": reason},
    )
    notify(
        user_id=driver_id,
        occasion=Occasion.TAKEN_OFFLINE,
        screen=Screen.DRIVER_TRIPS,
        params={"reason": reason},
        key=f"offline:{entry.pk}",
    )
