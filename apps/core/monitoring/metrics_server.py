"""Serves the metrics of one service at its internal port, in the format of Prometheus.

The processes of one service (web processes that share a port, a worker and its children) write to files in
one folder, and each of the listening ones serves their sum; if one ends, another answers.
"""

import fcntl
import logging
import os
import re
import threading
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final
from wsgiref.simple_server import make_server

from django.conf import settings

from apps.core.monitoring import metrics
from apps.core.monitoring.health import health_folder
from apps.core.monitoring.metrics import Metric
from config.version import VERSION

log = logging.getLogger(__name__)

OFFSETS: Final = {"web": 0, "worker": 10, "relay": 20, "beat": 30, "calls": 40}
"""Added to METRICS_PORT, so that all services of a machine can share its environment."""
SHARED: Final = frozenset({"web", "worker"})
"""Services of several processes."""

_held: list[Any] = []
"""The lock of this process on its service's folder."""


def start(service: str) -> None:
    """Record and serve the metrics of this process, if METRICS_PORT is set."""
    if not settings.METRICS_PORT:
        return
    port = port_of(service)
    if service in SHARED:
        folder = health_folder() / "metrics" / str(port)
        _enter(folder)
        # Read by prometheus_client when it is imported.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    metrics.use_recorder(PrometheusRecorder())
    metrics.BUILD.set(1, version=VERSION)
    _serve(port, shared=service in SHARED)


def port_of(service: str) -> int:
    """Return the port of a service: METRICS_PORT, the service's offset, and the number of the instance."""
    # Two web services of a machine differ by PORT: 8001 and 8002.
    instance = settings.PORT % 10 if service == "web" else settings.METRICS_INSTANCE
    return int(settings.METRICS_PORT + OFFSETS[service] + instance)


class PrometheusRecorder:
    """Stores values with prometheus_client; each metric is created at its first use."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}
        self._labels: dict[str, set[tuple[str, ...]]] = {}
        self._lock = threading.Lock()

    def record(self, metric: Metric, operation: str, amount: float, labels: dict[str, str]) -> None:
        made = self._made.get(metric.name) or self._make(metric)
        if labels:
            self._labels[metric.name].add(tuple(labels[name] for name in metric.labels))
            made = made.labels(**labels)
        getattr(made, operation)(amount)

    def clear(self, metric: Metric, *, exclude: Collection[str] = ()) -> None:
        from prometheus_client import REGISTRY

        with self._lock:
            made = self._made.get(metric.name)
            if made is None:
                return
            if metric.labels:
                stale = {labels for labels in self._labels[metric.name] if labels[0] not in exclude}
                for labels in stale:
                    made.remove(*labels)
                self._labels[metric.name] -= stale
            elif not exclude:
                REGISTRY.unregister(made)
                del self._made[metric.name]

    def _make(self, metric: Metric) -> Any:
        from prometheus_client import Counter, Gauge, Histogram

        with self._lock:
            if metric.name not in self._made:
                made: Any
                if metric.kind == "counter":
                    made = Counter(metric.name, metric.help, metric.labels)
                elif metric.kind == "gauge":
                    made = Gauge(metric.name, metric.help, metric.labels, multiprocess_mode="livesum")
                else:
                    made = Histogram(metric.name, metric.help, metric.labels, buckets=tuple(metric.buckets))
                self._labels[metric.name] = set()
                self._made[metric.name] = made
            return self._made[metric.name]


def _enter(folder: Path) -> None:
    """Hold a shared lock on the folder while this process lives; remove the files of an earlier start."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / ".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pass
    else:
        for file in folder.glob("*.db"):
            file.unlink(missing_ok=True)
    fcntl.flock(lock, fcntl.LOCK_SH)
    _held.append(lock)


def _serve(port: int, *, shared: bool) -> None:
    from prometheus_client import REGISTRY, CollectorRegistry, make_wsgi_app
    from prometheus_client.exposition import ThreadingWSGIServer, _SilentHandler
    from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

    class Server(ThreadingWSGIServer):
        # Every process of the service listens.
        allow_reuse_port = shared

    if shared:
        folder = os.environ["PROMETHEUS_MULTIPROC_DIR"]

        def app(environ: Any, start_response: Any) -> Any:
            for pid in _ended(Path(folder)):
                mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]
            registry = CollectorRegistry()
            MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
            return make_wsgi_app(registry)(environ, start_response)
    else:
        app = make_wsgi_app(REGISTRY)
    try:
        server = make_server(settings.METRICS_HOST, port, app, Server, _SilentHandler)
    except OSError as error:
        # A process that serves riders must not end because of its metrics.
        log.error("metrics are not served port=%s error=%r", port, error)
        return
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()


def _ended(folder: Path) -> set[int]:
    """Return the processes that left gauges behind, which would be added to those of the living."""
    names = (re.search(r"_(\d+)\.db$", path.name) for path in folder.glob("gauge_*.db"))
    pids = {int(match[1]) for match in names if match}
    return {pid for pid in pids if not Path(f"/proc/{pid}").exists()}
