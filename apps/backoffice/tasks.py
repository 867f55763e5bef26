"""Scheduled tasks of the back office."""

from celery import shared_task

from apps.backoffice.approvals import services as approvals
from apps.backoffice.people import reminders


@shared_task
def remind_of_documents() -> None:
    reminders.remind_of_documents()


@shared_task
def expire_approvals() -> None:
    approvals.expire_approvals()
