"""Environment variables of logs, metrics, traces and error reports."""

from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings


class MonitoringEnv(BaseSettings):
    """What a process reports about itself; only console logs are on by default."""

    log_level: str = "INFO"
    log_format: Literal["console", "json"] = "console"
    """`json` is one object a line, with request id, user id and booking, and includes the access log."""

    metrics_port: int = Field(default=0, ge=0, le=65000)
    """The first of the ports at which the services of this machine serve their metrics; 0: off."""
    metrics_host: str = "127.0.0.1"
    """The address of these ports; never one that the internet reaches."""
    metrics_instance: int = Field(default=0, ge=0, le=9)
    """Number of this worker or relay on its machine, added to its port; the systemd units set it."""
    sentry_dsn: str = ""
    """Where errors are reported, without personal data; empty: nowhere."""

    otel_exporter_otlp_endpoint: str = ""
    """Where traces are sent, an OpenTelemetry collector with OTLP over HTTP; empty: nowhere."""
    otel_traces_sampler_arg: float = Field(default=1.0, ge=0, le=1)
    """The share of requests, jobs and tasks that are traced."""
