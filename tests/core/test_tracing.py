"""Traces reach the collector of OTEL_EXPORTER_OTLP_ENDPOINT: requests, their jobs, queries and calls."""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from channels.layers import get_channel_layer
from django.conf import LazySettings
from django.db import connection, transaction
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core import postgres
from apps.core.models import OutboxEntry
from apps.core.monitoring import log_context, service, tracing
from apps.core.outbox import events, jobs, numbering, publisher
from apps.core.tasks import run_job
from apps.realtime.events.log_reader import LoggedEvent
from apps.realtime.events.topic_listeners import Subscription, TopicListeners
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


BROWSER = {"trace": "4bf92f3577b34da6a3ce929d0e0e4736", "span": "00f067aa0ba902b7"}
HEADER = f"00-{BROWSER['trace']}-{BROWSER['span']}-01"


def test_request_continues_the_trace_of_the_browser(collector: Collector) -> None:
    APIClient().get("/api/v1/settings/public/", headers={"traceparent": HEADER})
    APIClient().get("/login", headers={"traceparent": HEADER})
    service.stop()
    span = collector.named("GET api/v1/settings/public/")
    assert (span.trace_id.hex(), span.parent_span_id.hex()) == (BROWSER["trace"], BROWSER["span"])
    assert {span.trace_id.hex() for span in collector.spans if not span.name.startswith("GET api")} != {
        BROWSER["trace"]
    }


def test_browser_cannot_have_more_recorded_than_the_share(
    collector: Collector, settings: LazySettings
) -> None:
    service.stop()
    settings.OTEL_SHARE = 0.0
    tracing.start("web")
    APIClient().get("/api/v1/settings/public/", headers={"traceparent": HEADER})
    tracing.record([browser_span()])
    service.stop()
    assert collector.spans == []


def browser_span(**changed: Any) -> tracing.BrowserSpan:
    values = {
        "trace_id": BROWSER["trace"],
        "span_id": BROWSER["span"],
        "parent_id": "",
        "name": "POST bookings/",
        "start_ms": 1_790_000_000_000,
        "duration_ms": 120,
        "status": 201,
    }
    return tracing.BrowserSpan(**{**values, **changed})


class FakeSocket:
    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []

    def put(self, text: str) -> None:
        self.frames.append(json.loads(text))


def test_event_continues_the_trace_of_its_request_to_the_screen(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the browser's request over the outbox and the relay to the frame of the socket."""
    with (
        log_context.log_fields(),
        tracing.span("request", parent={"traceparent": HEADER}, server=True),
        transaction.atomic(),
        events.batched(),
    ):
        events.publish("booking:1", "booking.accepted", {"id": 1})
        events.publish("user:5", "booking.accepted", {"id": 1})
    sent: list[dict[str, Any]] = []

    async def keep(group: str, message: dict[str, Any]) -> None:
        sent.append(message)

    async def deliver() -> None:
        async with await postgres.connect("tests") as own:
            await numbering.number_events(own)
            await publisher.publish_events(own)

    monkeypatch.setattr(get_channel_layer(), "group_send", keep)
    asyncio.run(deliver())
    service.stop()
    request = collector.named("request")
    spans = {span.span_id.hex(): span for span in collector.spans if span.name == "event booking.accepted"}
    assert len(spans) == len(sent) == 2
    assert {span.parent_span_id for span in spans.values()} == {request.span_id}
    for message in sent:
        _, trace, span_id, flags = message["trace"].split("-")
        assert (trace, flags) == (BROWSER["trace"], "01")
        assert span_id in spans
    socket: Any = FakeSocket()
    listeners = TopicListeners("booking:1", subscriptions={socket: Subscription(socket, seq=0)})
    listeners.take(LoggedEvent(**{name: sent[0][name] for name in ("seq", "name", "at", "data", "trace")}))
    assert [frame["trace"] for frame in socket.frames] == [sent[0]["trace"]]


def test_spans_of_a_browser_reach_the_collector(ada: User, collector: Collector) -> None:
    client = APIClient()
    client.force_authenticate(ada)
    span = browser_span(start_ms=int(time.time() * 1000))._asdict()
    shown = span | {"span_id": "b" * 16, "parent_id": BROWSER["span"], "name": "screen booking.accepted"}
    reply = client.post("/api/v1/realtime/spans/", {"spans": [span, shown]})
    assert reply.status_code == 204
    service.stop()
    assert "hansom-browser" in collector.services
    first, second = collector.named("POST bookings/"), collector.named("screen booking.accepted")
    assert (first.trace_id.hex(), first.span_id.hex()) == (BROWSER["trace"], BROWSER["span"])
    assert (first.kind, first.parent_span_id) == (CLIENT, b"")
    assert attributes(first) == {"http.response.status_code": 201}
    assert first.end_time_unix_nano - first.start_time_unix_nano == 120_000_000
    assert second.parent_span_id == first.span_id


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "POST bookings/81/"},
        {"name": "ada@example.org"},
        {"name": "x" * 81},
        {"trace_id": "0" * 32},
        {"trace_id": "xyz"},
        {"span_id": "0" * 16},
        {"parent_id": "1"},
        {"start_ms": 0},
        {"duration_ms": -1},
        {"status": 1000},
    ],
)
def test_invalid_span_is_refused_and_sends_nothing(
    ada: User, collector: Collector, changed: dict[str, Any]
) -> None:
    client = APIClient()
    client.force_authenticate(ada)
    valid = browser_span(start_ms=int(time.time() * 1000))._asdict()
    reply = client.post("/api/v1/realtime/spans/", {"spans": [valid, valid | changed]})
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    service.stop()
    assert "hansom-browser" not in collector.services


def test_too_many_spans_are_refused(ada: User, collector: Collector) -> None:
    client = APIClient()
    client.force_authenticate(ada)
    spans = [browser_span(start_ms=int(time.time() * 1000))._asdict()] * 51
    assert client.post("/api/v1/realtime/spans/", {"spans": spans}).status_code == 400
    service.stop()
    assert "hansom-browser" not in collector.services
