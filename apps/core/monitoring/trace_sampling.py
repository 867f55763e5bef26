"""Which traces are recorded."""

from typing import Any

from opentelemetry.context import Context
from opentelemetry.sdk.trace.sampling import (
    Decision,
    ParentBased,
    Sampler,
    SamplingResult,
    TraceIdRatioBased,
)
from opentelemetry.trace import SpanKind


class WorkOnly(Sampler):
    """Starts a trace for a request, job or task; not for the polling and listening of a process."""

    def __init__(self, share: float) -> None:
        self._share = TraceIdRatioBased(share)

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> SamplingResult:
        if kind not in (SpanKind.SERVER, SpanKind.CONSUMER):
            return SamplingResult(Decision.DROP)
        return self._share.should_sample(parent_context, trace_id, name, kind, *args, **kwargs)

    def get_description(self) -> str:
        return f"WorkOnly({self._share.get_description()})"


def sampler(share: float) -> Sampler:
    """Record this share of requests, jobs and tasks, and all that each of them causes.

    The share decides by the id of the trace also where a browser began it, so no client has more recorded.
    """
    return ParentBased(root=WorkOnly(share), remote_parent_sampled=WorkOnly(share))
