"""A request id joins a request, its jobs and their tasks; the access log shows routes, not URLs."""

import logging
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.monitoring import log_context
from apps.core.outbox import events, jobs
from apps.core.tasks import run_job
from config.celery import begin_log_fields, carry_log_fields
from tests.personas import client_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def access(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, logger="hansom.access")
    return caplog


@pytest.fixture
def seen() -> Iterator[list[dict[str, Any]]]:
    """Register a job that records the log fields of its run, and one that enqueues it."""
    before = dict(jobs._handlers)
    runs: list[dict[str, Any]] = []

    def record(**_: Any) -> None:
        runs.append(dict(log_context.fields()))

    def enqueue_next() -> None:
        events.enqueue("tests.record", booking_id=5)

    jobs._handlers.update({"tests.record": record, "tests.next": enqueue_next})
    yield runs
    jobs._handlers.clear()
    jobs._handlers.update(before)


def test_well_formed_id_of_the_proxy_is_used(client: Client) -> None:
    response = client.get("/healthz", headers={"X-Request-ID": "edge-00000001"})
    assert response["X-Request-ID"] == "edge-00000001"


@pytest.mark.parametrize("given", ["", "short", "eve@example.org", "x" * 65, "two words", "<script>alert()"])
def test_other_ids_are_replaced(client: Client, given: str) -> None:
    first, second = (client.get("/healthz", headers={"X-Request-ID": given}) for _ in range(2))
    assert first["X-Request-ID"] != given
    assert len(first["X-Request-ID"]) == 32
    assert first["X-Request-ID"] != second["X-Request-ID"]


def test_access_line_has_the_route_and_no_id_of_the_url(ada: User, access: pytest.LogCaptureFixture) -> None:
    client_of(ada).get("/api/v1/bookings/987654321/?search=secret")
    [record] = [record for record in access.records if record.name == "hansom.access"]
    assert record.route == "api/v1/bookings/<int:pk>/"  # type: ignore[attr-defined]
    assert (record.method, record.status) == ("GET", 404)  # type: ignore[attr-defined]
    assert record.duration_ms > 0  # type: ignore[attr-defined]
    assert "987654321" not in str(record.__dict__)
    assert "secret" not in str(record.__dict__)


def test_probes_and_unknown_urls_do_not_fill_the_log(
    client: Client, access: pytest.LogCaptureFixture
) -> None:
    client.get("/healthz")
    client.get("/api/v1/no/such/thing/")
    routes = [record.route for record in access.records if record.name == "hansom.access"]  # type: ignore[attr-defined]
    assert len(routes) == 1
    assert "such" not in routes[0]


def test_job_and_the_jobs_that_it_enqueues_have_the_id_of_the_request(seen: list[dict[str, Any]]) -> None:
    with log_context.log_fields(request_id="edge-00000001", user_id=3), transaction.atomic():
        events.enqueue("tests.next")
    run_job(OutboxEntry.objects.get(name="tests.next").pk)
    entry = OutboxEntry.objects.get(name="tests.record")
    run_job(entry.pk)
    assert entry.context == {"request_id": "edge-00000001"}
    assert seen == [
        {"outbox_id": entry.pk, "job": "tests.record", "request_id": "edge-00000001", "booking_id": 5}
    ]
    assert log_context.fields() == {}


def test_row_outside_a_request_has_no_context() -> None:
    with transaction.atomic():
        events.enqueue("tests.record")
    assert OutboxEntry.objects.get().context is None


def test_task_gets_the_id_by_its_headers_and_loses_that_of_the_task_before() -> None:
    headers: dict[str, Any] = {}
    with log_context.log_fields(request_id="edge-00000001"):
        carry_log_fields(headers=headers)
    assert headers == {"request_id": "edge-00000001"}
    first = SimpleNamespace(name="tests.one", request=_Request(headers))
    second = SimpleNamespace(name="tests.two", request=_Request({}))
    with log_context.log_fields():
        begin_log_fields(task=first, task_id="1")
        assert log_context.fields() == {"task": "tests.one", "task_id": "1", "request_id": "edge-00000001"}
        begin_log_fields(task=second, task_id="2")
        assert log_context.fields() == {"task": "tests.two", "task_id": "2"}


class _Request(dict[str, Any]):
    """A task's request, as far as the handler reads it."""

    is_eager = False
