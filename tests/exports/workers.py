"""Exports written by their own processes, so that tests can kill one."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.exports.models import Export
from apps.exports.services import WRITE, create_export
from tests.servers import ROOT

Worker = subprocess.Popen[bytes]


def start_export(person: User, *, format: str = "csv", **filters: Any) -> tuple[Export, int]:
    """Create an export of bookings; return it and its job's id."""
    export = create_export(by=person, kind="bookings", format=format, filters=filters, columns=[])
    return export, OutboxEntry.objects.get(name=WRITE, payload__export_id=export.pk).pk


@contextmanager
def worker_of(job: int) -> Iterator[Worker]:
    """Run a process that does the job on this process's database."""
    address = settings.DATABASES["default"]
    url = f"postgresql://{address['USER']}@{address['HOST']}:{address['PORT']}/{connection.settings_dict['NAME']}"
    media = Path(settings.STORAGES["private"]["OPTIONS"]["location"]).parent
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.exports.one_job", str(job)],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url, "MEDIA_ROOT": str(media)},
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for(what: Callable[[], Any], *, seconds: float = 180) -> Any:
    """Wait for a true result and return it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := what():
            return result
        time.sleep(0.02)
    raise AssertionError("timed out")
