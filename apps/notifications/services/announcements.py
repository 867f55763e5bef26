"""Announcements as an admin writes them and has them sent."""

from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit, events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound, TooMany
from apps.core.platform import platform_settings
from apps.notifications.audience import audience
from apps.notifications.choices import AnnouncementState
from apps.notifications.models import Announcement

KIND: Final = "notification"
COLUMNS: Final = ("device_type", "user_type", "title", "body")
SEND_ANNOUNCEMENT: Final = "notifications.send_announcement"
PAUSE: Final = timedelta(minutes=1)
"""Between two rounds of the same words."""


@transaction.atomic
def add_announcement(*, by: User, **fields: str) -> Announcement:
    """Write one and have it sent at once; in demo mode it is only written down.

    Raises BadInput no_user_match, and then nothing is stored.
    """
    announcement = Announcement(created_by=by, **fields)
    is_demo = platform_settings().is_demo_mode
    if is_demo:
        announcement.save()
    else:
        _begin(announcement)
    audit.record(
        by=by,
        action="added" if is_demo else "sent",
        kind=KIND,
        target_id=announcement.pk,
        label=announcement.title,
        after=audit.values_of(announcement, COLUMNS) | _to(announcement),
    )
    return announcement


@transaction.atomic
def send_announcement(*, by: User, announcement_id: int) -> Announcement:
    """Have it sent again, to whoever matches now.

    Raises Forbidden demo_mode, NotFound, BadInput no_user_match, Conflict announcement_sending,
    TooMany announcement_too_soon.
    """
    require_critical_edits(platform_settings())
    announcement = _locked(announcement_id)
    if announcement.started_at and timezone.now() - announcement.started_at < PAUSE:
        raise TooMany("announcement_too_soon", _("Wait a minute before you send it again."))
    _begin(announcement)
    audit.record(
        by=by,
        action="sent",
        kind=KIND,
        target_id=announcement.pk,
        label=announcement.title,
        after=_to(announcement),
    )
    return announcement


@transaction.atomic
def change_announcement(*, by: User, announcement_id: int, **changes: Any) -> Announcement:
    """Word it otherwise for the next round.

    Raises Forbidden demo_mode, NotFound, Conflict announcement_sending.
    """
    require_critical_edits(platform_settings())
    announcement = _locked(announcement_id)
    with audit.audited(announcement, by=by, kind=KIND, names=COLUMNS):
        for name in changes.keys() & set(COLUMNS):
            setattr(announcement, name, changes[name])
        announcement.save(update_fields=COLUMNS)
    return announcement


@transaction.atomic
def delete_announcement(*, by: User, announcement_id: int) -> None:
    """Forget it; inboxes keep what they got. Raises as `change_announcement`."""
    require_critical_edits(platform_settings())
    announcement = _locked(announcement_id)
    before = audit.values_of(announcement, COLUMNS)
    announcement.delete()
    audit.record(
        by=by, action="deleted", kind=KIND, target_id=announcement_id, label=str(announcement), before=before
    )


def _begin(announcement: Announcement) -> None:
    reached = audience(device_type=announcement.device_type, user_type=announcement.user_type)
    if not reached.devices:
        raise BadInput("no_user_match", _("No matching users receive push notifications."))
    announcement.state = AnnouncementState.SENDING
    announcement.round += 1
    announcement.total, announcement.sent, announcement.failed = reached.devices, 0, 0
    announcement.started_at, announcement.finished_at = timezone.now(), None
    announcement.save()
    events.enqueue(
        SEND_ANNOUNCEMENT,
        key=f"announcement:{announcement.pk}:{announcement.round}",
        announcement_id=announcement.pk,
        round=announcement.round,
    )


def _to(announcement: Announcement) -> dict[str, int]:
    return {"devices": announcement.total} if announcement.round else {}


def _locked(announcement_id: int) -> Announcement:
    announcement = Announcement.objects.select_for_update().filter(pk=announcement_id).first()
    if announcement is None:
        raise NotFound("not_found", _("Not found."))
    if announcement.state == AnnouncementState.SENDING:
        raise Conflict("announcement_sending", _("This notification is being sent."))
    return announcement
