"""Outbox handlers of stored files."""

from apps.core.jobs import job
from apps.core.stored_files import FORGET_FILE, remove_unless_named


@job(FORGET_FILE)
def forget_file(storage: str, name: str) -> None:
    remove_unless_named(storage, name)
