"""Periodic Celery tasks of exports."""

from celery import shared_task

from apps.exports import services


@shared_task
def prune_exports() -> None:
    services.prune_exports()
