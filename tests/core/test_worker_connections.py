"""A worker uses one database connection for many tasks, and replaces one that is broken."""

from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.db import connection

from apps.core.postgres import conninfo
from config.celery import app as current_app
from config.celery_connections import Fixup, KeepConnections

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_application_uses_this_fixup_alone() -> None:
    assert [type(fixup) for fixup in current_app._fixups] == [Fixup]
    assert isinstance(current_app._fixups[0].worker_fixup, KeepConnections)


def run_task() -> int:
    """Run a task between the worker's hooks; returns the process id of its PostgreSQL backend."""
    worker = KeepConnections(current_app)
    sender: Any = SimpleNamespace(request=SimpleNamespace(is_eager=False))
    worker.on_task_prerun(sender)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid: int = cursor.fetchone()[0]
    worker.on_task_postrun(sender)
    return pid


def test_two_tasks_share_a_connection() -> None:
    assert run_task() == run_task()


def test_a_task_after_a_lost_connection_opens_a_new_one() -> None:
    lost = run_task()
    with psycopg.connect(conninfo("tests")) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [lost])

    assert run_task() != lost
