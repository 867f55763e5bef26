"""Scheduled tasks about users."""

from celery import shared_task

from apps.backoffice.people import reminders


@shared_task
def remind_of_documents() -> None:
    reminders.remind_of_documents()
