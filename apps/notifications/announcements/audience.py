"""The audience of an announcement: matching users with a push token (document 2, section 5)."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet

from apps.notifications.choices import AnnouncementDevices, AnnouncementPeople
from apps.notifications.models import PushDevice
from apps.notifications.selectors import devices_in_use


@dataclass(frozen=True, slots=True)
class Audience:
    users: int
    devices: int


def devices_matching(*, device_type: str, user_type: str) -> QuerySet[PushDevice]:
    """Return the devices in use that match; `All` matches all."""
    devices = devices_in_use()
    if device_type != AnnouncementDevices.ALL:
        devices = devices.filter(platform=device_type)
    if user_type != AnnouncementPeople.ALL:
        devices = devices.filter(user__user_type=user_type)
    return devices


def audience(*, device_type: str, user_type: str) -> Audience:
    """Return the number of matching users and devices."""
    matching = devices_matching(device_type=device_type, user_type=user_type)
    counted = matching.aggregate(users=Count("user", distinct=True), devices=Count("pk"))
    return Audience(counted["users"], counted["devices"])
