"""The Celery application and its schedule."""

import logging.config
import os
from contextlib import ExitStack
from typing import Any, Final

from celery import Celery, bootsteps
from celery.app.amqp import AMQP
from celery.beat import PersistentScheduler
from celery.schedules import crontab
from celery.signals import (
    beat_init,
    before_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_shutdown,
)
from kombu.connection import Connection
from kombu.transport.redis import Channel

from apps.core.monitoring import health, log_context, service, tracing
from config.beat_election import CHECK_SECONDS, Election

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# The outbox resends unfinished jobs. Kombu's own requeueing after a broker outage uses the closed connection
# and crashes the worker.
Channel.do_restore = False

TRACED_BY_JOB: Final = frozenset({"apps.core.tasks.run_job", "apps.core.tasks.run_jobs"})
"""Tasks whose jobs have spans of their own, below the request that caused them."""
RETRY_SECONDS: Final = 1.0
"""Retry interval of workers and beat during a broker outage."""


class BrokerConnection(Connection):
    """Retries at a fixed interval; kombu's own grows to half a minute."""

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
        def beat_at_tick() -> None:
            health.beat()
            if callback is not None:
                callback()

        return super()._ensure_connection(  # type: ignore[no-untyped-call]
            errback,
            max_retries,
            min(interval_start, RETRY_SECONDS),
            interval_step,
            min(interval_max, RETRY_SECONDS),
            beat_at_tick,
            reraise_as_library_errors,
            timeout,
        )


class HeartbeatStep(bootsteps.StartStopStep):
    """The worker's heartbeat; restarted with each connection, because Celery clears its timer with the old
    one.
    """

    def start(self, consumer: Any) -> None:
        health.beat()
        self.timer = consumer.timer.call_repeatedly(health.HEARTBEAT_SECONDS / 2, health.beat, priority=10)

    def stop(self, consumer: Any) -> None:
        if self.timer is not None:
            self.timer.cancel()

    timer: Any = None


class BeatScheduler(PersistentScheduler):
    """Celery's scheduler with a heartbeat at each tick; of several, the elected one schedules."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._election = Election()
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> Any:
        health.beat()
        if not self._election.is_leader():
            return CHECK_SECONDS
        # A tick sleeps until the next entry is due.
        return min(super().tick(*args, **options), health.HEARTBEAT_SECONDS / 2)

    def close(self) -> None:
        self._election.close()
        super().close()


class Amqp(AMQP):
    Connection = BrokerConnection


app = Celery("hansom", amqp=Amqp, fixups=["config.celery_connections:fixup"])
# Also in other threads, whose tasks would otherwise go to the default broker.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Here, because web processes read the settings without Celery.
app.conf.beat_schedule["delete-expired"] = {
    "task": "apps.core.tasks.delete_expired",
    "schedule": crontab(hour="1", minute="30"),
}
app.steps["consumer"].add(HeartbeatStep)
worker_init.connect(lambda **_: health.begin_heartbeat("worker"), weak=False)
beat_init.connect(lambda **_: health.begin_heartbeat("beat"), weak=False)
worker_init.connect(lambda **_: service.start("worker"), weak=False)
beat_init.connect(lambda **_: service.start("beat"), weak=False)
worker_process_shutdown.connect(lambda **_: service.stop(), weak=False)


@setup_logging.connect
def use_django_logging(loglevel: int, **_: Any) -> None:
    """Use Django's logging in workers and beat; Celery would replace its handler and filter."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
    root = logging.getLogger()
    root.setLevel(max(loglevel, root.level))


@before_task_publish.connect
def carry_log_fields(headers: dict[str, Any], **_: Any) -> None:
    """Pass the request id of the running request or job to the task."""
    headers.update(log_context.carried())


@task_prerun.connect
def begin_log_fields(task: Any, task_id: str, **_: Any) -> None:
    """Replace the log fields of the previous task of this process."""
    if not task.request.is_eager:
        carried = {name: value for name in log_context.CARRIED if (value := task.request.get(name))}
        log_context.replace(task=task.name, task_id=task_id, **carried)
        if task.name not in TRACED_BY_JOB:
            task.request.span = ExitStack()
            task.request.span.enter_context(tracing.span(f"task {task.name}"))


@task_postrun.connect
def end_span(task: Any, **_: Any) -> None:
    """End the span of a scheduled task."""
    if span := task.request.get("span"):
        span.close()
