"""`manage.py relay_outbox`: delivers events and jobs until stopped."""

import asyncio
import contextlib
import logging
import signal
from typing import Any

from django.core.management.base import BaseCommand

from apps.core.monitoring import health, service
from apps.core.outbox.relay import Relay

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Deliver the outbox: events to the sockets, jobs to Celery. Several processes share it by shards."

    def handle(self, *args: Any, **options: Any) -> None:
        health.begin_heartbeat("relay")
        service.start("relay")
        asyncio.run(relay_until_stopped())


async def relay_until_stopped() -> None:
    """Run the relay until SIGTERM or SIGINT; running database updates complete first."""
    work = asyncio.create_task(Relay().run())
    heartbeat = asyncio.create_task(beat_forever())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, work.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await work
    heartbeat.cancel()
    log.info("relay: stopped")


async def beat_forever() -> None:
    """Refresh the heartbeat while the event loop runs, also as a standby or during outages."""
    while True:
        health.beat()
        await asyncio.sleep(health.HEARTBEAT_SECONDS / 2)
