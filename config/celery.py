"""The Celery application: jobs of the outbox and beat's housekeeping."""

import logging.config
import os
from typing import Any, Final

from celery import Celery, bootsteps
from celery.app.amqp import AMQP
from celery.beat import PersistentScheduler
from celery.signals import beat_init, setup_logging, worker_init
from kombu.connection import Connection
from kombu.transport.redis import Channel

from apps.core.monitoring import health

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# The outbox sends again what a worker has not finished. Kombu's own way of putting messages back, when the
# broker goes away, talks to the connection that is gone and takes the worker down with it.
Channel.do_restore = False

RETRY_SECONDS: Final = 1.0
"""How long workers and beat wait before they try again a broker that is away."""


class BrokerConnection(Connection):
    """Tries at an even pace: kombu's own waits two seconds longer each time, up to half a minute."""

    def _ensure_connection(
        self,
        errback: Any = None,
        max_retries: Any = None,
        interval_start: Any = RETRY_SECONDS,
        interval_step: Any = RETRY_SECONDS,
        interval_max: Any = RETRY_SECONDS,
        callback: Any = None,
        reraise_as_library_errors: Any = True,
        timeout: Any = None,
    ) -> Any:
        def still_at_work() -> None:
            health.beat()
            if callback is not None:
                callback()

        return super()._ensure_connection(  # type: ignore[no-untyped-call]
            errback,
            max_retries,
            min(interval_start, RETRY_SECONDS),
            interval_step,
            min(interval_max, RETRY_SECONDS),
            still_at_work,
            reraise_as_library_errors,
            timeout,
        )


class HeartbeatStep(bootsteps.StartStopStep):
    """The worker's heartbeat; begun again with each connection, for Celery clears its timer with the last."""

    def start(self, consumer: Any) -> None:
        health.beat()
        self.timer = consumer.timer.call_repeatedly(health.HEARTBEAT_SECONDS / 2, health.beat, priority=10)

    def stop(self, consumer: Any) -> None:
        if self.timer is not None:
            self.timer.cancel()

    timer: Any = None


class BeatScheduler(PersistentScheduler):
    """Celery's own, with a heartbeat at each tick."""

    def tick(self, *args: Any, **options: Any) -> Any:
        health.beat()
        # A tick sleeps until the next entry is due.
        return min(super().tick(*args, **options), health.HEARTBEAT_SECONDS / 2)


class Amqp(AMQP):
    Connection = BrokerConnection


app = Celery("hansom", amqp=Amqp, fixups=["config.celery_connections:fixup"])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(HeartbeatStep)
worker_init.connect(lambda **_: health.begin_heartbeat("worker"), weak=False)
beat_init.connect(lambda **_: health.begin_heartbeat("beat"), weak=False)


@setup_logging.connect
def log_as_everywhere(loglevel: int, **_: Any) -> None:
    """Have workers and beat log by the settings; Celery would replace Django's handler and its filter."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
    root = logging.getLogger()
    root.setLevel(max(loglevel, root.level))
