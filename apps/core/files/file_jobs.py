"""Outbox handlers of stored files."""

from apps.core.files.stored_files import DELETE_FILE, remove_unless_named
from apps.core.outbox.jobs import job


@job(DELETE_FILE)
def delete_file_after_commit(storage: str, name: str) -> None:
    remove_unless_named(storage, name)
