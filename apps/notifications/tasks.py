"""Periodic Celery tasks of notifications."""

from celery import shared_task

from apps.notifications.services import devices


@shared_task
def retire_signed_out_devices() -> None:
    devices.retire_signed_out_devices()
