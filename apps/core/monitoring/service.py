"""What each process starts and ends with: its metrics and traces."""

from apps.core.monitoring import metrics_server, tracing


def start(name: str) -> None:
    """Serve metrics and send traces as this service: web, worker, relay, beat or calls."""
    metrics_server.start(name)
    tracing.start(name)


def stop() -> None:
    """Send what is left."""
    tracing.stop()
