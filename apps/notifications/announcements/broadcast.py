"""Sends an announcement to all its devices in chunks.

Each round has a row per device, inserted before the first message. A chunk is marked as sending, sent, then
marked with the results. So a worker that dies leaves at most one chunk whose result is unknown: it counts as
failed and is not sent again. A repeated job claims only rows that no other run has claimed.
"""

import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone

from apps.core.outbox import events
from apps.core.outbox.jobs import Retry
from apps.notifications.announcements.audience import devices_matching
from apps.notifications.choices import (
    AnnouncementState,
    AnnouncementStep,
    DeviceKind,
    Occasion,
    Screen,
)
from apps.notifications.delivery.payload import fitted
from apps.notifications.delivery.push_policy import POLICIES
from apps.notifications.delivery.senders import push_sender
from apps.notifications.models import Announcement, AnnouncementDelivery, InboxMessage, PushDevice
from apps.notifications.port import Gone, Push, Refused, Retryable
from apps.notifications.selectors import devices_in_use
from apps.notifications.services.devices import retire_device

log = logging.getLogger(__name__)

CHUNK: Final = 64
THREADS: Final = 16
"""The number of parallel messages, because push services respond slowly."""
TURN_SECONDS: Final = 15.0
"""After this time, other jobs get a turn."""
MAX_TRIES: Final = 3
PAUSE_SECONDS: Final = 30.0
LOST: Final = timedelta(seconds=90)
"""A worker that reports nothing for this long has died."""
INSERT_BATCH: Final = 5_000
SCREEN: Final = Screen.BOOKED_CAB
"""There is no screen for announcements: each user's own list opens."""
STORING_SENDER: Final = "outbox"
"""The sender that stores messages in the database: threads would only open connections."""


@dataclass(frozen=True, slots=True)
class Outcome:
    delivery: AnnouncementDelivery
    step: AnnouncementStep
    error: str = ""
    due_at: datetime | None = None


def send_round(*, announcement_id: int, round: int) -> None:
    """Send the rest of a round. Raises core.outbox.jobs.Retry if there is more."""
    announcement = _prepare_round(announcement_id, round)
    if announcement is None:
        return
    turn_ends = time.monotonic() + TURN_SECONDS
    while chunk := _claim_chunk(announcement):
        _store_outcomes(announcement, _send_chunk(announcement, chunk))
        if time.monotonic() >= turn_ends:
            break
    _fail_lost(announcement)
    _finish_or_retry(announcement)


def _prepare_round(announcement_id: int, round: int) -> Announcement | None:
    """Return the announcement with a row per device, or None if the round is over."""
    with transaction.atomic():
        announcement = Announcement.objects.select_for_update().filter(pk=announcement_id).first()
        if (
            announcement is None
            or announcement.round != round
            or announcement.state != AnnouncementState.SENDING
        ):
            return None
        rows = AnnouncementDelivery.objects.filter(announcement=announcement, round=round)
        if rows.exists():
            return announcement
        matching = devices_matching(device_type=announcement.device_type, user_type=announcement.user_type)
        ids = list(matching.order_by("user_id", "pk").values_list("pk", flat=True))
        AnnouncementDelivery.objects.bulk_create(
            [AnnouncementDelivery(announcement=announcement, round=round, device_id=pk) for pk in ids],
            batch_size=INSERT_BATCH,
        )
        announcement.total = len(ids)
        announcement.save(update_fields=["total"])
        return announcement


def _claim_chunk(announcement: Announcement) -> list[tuple[AnnouncementDelivery, PushDevice]]:
    """Claim the next chunk and write the users' inboxes; empty if nothing is due."""
    now = timezone.now()
    while True:
        with transaction.atomic(), events.batched():
            rows = list(
                _rows(announcement, AnnouncementStep.WAITING)
                .filter(due_at__lte=now)
                .select_for_update(skip_locked=True)
                .order_by("pk")[:CHUNK]
            )
            if not rows:
                return []
            device_ids = [row.device_id for row in rows]
            # Devices that were logged out or retired meanwhile get no message.
            devices = devices_in_use().select_related("user").in_bulk(device_ids)
            gone = [row.pk for row in rows if row.device_id not in devices]
            present = [row for row in rows if row.device_id in devices]
            _mark(announcement, gone, AnnouncementStep.FAILED, error="signed out")
            AnnouncementDelivery.objects.filter(pk__in=[row.pk for row in present]).update(
                step=AnnouncementStep.SENDING, attempts=F("attempts") + 1, due_at=now
            )
            _write_inboxes(announcement, list(devices.values()))
        if present:
            return [(row, devices[row.device_id]) for row in present]


def _write_inboxes(announcement: Announcement, devices: Sequence[PushDevice]) -> None:
    key = f"announcement:{announcement.pk}:{announcement.round}"
    user_ids = {device.user_id for device in devices}
    notified = set(
        InboxMessage.objects.filter(key=key, user_id__in=user_ids).values_list("user_id", flat=True)
    )
    messages = InboxMessage.objects.bulk_create(
        InboxMessage(
            user_id=user_id,
            key=key,
            occasion=Occasion.ANNOUNCEMENT,
            title=announcement.title,
            msg=announcement.body,
            screen=SCREEN,
        )
        for user_id in user_ids
        if user_id not in notified
    )
    for message in messages:
        data = {"id": message.pk, "title": message.title, "msg": message.msg, "screen": message.screen}
        events.publish(f"user:{message.user_id}", "inbox.new", data | {"data": {}})


