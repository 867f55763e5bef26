"""Periodic Celery tasks of recording."""

from celery import shared_task

from apps.recording.positions import sampling
from apps.recording.presence import folding
from apps.recording.quotes import records


@shared_task
def record_presence() -> None:
    folding.record_presence()


@shared_task
def sample_positions() -> None:
    sampling.sample_positions()


@shared_task
def link_quotes() -> None:
    records.link_taken_quotes()
