"""Outbox handlers of stored files."""

from apps.core.files.stored_files import FORGET_FILE, remove_unless_named
from apps.core.outbox.jobs import job


@job(FORGET_FILE)
def forget_file(storage: str, name: str) -> None:
    remove_unless_named(storage, name)