def _send_chunk(
    announcement: Announcement, chunk: Sequence[tuple[AnnouncementDelivery, PushDevice]]
) -> list[Outcome]:
    def send(one: tuple[AnnouncementDelivery, PushDevice]) -> Outcome:
        return _send(announcement, *one)

    stored_kinds = {kind for kind in DeviceKind if push_sender(kind).name == STORING_SENDER}
    external = [one for one in chunk if one[1].kind not in stored_kinds]
    done = [send(one) for one in chunk if one[1].kind in stored_kinds]
    if not external:
        return done
    with ThreadPoolExecutor(THREADS) as pool:
        return [*done, *pool.map(send, external)]


def _send(announcement: Announcement, delivery: AnnouncementDelivery, device: PushDevice) -> Outcome:
    """Send one message; makes no queries, because it may run in a thread."""
    policy = POLICIES[Occasion.ANNOUNCEMENT]
    push = Push(
        address=device.address,
        title=announcement.title,
        msg=announcement.body,
        screen=SCREEN,
        topic=f"{policy.subject}-{announcement.pk}-{announcement.round}"[:32],
        ttl_seconds=policy.ttl_seconds,
        urgent=policy.urgent,
        p256dh=device.p256dh,
        auth=device.auth,
        owner=str(device.user.email or device.user),
    )
    try:
        push_sender(DeviceKind(device.kind)).send(fitted(push))
    except Gone:
        return Outcome(delivery, AnnouncementStep.FAILED, "gone")
    except Refused as error:
        return Outcome(delivery, AnnouncementStep.FAILED, str(error))
    except Retryable as error:
        return _retry_or_fail(delivery, str(error), max(PAUSE_SECONDS, error.after_seconds or 0))
    except Exception as error:
        # An error in our code: its text may contain the message.
        log.exception("broadcast failed delivery_id=%s", delivery.pk)
        return _retry_or_fail(delivery, type(error).__name__, PAUSE_SECONDS)
    return Outcome(delivery, AnnouncementStep.SENT)


def _retry_or_fail(delivery: AnnouncementDelivery, reason: str, seconds: float) -> Outcome:
    if delivery.attempts + 1 >= MAX_TRIES:
        return Outcome(delivery, AnnouncementStep.FAILED, reason)
    due_at = timezone.now() + timedelta(seconds=min(seconds, 3600))
    return Outcome(delivery, AnnouncementStep.WAITING, reason, due_at)


def _store_outcomes(announcement: Announcement, outcomes: Sequence[Outcome]) -> None:
    """Store the results of a chunk in its rows and the counters, in one transaction."""
    with transaction.atomic():
        sent = [one.delivery.pk for one in outcomes if one.step == AnnouncementStep.SENT]
        _mark(announcement, sent, AnnouncementStep.SENT)
        for one in outcomes:
            if one.step == AnnouncementStep.FAILED:
                _mark(announcement, [one.delivery.pk], AnnouncementStep.FAILED, error=one.error)
            elif one.step == AnnouncementStep.WAITING:
                AnnouncementDelivery.objects.filter(pk=one.delivery.pk, step=AnnouncementStep.SENDING).update(
                    step=AnnouncementStep.WAITING, due_at=one.due_at, error=one.error[:100]
                )
            if one.error == "gone":
                retire_device(one.delivery.device_id)
        reached = [one.delivery.device_id for one in outcomes if one.step == AnnouncementStep.SENT]
        PushDevice.objects.filter(pk__in=reached).update(last_used_at=timezone.now())


def _mark(announcement: Announcement, ids: Sequence[int], step: AnnouncementStep, *, error: str = "") -> None:
    """Finish these rows and count those that were not finished."""
    if not ids:
        return
    count = (
        AnnouncementDelivery.objects.filter(pk__in=ids)
        .filter(step__in=(AnnouncementStep.WAITING, AnnouncementStep.SENDING))
        .update(step=step, error=error[:100])
    )
    counter = "sent" if step == AnnouncementStep.SENT else "failed"
    Announcement.objects.filter(pk=announcement.pk, round=announcement.round).update(
        **{counter: F(counter) + count}
    )


def _fail_lost(announcement: Announcement) -> None:
    lost = _rows(announcement, AnnouncementStep.SENDING).filter(due_at__lt=timezone.now() - LOST)
    with transaction.atomic():
        ids = list(lost.select_for_update(skip_locked=True).values_list("pk", flat=True))
        _mark(announcement, ids, AnnouncementStep.FAILED, error="the worker that sent it ended")


def _finish_or_retry(announcement: Announcement) -> None:
    if _rows(announcement, AnnouncementStep.SENDING).exists():
        raise Retry("another worker is sending", delay_seconds=5)
    due = _rows(announcement, AnnouncementStep.WAITING).aggregate(at=Min("due_at"))["at"]
    if due is not None:
        seconds = max(0.0, (due - timezone.now()).total_seconds())
        raise Retry("there is more to send", delay_seconds=seconds)
    Announcement.objects.filter(
        pk=announcement.pk, round=announcement.round, state=AnnouncementState.SENDING
    ).update(state=AnnouncementState.SENT, finished_at=timezone.now())


def _rows(announcement: Announcement, step: AnnouncementStep) -> QuerySet[AnnouncementDelivery]:
    return AnnouncementDelivery.objects.filter(announcement=announcement, round=announcement.round, step=step)
