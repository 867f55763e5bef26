"""Messages from payment providers are deleted after their period, forged ones sooner."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import delete_expired
from apps.payments.choices import Verdict
from apps.payments.models import Notification

pytestmark = pytest.mark.django_db


def received(verdict: Verdict, days_ago: int) -> Notification:
    row = Notification.objects.create(provider="test", body=b"{}", verdict=verdict)
    Notification.objects.filter(pk=row.pk).update(received_at=timezone.now() - timedelta(days=days_ago))
    return row


def test_each_verdict_has_its_period() -> None:
    update_platform_settings(forged_webhook_days=7, webhook_days=100)
    for days_ago in (8, 101):
        received(Verdict.FORGED, days_ago)
    received(Verdict.HANDLED, 101)
    kept = [received(Verdict.FORGED, 6), received(Verdict.HANDLED, 99), received(Verdict.RECEIVED, 101)]
    deleted = delete_expired(short=False)
    assert (deleted["forged_webhooks"], deleted["webhooks"]) == (2, 1)
    assert list(Notification.objects.order_by("pk")) == kept
