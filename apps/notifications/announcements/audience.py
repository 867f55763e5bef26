"""Whom an announcement reaches: people with a push token who match (document 2, section 5)."""

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
    """Devices in use of the kind, of people of the kind; all of them for `All`."""
    devices = devices_in_use()
    if device_type != AnnouncementDevices.ALL:
        devices = devices.filter(platform=device_type)
    if user_type != AnnouncementPeople.ALL:
        devices = devices.filter(user__user_type=user_type)
    return devices


def audience(*, device_type: str, user_type: str) -> Audience:
    """How many people, and on how many devices."""
    matching = devices_matching(device_type=device_type, user_type=user_type)
    counted = matching.aggregate(users=Count("user", distinct=True), devices=Count("pk"))
    return Audience(counted["users"], counted["devices"])
