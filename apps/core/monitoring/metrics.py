"""The metrics of the platform: docs/metrics.md lists them.

They cost nothing while METRICS_PORT is unset: prometheus_client is loaded by `metrics_server.start` only.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

Kind = Literal["counter", "gauge", "histogram"]

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
WAITS: Final = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800)
"""Buckets for how long riders wait, in seconds."""

METRICS: Final[dict[str, "Metric"]] = {}


class Recorder(Protocol):
    """Stores the values: prometheus_client, behind apps.core.monitoring.metrics_server."""

    def record(self, metric: "Metric", operation: str, amount: float, labels: dict[str, str]) -> None: ...
    def clear(self, metric: "Metric", *, exclude: Collection[str] = ()) -> None: ...


_recorder: Recorder | None = None


def use_recorder(recorder: Recorder | None) -> None:
    """Store values from now on; None discards them."""
    global _recorder
    _recorder = recorder


class Metric:
    """One metric; the first word of its name is the platform's."""

    def __init__(
        self, kind: Kind, name: str, help: str, *labels: str, buckets: Sequence[float] = SECONDS
    ) -> None:
        self.kind, self.name, self.help, self.labels, self.buckets = kind, name, help, labels, buckets
        METRICS[name] = self

    def inc(self, amount: float = 1, **labels: Any) -> None:
        self._record("inc", amount, labels)

    def set(self, value: float, **labels: Any) -> None:
        self._record("set", value, labels)

    def observe(self, value: float, **labels: Any) -> None:
        self._record("observe", value, labels)

    def replace(self, values: Mapping[str, float]) -> None:
        """Set a gauge for each value of its label ("" without one), and forget the other values."""
        for label, value in values.items():
            self.set(value, **dict(zip(self.labels, [label], strict=False)))
        if _recorder is not None:
            _recorder.clear(self, exclude=values)

    def clear(self) -> None:
        """Forget all values, because this process no longer reads them."""
        if _recorder is not None:
            _recorder.clear(self)

    def _record(self, operation: str, amount: float, labels: dict[str, Any]) -> None:
        if _recorder is not None:
            _recorder.record(self, operation, amount, {name: str(value) for name, value in labels.items()})


BUILD: Final = Metric(
    "gauge", "hansom_build_info", "Processes of this service, by the version they run.", "version"
)

# -- requests and jobs ------------------------------------------------------------------------------
REQUEST_SECONDS: Final = Metric(
    "histogram",
    "hansom_request_seconds",
    "Duration of HTTP requests, by method, route and class of status (2xx).",
    *("method", "route", "status"),
)
JOB_SECONDS: Final = Metric(
    "histogram",
    "hansom_job_seconds",
    "Duration of outbox jobs, by name and outcome: done, retry or failed.",
    *("name", "outcome"),
)

# -- dispatch -----------------------------------------------------------------------------------------
OFFERS: Final = Metric("counter", "hansom_offers_total", "Offers of bookings to drivers.")
OFFERS_ACCEPTED: Final = Metric("counter", "hansom_offers_accepted_total", "Offers that drivers accepted.")
FIRST_OFFER_SECONDS: Final = Metric(
    "histogram",
    "hansom_first_offer_seconds",
    "Time from an immediate booking to its first offer.",
    buckets=WAITS,
)
ACCEPT_SECONDS: Final = Metric(
    "histogram",
    "hansom_accept_seconds",
    "Time from an immediate booking, or from the loss of its driver, to the acceptance.",
    buckets=WAITS,
)
WAITING: Final = Metric("gauge", "hansom_bookings_waiting", "Bookings that are due and have no driver.")
WAITING_OLDEST: Final = Metric(
    "gauge", "hansom_booking_waiting_oldest_seconds", "How long the oldest of them has waited."
)
SURGE: Final = Metric(
    "gauge", "hansom_surge_factor", "The highest current surge factor, by car type.", "car_type"
)

# -- sockets and positions -----------------------------------------------------------------------------
SOCKETS: Final = Metric("gauge", "hansom_sockets", "Open sockets.")
SOCKET_CLOSES: Final = Metric(
    "counter", "hansom_socket_closes_total", "Abnormal closes of sockets, by reason.", "reason"
)
POSITION_LAG: Final = Metric(
    "histogram",
    "hansom_position_lag_seconds",
    "Time from a position on the driver's phone to its commit; late points of a trip included.",
)

# -- providers -------------------------------------------------------------------------------------------
MAP_ERRORS: Final = Metric(
    "counter", "hansom_map_errors_total", "Map requests that a provider did not answer.", "provider"
)
PROVIDER_ERRORS: Final = Metric(
    "counter",
    "hansom_provider_errors_total",
    "Calls that failed at a provider, by kind (payments, messages) and provider.",
    *("kind", "provider"),
)
PAYMENTS_PENDING: Final = Metric(
    "gauge",
    "hansom_payments_pending",
    "Payments that the gateway has not decided, by age: under_10m, under_1h or older.",
    "age",
)

ASTERISK: Final = Metric(
    "gauge", "hansom_asterisk_connected", "1 while the calls of Asterisk are received, 0 while they are not."
)

# -- outbox and queue -----------------------------------------------------------------------------------
RELAY_LEADER: Final = Metric("gauge", "hansom_relay_leader", "1 if this relay delivers, 0 if it stands by.")
RELAY_SLOTS: Final = Metric(
    "gauge", "hansom_relay_slots", "Parts of the outbox that this relay delivers, of 8 in all."
)
OUTBOX_ROWS: Final = Metric(
    "gauge", "hansom_outbox_rows", "Due rows of the outbox, by kind: event or job.", "kind"
)
OUTBOX_OLDEST: Final = Metric(
    "gauge", "hansom_outbox_oldest_seconds", "How long the oldest of them has been due.", "kind"
)
DEAD_LETTERS: Final = Metric("gauge", "hansom_dead_letters", "Jobs that failed too often to be retried.")
QUEUE: Final = Metric("gauge", "hansom_queue_messages", "Messages of Celery's queue that wait for a worker.")

# -- database and ledger -----------------------------------------------------------------------------------
CONNECTIONS: Final = Metric(
    "gauge", "hansom_database_connections", "Connections to the database, by state.", "state"
)
CONNECTIONS_MAX: Final = Metric(
    "gauge", "hansom_database_connections_max", "Connections that PostgreSQL allows."
)
REPLICA_READS: Final = Metric(
    "counter",
    "hansom_replica_reads_total",
    "Reads of lists, reports and exports that may use the replica, by outcome: replica, or the primary"
    " because the replica was behind or failed.",
    "outcome",
)
LEDGER_PROBLEMS: Final = Metric(
    "gauge", "hansom_ledger_problems", "Violations that the last nightly check of the ledger found."
)
LEDGER_CHECKED: Final = Metric(
    "gauge", "hansom_ledger_checked_timestamp_seconds", "When that check ended, in Unix time."
)
QUOTES_DROPPED: Final = Metric(
    "counter",
    "hansom_quotes_dropped_total",
    "Prices that were not recorded: too many, or a failure.",
)
READINGS: Final = Metric(
    "counter",
    "hansom_readings_total",
    "Readings of the values that come from the database, by outcome: ok or failed.",
    "outcome",
)
