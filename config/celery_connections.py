"""Database connections of a worker live across tasks, as those of a web process live across requests.

Celery's own fixup closes them before and after each task: a trip of nine jobs opened nine PostgreSQL
connections, a quarter of the CPU of the whole trip (docs/performance.md).
"""

import os
from typing import Any

from celery import Celery
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup
from django.db import close_old_connections


class KeepConnections(DjangoWorkerFixup):  # type: ignore[misc]  # Celery has no types
    """Close only connections that are broken or older than CONN_MAX_AGE."""

    def on_task_prerun(self, sender: Any, **kwargs: Any) -> None:
        if not sender.request.is_eager:
            close_old_connections()

    def on_task_postrun(self, sender: Any, **kwargs: Any) -> None:
        if not sender.request.is_eager:
            close_old_connections()


class Fixup(DjangoFixup):  # type: ignore[misc]  # Celery has no types
    _worker_fixup: Any

    @property
    def worker_fixup(self) -> DjangoWorkerFixup:
        installed: DjangoWorkerFixup | None = self._worker_fixup
        if installed is None:
            installed = self._worker_fixup = KeepConnections(self.app)
        return installed


def fixup(app: Celery) -> Fixup:
    """Install the fixup; Celery calls this for each entry of its `fixups`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    installed: Fixup = Fixup(app).install()
    return installed
