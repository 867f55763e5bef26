"""Traces with OpenTelemetry: requests of browsers, the jobs and events they cause, and the queries of all.

Off without OTEL_EXPORTER_OTLP_ENDPOINT: then OpenTelemetry is not imported, and a span costs one comparison.
A span has ids and the pattern of a URL, never a parameter of a query, a key of Redis or the path of a call.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from apps.core.monitoring import log_context
from config.version import VERSION

PARENT: Final = "traceparent"
"""W3C Trace Context: how the outbox and Celery pass on the span that caused a job."""
ATTRIBUTES: Final = ("request_id", "user_id", "booking", "booking_id", "outbox_id")
"""Log fields that a span gets as well, as `hansom.` and their names."""


class BrowserSpan(NamedTuple):
    """A span that a browser measured: a request, or an event until the screen shows it."""

    trace_id: str
    span_id: str
    parent_id: str
    """Empty for the first span of a trace."""
    name: str
    start_ms: int
    """In Unix time, by the browser's clock."""
    duration_ms: int
    status: int
    """Of the reply; 0 without one."""


_tracer: Any = None
_provider: Any = None
_processor: Any = None


def start(service: str) -> None:
    """Send this process's spans to OTEL_EXPORTER_OTLP_ENDPOINT, if it is set."""
    global _tracer, _provider, _processor
    if not settings.OTEL_ENDPOINT or _provider is not None:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    from apps.core.monitoring.trace_sampling import sampler

    resource = Resource.create({"service.name": f"hansom-{service}", "service.version": VERSION})
    _provider = TracerProvider(resource=resource, sampler=sampler(settings.OTEL_SHARE))
    exporter = OTLPSpanExporter(endpoint=f"{settings.OTEL_ENDPOINT.rstrip('/')}/v1/traces")
    _processor = BatchSpanProcessor(exporter)
    _provider.add_span_processor(_processor)
    _tracer = _provider.get_tracer("hansom", VERSION)
    _instrument(_provider)


def stop() -> None:
    """Send the spans that are left, and end tracing."""
    global _tracer, _provider, _processor
    if _provider is None:
        return
    for instrumentor in _instrumentors():
        instrumentor.uninstrument()
    _provider.shutdown()
    _tracer = _provider = _processor = None


def is_on() -> bool:
    return _tracer is not None


@contextmanager
def span(name: str, *, parent: Mapping[str, Any] | None = None, server: bool = False) -> Iterator[Any]:
    """Record the block as a span, below the one that `parent` carries or else the current one.

    Yields the span, None while tracing is off. Log lines in the block have its `trace_id`.
    """
    if _tracer is None:
        yield None
        return
    from opentelemetry.trace import SpanKind
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    above = TraceContextTextMapPropagator().extract(parent) if parent is not None else None
    kind = SpanKind.SERVER if server else SpanKind.CONSUMER
    with _tracer.start_as_current_span(name, context=above, kind=kind) as current:
        log_context.bind(trace_id=f"{current.get_span_context().trace_id:032x}")
        try:
            yield current
        finally:
            fields = log_context.fields()
            found = {f"hansom.{field}": fields[field] for field in ATTRIBUTES if field in fields}
            current.set_attributes(found)


def carried() -> dict[str, str]:
    """Return what the jobs of this request or job get: its log fields, and its span while tracing is on."""
    fields = log_context.carried()
    if _tracer is not None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        TraceContextTextMapPropagator().inject(fields)
    return fields


def traceparent() -> str | None:
    """Return the current span as a W3C header; None while tracing is off."""
    return carried().get(PARENT) if _tracer is not None else None


def record(spans: Sequence[BrowserSpan]) -> None:
    """Send spans of a browser to the collector, as the service `hansom-browser`."""
    if _processor is None:
        return
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.trace import SpanContext, SpanKind, TraceFlags

    resource = Resource.create({"service.name": "hansom-browser", "service.version": VERSION})
    flags = TraceFlags(TraceFlags.SAMPLED)
    for each in spans:
        trace_id = int(each.trace_id, 16)
        sampled = _provider.sampler.should_sample(None, trace_id, each.name, SpanKind.SERVER).decision
        if not sampled.is_sampled():
            continue
        start = each.start_ms * 1_000_000
        parent_id = int(each.parent_id, 16) if each.parent_id else 0
        _processor.on_end(
            ReadableSpan(
                each.name,
                context=SpanContext(trace_id, int(each.span_id, 16), is_remote=False, trace_flags=flags),
                parent=SpanContext(trace_id, parent_id, is_remote=True, trace_flags=flags)
                if parent_id
                else None,
                resource=resource,
                attributes={"http.response.status_code": each.status} if each.status else {},
                kind=SpanKind.CLIENT,
                start_time=start,
                end_time=start + each.duration_ms * 1_000_000,
            )
        )


def _instrument(provider: Any) -> None:
    from opentelemetry import propagate
    from opentelemetry.propagators.composite import CompositePropagator

    # Other servers get no trace headers.
    propagate.set_global_textmap(CompositePropagator([]))
    psycopg, redis, httpx = _instrumentors()
    psycopg.instrument(tracer_provider=provider)
    redis.instrument(tracer_provider=provider)
    httpx.instrument(tracer_provider=provider, request_hook=_hide_url, async_request_hook=_hide_url_of_async)


def _instrumentors() -> list[Any]:
    from opentelemetry.instrumentation.httpx import HTTPXClientInstrumentor
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
    from opentelemetry.instrumentation.redis import RedisInstrumentor

    return [PsycopgInstrumentor(), RedisInstrumentor(), HTTPXClientInstrumentor()]


def _hide_url(span: Any, request: Any) -> None:
    """Keep only the server of a call: paths and queries have addresses, numbers and tokens."""
    called = urlsplit(str(request.url))
    for name in ("http.url", "url.full"):
        if name in span.attributes:
            span.set_attribute(name, f"{called.scheme}://{called.netloc.rpartition('@')[2]}")


async def _hide_url_of_async(span: Any, request: Any) -> None:
    _hide_url(span, request)
