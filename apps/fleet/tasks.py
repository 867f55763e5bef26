"""Celery tasks started by beat."""

from celery import shared_task

from apps.fleet.fitness.recalculation import recalculate_all
from apps.fleet.ranks.watching import watch_ranks as watch
from apps.fleet.shifts.services import close_abandoned_shifts as close_shifts
from apps.fleet.vehicles.assignments import apply_due_assignments


@shared_task
def hand_over_vehicles() -> None:
    apply_due_assignments()


@shared_task
def recalculate_fitness() -> None:
    recalculate_all()


@shared_task
def close_abandoned_shifts() -> None:
    close_shifts()


@shared_task
def watch_ranks() -> None:
    watch()
