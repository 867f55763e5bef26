"""Shared steps of the sender tests."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import DeviceSession, User
from apps.core.models import OutboxEntry
from apps.core.tasks import run_job
from apps.notifications.adapters.webpush.keys import vapid_public_key
from apps.notifications.choices import Occasion, Screen
from apps.notifications.models import Delivery, PushDevice
from apps.notifications.services import notify
from tests.fakes.webpush import Browser, FakePushService
from tests.personas import family_of

PARAMS = {
    "number": 12,
    "booking_id": 81,
    "reference": "K7M4QX",
    "driver_name": "Ben Example",
    "customer_name": "Ada Example",
    "pickup": "Quay Street, Newport",
    "amount": "12.3450",
    "balance": "-7",
    "stars": 4,
    "sender_name": "Ben Example",
    "text": "I wait at the corner.",
}
FCM_TOKEN = "fPz-01:APA91b-Hansom_x"


def send_notice(
    user: User,
    occasion: str = Occasion.NEAR,
    screen: str = Screen.BOOKING_CAB,
    key: str = "booking:81:3:near",
    **params: Any,
) -> None:
    with transaction.atomic():
        notify(user_id=user.pk, occasion=occasion, screen=screen, params=PARAMS | params, key=key)


def run_due_jobs() -> None:
    """Run the outbox's jobs until none is due."""
    for _round in range(10):
        due = OutboxEntry.objects.filter(
            kind=OutboxEntry.Kind.JOB, done_at__isnull=True, due_at__lte=timezone.now()
        )
        ids = list(due.order_by("id").values_list("pk", flat=True))
        if not ids:
            return
        for pk in ids:
            run_job(pk)
    raise AssertionError("jobs do not end")


def run_again(delivery: Delivery) -> Delivery:
    """Run the next attempt at once."""
    OutboxEntry.objects.filter(pk=delivery.job_id).update(due_at=timezone.now(), done_at=None)
    run_job(delivery.job_id)
    delivery.refresh_from_db()
    return delivery


def seconds_to_next_try(delivery: Delivery) -> float:
    entry = OutboxEntry.objects.get(pk=delivery.job_id)
    assert entry.done_at is None
    return (entry.due_at - timezone.now()).total_seconds()


def browser_of(user: User, service: FakePushService, **fields: Any) -> tuple[Browser, PushDevice]:
    """Return a user's browser with a push subscription."""
    browser = service.subscribe(vapid_public_key() or "")
    keys = browser.subscription["keys"]
    device = PushDevice.objects.create(
        user=user,
        session=DeviceSession.objects.get(family=family_of(user)),
        kind="webpush",
        platform="WEB",
        address=browser.endpoint,
        p256dh=keys["p256dh"],
        auth=keys["auth"],
        **fields,
    )
    return browser, device


def phone_of(user: User, token: str = FCM_TOKEN) -> PushDevice:
    """Return a user's phone with an FCM token."""
    return PushDevice.objects.create(
        user=user,
        session=DeviceSession.objects.get(family=family_of(user)),
        kind="fcm",
        platform="ANDROID",
        address=token,
    )
