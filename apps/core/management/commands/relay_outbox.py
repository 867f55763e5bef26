"""`manage.py relay_outbox`: deliver events and jobs until told to stop."""

import asyncio
import contextlib
import logging
import signal
from typing import Any

from django.core.management.base import BaseCommand

from apps.core.relay import Relay

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Delivers the outbox: events to the sockets, jobs to Celery. Start two for a hot standby."

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(relay_until_told_to_stop())


async def relay_until_told_to_stop() -> None:
    """Run the relay until SIGTERM or SIGINT; what is being marked then is marked first."""
    work = asyncio.create_task(Relay().run())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, work.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await work
    log.info("relay stopped")
