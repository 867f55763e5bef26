"""Celery tasks of the wallet."""

import json
import logging
import time

from celery import shared_task
from django.conf import settings

from apps.core.monitoring.readings import LEDGER_CHECK
from apps.core.redis_clients import redis_client
from apps.wallet.verification import all_checks, faults, one_snapshot

log = logging.getLogger(__name__)


@shared_task(name="apps.wallet.tasks.check_ledger")
def check_ledger() -> int:
    """Check all invariants of the ledger; log violations, and store their number for the metrics."""
    problems = 0
    with one_snapshot():
        for check in all_checks():
            count = sum(1 for _ in faults(check))
            if count:
                log.error("the ledger is wrong: %s places=%s", check.invariant, count)
            problems += count
    with redis_client(settings.BROKER_URL, socket_timeout=5, socket_connect_timeout=2) as redis:
        redis.set(LEDGER_CHECK, json.dumps({"problems": problems, "at": time.time()}))
    return problems
