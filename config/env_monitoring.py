"""Environment variables of logs."""

from typing import Literal

from pydantic_settings import BaseSettings


class MonitoringEnv(BaseSettings):
    """What a process reports about itself; only console logs are on by default."""

    log_level: str = "INFO"
    log_format: Literal["console", "json"] = "console"
    """`json` is one object a line, with request id, user id and booking, and includes the access log."""
