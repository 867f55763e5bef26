"""Traces reach the collector of OTEL_EXPORTER_OTLP_ENDPOINT: requests, their jobs, queries and calls."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from django.conf import LazySettings
from django.db import connection, transaction
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.monitoring import log_context, service, tracing
from apps.core.outbox import events, jobs
from apps.core.tasks import run_job
from config.celery import begin_log_fields, end_span
from tests.collector import Collector
from tests.personas import PASSWORD, make_user

SERVER, CLIENT, CONSUMER = 2, 3, 5
"""Kinds of spans, as in the protocol."""


def attributes(span: Any) -> dict[str, Any]:
    found = {}
    for entry in span.attributes:
        kind = entry.value.WhichOneof("value")
        found[entry.key] = getattr(entry.value, kind)
    return found


@pytest.fixture
def collector(transactional_db: None, settings: LazySettings) -> Iterator[Collector]:
    """Trace into a collector. Its spans are complete after `service.stop()`."""
    collector = Collector()
    settings.OTEL_ENDPOINT = collector.url
    tracing.start("web")
    # Only connections opened from now on are traced.
    connection.close()
    yield collector
    service.stop()
    connection.close()
    collector.stop()


@pytest.fixture
def ada(transactional_db: None) -> User:
    return make_user("Ada", email="ada.marlowe@example.org", password=PASSWORD)


def test_request_has_a_span_with_its_route_and_queries(ada: User, collector: Collector) -> None:
    client = APIClient()
    login = {"email": "ada.marlowe@example.org", "password": PASSWORD}
    reply = client.post("/api/v1/auth/sign-in/?from=secret-page", login)
    assert reply.status_code == 200
    service.stop()
    span = collector.named("POST api/v1/auth/sign-in/")
    assert span.kind == SERVER
    assert collector.services == {"hansom-web"}
    found = attributes(span)
    assert (found["http.route"], found["http.response.status_code"]) == ("api/v1/auth/sign-in/", 200)
    assert found["hansom.request_id"] == reply["X-Request-ID"]
    queries = collector.below(span)
    assert {query.kind for query in queries} == {CLIENT}
    assert any("accounts_user" in attributes(query)["db.statement"] for query in queries)
    for private in (b"marlowe", PASSWORD.encode(), b"secret-page"):
        assert private not in collector.body


def test_job_continues_the_trace_of_its_request(collector: Collector) -> None:
    seen = []
    jobs.job("test.traced")(lambda: seen.append(log_context.fields()["trace_id"]))
    with (
        log_context.log_fields(request_id="edge-00000001"),
        tracing.span("request", server=True),
        transaction.atomic(),
    ):
        events.enqueue("test.traced")
    try:
        run_job(OutboxEntry.objects.get().pk)
    finally:
        jobs._handlers.pop("test.traced")
    service.stop()
    request, job = collector.named("request"), collector.named("job test.traced")
    assert (job.kind, job.parent_span_id, job.trace_id) == (CONSUMER, request.span_id, request.trace_id)
    assert seen == [job.trace_id.hex()]
    assert attributes(job)["hansom.request_id"] == "edge-00000001"
    # Claiming the job is not part of any trace.
    assert {span.trace_id for span in collector.spans} == {request.trace_id}


def test_calls_show_only_the_server_and_send_no_trace_headers(collector: Collector) -> None:
    with tracing.span("request", server=True):
        httpx.get(f"{collector.url}/streets/12?token=secret#part")
    service.stop()
    (call,) = collector.below(collector.named("request"))
    assert collector.url in attributes(call).values()
    assert b"secret" not in collector.body
    assert b"streets" not in collector.body
    assert not {"traceparent", "Traceparent"} & collector.headers.keys()


def test_failed_job_is_marked(collector: Collector) -> None:
    @jobs.job("test.fails")
    def fail() -> None:
        raise LookupError

    with transaction.atomic():
        events.enqueue("test.fails")
    try:
        run_job(OutboxEntry.objects.get().pk)
    finally:
        jobs._handlers.pop("test.fails")
    service.stop()
    span = collector.named("job test.fails")
    assert span.status.code == 2
    assert OutboxEntry.objects.get().attempts == 1


def test_scheduled_task_has_a_trace(collector: Collector) -> None:
    class Request(dict[str, Any]):
        is_eager = False

        def __setattr__(self, name: str, value: Any) -> None:
            self[name] = value

        def __getattr__(self, name: str) -> Any:
            return self[name]

    class Task:
        name = "apps.wallet.tasks.check_ledger"
        request = Request()

    with log_context.log_fields():
        begin_log_fields(task=Task, task_id="1")
        OutboxEntry.objects.count()
        end_span(task=Task)
        OutboxEntry.objects.count()
    service.stop()
    span = collector.named("task apps.wallet.tasks.check_ledger")
    # The query after it polls for nothing, and starts no trace.
    assert len(collector.spans) == 2
    assert len(collector.below(span)) == 1


def test_probes_have_no_trace(collector: Collector) -> None:
    assert APIClient().get("/healthz").status_code == 200
    service.stop()
    assert collector.spans == []


def test_share_of_zero_records_nothing(collector: Collector, settings: LazySettings) -> None:
    service.stop()
    settings.OTEL_SHARE = 0.0
    tracing.start("web")
    with tracing.span("request", server=True) as span:
        assert not span.is_recording()
    service.stop()
    assert collector.spans == []


@pytest.mark.django_db
def test_without_an_endpoint_nothing_is_traced() -> None:
    tracing.start("web")
    with tracing.span("request", server=True) as span:
        assert span is None
        assert tracing.carried() == {}
