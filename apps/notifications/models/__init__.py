from apps.notifications.models.announcement import Announcement, AnnouncementDelivery
from apps.notifications.models.delivery import Delivery
from apps.notifications.models.desk import DeskMessage
from apps.notifications.models.device import PushDevice
from apps.notifications.models.inbox import InboxMessage
from apps.notifications.models.kept import KeptMessage

__all__ = [
    "Announcement",
    "AnnouncementDelivery",
    "Delivery",
    "DeskMessage",
    "InboxMessage",
    "KeptMessage",
    "PushDevice",
]
