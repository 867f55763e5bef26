"""An announcement on its way to all its devices, a chunk at a time.

Each round has a row for each device, written before the first message. A chunk is marked as being sent,
sent, and marked with what came of it, so that a worker that ends in between leaves at most one chunk of
which no one knows whether it went out: it counts as failed, and is not sent again. A job that
runs twice finds no row to claim that the other run has claimed.
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

from apps.core import events
from apps.core.jobs import Retry
from apps.notifications.audience import devices_matching
from apps.notifications.choices import (
    AnnouncementState,
    AnnouncementStep,
    DeviceKind,
    Occasion,
    Screen,
)
from apps.notifications.models import Announcement, AnnouncementDelivery, InboxMessage, PushDevice
from apps.notifications.payload import fitted
from apps.notifications.port import Gone, Push, Refused, Retryable
from apps.notifications.push_policy import POLICIES
from apps.notifications.selectors import devices_in_use
from apps.notifications.senders import push_sender
from apps.notifications.services.devices import retire_device

log = logging.getLogger(__name__)

CHUNK: Final = 64
THREADS: Final = 16
"""Messages on their way at once: push services take their time."""
TURN_SECONDS: Final = 15.0
"""Then another job has its turn."""
MAX_TRIES: Final = 3
PAUSE_SECONDS: Final = 30.0
LOST: Final = timedelta(seconds=90)
"""A worker that says nothing for so long has ended."""
PLANNED_AT_ONCE: Final = 5_000
SCREEN: Final = Screen.BOOKED_CAB
"""There is no screen of announcements: the person's own list opens, whoever they are."""
STAYS_HERE: Final = "outbox"
"""The sender that keeps messages in our own database: threads would only open connections."""


@dataclass(frozen=True, slots=True)
class Outcome:
    delivery: AnnouncementDelivery
    step: AnnouncementStep
    error: str = ""
    due_at: datetime | None = None


def send_round(*, announcement_id: int, round: int) -> None:
    """Send what is left of a round. Raises core.jobs.Retry as long as there is more."""
    announcement = _planned(announcement_id, round)
    if announcement is None:
        return
    turn_ends = time.monotonic() + TURN_SECONDS
    while chunk := _claimed(announcement):
        _count(announcement, _sent(announcement, chunk))
        if time.monotonic() >= turn_ends:
            break
    _give_up_on_lost(announcement)
    _finish_or_come_again(announcement)


def _planned(announcement_id: int, round: int) -> Announcement | None:
    """The announcement with a row for each device; None when this round is over."""
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
            batch_size=PLANNED_AT_ONCE,
        )
        announcement.total = len(ids)
        announcement.save(update_fields=["total"])
        return announcement


def _claimed(announcement: Announcement) -> list[tuple[AnnouncementDelivery, PushDevice]]:
    """The next chunk, ours alone, its people's inboxes written; empty when nothing is due."""
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
            wanted = [row.device_id for row in rows]
            # Logged out or retired since: what is meant for its person goes there no more.
            devices = devices_in_use().select_related("user").in_bulk(wanted)
            gone = [row.pk for row in rows if row.device_id not in devices]
            there = [row for row in rows if row.device_id in devices]
            _mark(announcement, gone, AnnouncementStep.FAILED, error="signed out")
            AnnouncementDelivery.objects.filter(pk__in=[row.pk for row in there]).update(
                step=AnnouncementStep.SENDING, attempts=F("attempts") + 1, due_at=now
            )
            _keep_in_inboxes(announcement, list(devices.values()))
        if there:
            return [(row, devices[row.device_id]) for row in there]


def _keep_in_inboxes(announcement: Announcement, devices: Sequence[PushDevice]) -> None:
    key = f"announcement:{announcement.pk}:{announcement.round}"
    people = {device.user_id for device in devices}
    told = set(InboxMessage.objects.filter(key=key, user_id__in=people).values_list("user_id", flat=True))
    messages = InboxMessage.objects.bulk_create(
        InboxMessage(
            user_id=user_id,
            key=key,
            occasion=Occasion.ANNOUNCEMENT,
            title=announcement.title,
            msg=announcement.body,
            screen=SCREEN,
        )
        for user_id in people
        if user_id not in told
    )
    for message in messages:
        data = {"id": message.pk, "title": message.title, "msg": message.msg, "screen": message.screen}
        events.publish(f"user:{message.user_id}", "inbox.new", data | {"data": {}})


def _sent(
    announcement: Announcement, chunk: Sequence[tuple[AnnouncementDelivery, PushDevice]]
) -> list[Outcome]:
    def send(one: tuple[AnnouncementDelivery, PushDevice]) -> Outcome:
        return _send(announcement, *one)

    here = {kind for kind in DeviceKind if push_sender(kind).name == STAYS_HERE}
    outside = [one for one in chunk if one[1].kind not in here]
    done = [send(one) for one in chunk if one[1].kind in here]
    if not outside:
        return done
    with ThreadPoolExecutor(THREADS) as pool:
        return [*done, *pool.map(send, outside)]


def _send(announcement: Announcement, delivery: AnnouncementDelivery, device: PushDevice) -> Outcome:
    """One message; it asks no database itself, for it may run in a thread."""
    policy = POLICIES[Occasion.ANNOUNCEMENT]
    push = Push(
        address=device.address,
        title=announcement.title,
        msg=announcement.body,
        screen=SCREEN,
        topic=f"{policy.about}-{announcement.pk}-{announcement.round}"[:32],
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
        return _later(delivery, str(error), max(PAUSE_SECONDS, error.after_seconds or 0))
    except Exception as error:
        # A mistake of ours: its text may quote the message.
        log.exception("broadcast failed delivery_id=%s", delivery.pk)
        return _later(delivery, type(error).__name__, PAUSE_SECONDS)
    return Outcome(delivery, AnnouncementStep.SENT)


def _later(delivery: AnnouncementDelivery, reason: str, seconds: float) -> Outcome:
    if delivery.attempts + 1 >= MAX_TRIES:
        return Outcome(delivery, AnnouncementStep.FAILED, reason)
    due_at = timezone.now() + timedelta(seconds=min(seconds, 3600))
    return Outcome(delivery, AnnouncementStep.WAITING, reason, due_at)


def _count(announcement: Announcement, outcomes: Sequence[Outcome]) -> None:
    """Write down what came of a chunk: its rows and the counters, in one transaction."""
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
    """End these rows and count those that had not ended."""
    if not ids:
        return
    number = (
        AnnouncementDelivery.objects.filter(pk__in=ids)
        .filter(step__in=(AnnouncementStep.WAITING, AnnouncementStep.SENDING))
        .update(step=step, error=error[:100])
    )
    counter = "sent" if step == AnnouncementStep.SENT else "failed"
    Announcement.objects.filter(pk=announcement.pk, round=announcement.round).update(
        **{counter: F(counter) + number}
    )


def _give_up_on_lost(announcement: Announcement) -> None:
    lost = _rows(announcement, AnnouncementStep.SENDING).filter(due_at__lt=timezone.now() - LOST)
    with transaction.atomic():
        ids = list(lost.select_for_update(skip_locked=True).values_list("pk", flat=True))
        _mark(announcement, ids, AnnouncementStep.FAILED, error="the worker that sent it ended")


def _finish_or_come_again(announcement: Announcement) -> None:
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
