"""Image uploads as a browser sends them."""

from pathlib import Path
from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services.license_images import FILE_LICENSE_IMAGE
from apps.core.files.stored_files import DELETE_FILE
from apps.core.models import OutboxEntry
from apps.core.outbox import jobs
from tests.personas import client_of
from tests.pictures import jpeg, upload


def send(
    user: User | None,
    path: str,
    content: bytes | None = None,
    *,
    method: str = "put",
    name: str = "photo.png",
) -> Any:
    body = {"image": upload(jpeg() if content is None else content, name)}
    return getattr(client_of(user), method)(f"/api/v1/{path}", body, format="multipart")


def everything_stored(folder: Path) -> list[str]:
    """Return the names of all files in both storages."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def sweep(*, late: bool = False) -> None:
    """Run the file jobs that are due; with `late`, also those of the next hours."""
    due = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.JOB, done_at__isnull=True)
    for entry in due.order_by("pk"):
        if entry.name in (DELETE_FILE, FILE_LICENSE_IMAGE) and (late or entry.due_at <= entry.created_at):
            jobs.run(entry.name, event_id=entry.pk, kwargs=entry.payload)
            OutboxEntry.objects.filter(pk=entry.pk).update(done_at=timezone.now())
