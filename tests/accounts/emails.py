"""Queued login emails, their links and keys."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from rest_framework.test import APIClient

from apps.accounts.outgoing import SEND_MAIL, EmailTemplate
from apps.accounts.services.secret_params import secret_params
from apps.core.models import OutboxEntry
from apps.core.outbox import jobs

API = "/api/v1"
FORGOT = f"{API}/auth/password/forgot/"
RESET = f"{API}/auth/password/reset/"
VERIFY = f"{API}/auth/email/verify/"
RESEND = f"{API}/auth/email/resend/"


def post(url: str, *, address: str = "127.0.0.1", **body: Any) -> Any:
    return APIClient(REMOTE_ADDR=address).post(url, body)


def run_jobs() -> None:
    """Run the jobs that requests of visitors have queued, as a worker would."""
    for entry in OutboxEntry.objects.filter(name__startswith="accounts.", done_at__isnull=True):
        jobs.run(entry.name, event_id=entry.pk, kwargs=entry.payload)
        OutboxEntry.objects.filter(pk=entry.pk).update(done_at=entry.created_at)


def emails(template: EmailTemplate | None = None) -> list[dict[str, Any]]:
    """Return the queued emails, oldest first."""
    run_jobs()
    queued = [entry.payload for entry in OutboxEntry.objects.filter(name=SEND_MAIL).order_by("pk")]
    return [one for one in queued if template is None or one["letter"] == template]


def link_in(mail: dict[str, Any]) -> str:
    return secret_params(mail["letter"], mail["params"])["link"]


def key_in(mail: dict[str, Any]) -> str:
    return parse_qs(urlsplit(link_in(mail)).query)["key"][0]
