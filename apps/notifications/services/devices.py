"""Registers and retires push devices."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.authentication import not_signed_in
from apps.accounts.models import DeviceSession
from apps.core.errors import BadInput, NotFound
from apps.core.privacy.retention import delete_batch
from apps.notifications.choices import DeviceKind
from apps.notifications.delivery.senders import is_push_configured
from apps.notifications.models import PushDevice

MAX_DEVICES: Final = 20
"""The longest unused devices above this number are deleted."""
RETIRED_PERIOD: Final = timedelta(days=30)
"""How long a device that gets no more messages is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """The data to reach a device."""

    kind: str
    platform: str
    address: str
    p256dh: str = ""
    auth: str = ""


@transaction.atomic
def register_device(*, user_id: int, family: str, registration: Registration) -> PushDevice:
    """Register a device for this user, in place of any other user.

    Raises BadInput push_not_configured if the platform cannot send to such devices.
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
    """Delete one of the user's devices; NotFound for others."""
    removed, _rows = PushDevice.objects.filter(pk=device_id, user_id=user_id).delete()
    if not removed:
        raise NotFound("not_found", _("Not found."))


def retire_device(device_id: int) -> None:
    """Retire a device that its push service does not know."""
    PushDevice.objects.filter(pk=device_id, retired_at__isnull=True).update(retired_at=timezone.now())


def retire_signed_out_devices() -> int:
    """Retire the devices whose login has ended; until then they are skipped."""
    return PushDevice.objects.filter(retired_at__isnull=True, session__ended_at__isnull=False).update(
        retired_at=timezone.now()
    )


def delete_retired_devices(before: datetime) -> int:
    """Delete a batch of devices that were retired before this time."""
    return delete_batch(PushDevice.objects.filter(retired_at__lt=before))
