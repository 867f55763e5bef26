"""The push channel: one job per device, so that a slow one does not delay others."""

from typing import Any

from django.utils import timezone

from apps.core.outbox import events
from apps.notifications.choices import Occasion
from apps.notifications.delivery.push_policy import DATA, POLICIES, topic_of
from apps.notifications.messages.notice import Notice
from apps.notifications.selectors import devices_of
from apps.notifications.services import SEND_PUSH


def deliver(notice: Notice) -> None:
    """Enqueue the notification for each of the user's devices."""
    policy = POLICIES[Occasion(notice.occasion)]
    data: dict[str, Any] = {name: notice.data[name] for name in DATA if name in notice.data}
    for device_id in devices_of(notice.user_id).values_list("pk", flat=True):
        events.enqueue(
            SEND_PUSH,
            key=f"push:{device_id}:{notice.key}",
            user_id=notice.user_id,
            device_id=device_id,
            template=notice.occasion,
            message={
                "title": notice.title,
                "msg": notice.msg,
                "screen": notice.screen,
                "data": data,
                "topic": topic_of(policy, data),
                "ttl_seconds": policy.ttl_seconds,
                "urgent": policy.urgent,
            },
            queued_at=timezone.now().timestamp(),
        )
