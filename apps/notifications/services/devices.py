"""The devices that take push messages for a person."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.authentication import not_signed_in
from apps.accounts.models import DeviceSession
from apps.core.errors import BadInput, NotFound
from apps.notifications.choices import DeviceKind
from apps.notifications.models import PushDevice
from apps.notifications.senders import is_push_configured

MAX_DEVICES: Final = 20
"""Beyond that a person's longest unused ones go."""
KEEP_RETIRED: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """How a device is reached."""

    kind: str
    platform: str
    address: str
    p256dh: str = ""
    auth: str = ""


@transaction.atomic
def register_device(*, user_id: int, family: str, registration: Registration) -> PushDevice:
    """Have a device take this person's messages from now on, and no one else's.

    Raises BadInput push_not_configured when the platform has no way to such devices.
    """
    if not is_push_configured(DeviceKind(registration.kind)):
        raise BadInput("push_not_configured", _("Push notifications aren't available for this device."))
    session = DeviceSession.objects.filter(family=family, user_id=user_id, ended_at__isnull=True).first()
    if session is None:
        raise not_signed_in()
    device, _created = PushDevice.objects.update_or_create(
        address=registration.address,
        defaults={
            "user_id": user_id,
            "session": session,
            "kind": registration.kind,
            "platform": registration.platform,
            "p256dh": registration.p256dh,
            "auth": registration.auth,
            "last_used_at": timezone.now(),
            "retired_at": None,
        },
    )
    extra = PushDevice.objects.filter(user_id=user_id).order_by("-last_used_at", "-id")[MAX_DEVICES:]
    PushDevice.objects.filter(pk__in=[row.pk for row in extra]).delete()
    return device


def remove_device(*, user_id: int, device_id: int) -> None:
    """Forget one of a person's own devices; NotFound for anybody else's."""
    removed, _rows = PushDevice.objects.filter(pk=device_id, user_id=user_id).delete()
    if not removed:
        raise NotFound("not_found", _("Not found."))


def retire_device(device_id: int) -> None:
    """Send nothing there any more: the push service does not know it."""
    PushDevice.objects.filter(pk=device_id, retired_at__isnull=True).update(retired_at=timezone.now())


def retire_signed_out_devices() -> int:
    """Retire the devices whose login has ended; until then they are only passed over."""
    return PushDevice.objects.filter(retired_at__isnull=True, session__ended_at__isnull=False).update(
        retired_at=timezone.now()
    )


def forget_retired_devices(*, now: datetime | None = None) -> int:
    """Remove what was retired long ago; returns the number."""
    return PushDevice.objects.filter(retired_at__lt=(now or timezone.now()) - KEEP_RETIRED).delete()[0]
