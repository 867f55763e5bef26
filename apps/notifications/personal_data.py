"""Personal data of notifications: the inbox, devices and the log of messages."""

from typing import Final

from django.db.models import Q

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, all_columns
from apps.notifications.models import Delivery, DeskMessage, InboxMessage, KeptMessage, PushDevice


def _erase_inbox(user: User) -> None:
    InboxMessage.objects.filter(user=user).delete()
    addresses = [address for address in (user.email, user.mobile) if address]
    KeptMessage.objects.filter(Q(to__in=addresses)).delete()


def _erase_devices(user: User) -> None:
    PushDevice.objects.filter(user=user).delete()


def _erase_log(user: User) -> None:
    Delivery.objects.filter(user=user).delete()


PERSONAL_DATA: Final = (
    PersonalData(
        name="notifications",
        contents="notifications in the inbox",
        rows=lambda user: all_columns(InboxMessage.objects.filter(user=user)),
        erase=_erase_inbox,
        after_erasure="nothing",
    ),
    PersonalData(
        name="dispatch_messages",
        contents="messages that a dispatcher sent to drivers",
        rows=lambda user: all_columns(DeskMessage.objects.filter(sent_by=user), exclude=("recipients",)),
        after_erasure="text and date, until the period of notifications is over",
    ),
    PersonalData(
        name="devices",
        contents="devices that receive push messages",
        rows=lambda user: all_columns(
            PushDevice.objects.filter(user=user), exclude=("address", "p256dh", "auth", "session_id")
        ),
        erase=_erase_devices,
        after_erasure="nothing",
    ),
    PersonalData(
        name="message_log",
        contents="emails, text messages and push messages that were sent, without their texts",
        rows=lambda user: all_columns(Delivery.objects.filter(user=user), exclude=("job_id",)),
        erase=_erase_log,
        after_erasure="nothing",
    ),
)
