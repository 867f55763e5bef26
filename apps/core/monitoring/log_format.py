"""Log lines: text for a terminal, or JSON for a log store. Neither shows email addresses or phone numbers."""

import logging
import re
from collections.abc import MutableMapping
from typing import Any, Final

from apps.core.monitoring import log_context

EMAIL: Final = re.compile(r"[\w.%+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE: Final = re.compile(r"\+\d{7,15}\b")
ACCESS_FIELDS: Final = ("method", "route", "status", "duration_ms")
"""Fields that a log call may add to its line by `extra`."""


def redact(text: str) -> str:
    """Replace email addresses and international phone numbers, which error messages may quote."""
    if "@" in text:
        text = EMAIL.sub("[email]", text)
    if "+" in text:
        text = PHONE.sub("[phone]", text)
    return text


class LineFormatter(logging.Formatter):
    """One readable line, followed by the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


def console_formatter() -> logging.Formatter:
    """Return the formatter of LOG_FORMAT=console."""
    return LineFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")


def json_formatter() -> logging.Formatter:
    """Return the formatter of LOG_FORMAT=json; structlog is loaded only for it."""
    from structlog import processors, stdlib

    return stdlib.ProcessorFormatter(
        processors=[stdlib.ProcessorFormatter.remove_processors_meta, processors.JSONRenderer(default=str)],
        foreign_pre_chain=[
            stdlib.add_log_level,
            add_logger,
            processors.TimeStamper(fmt="iso"),
            stdlib.ExtraAdder(allow=ACCESS_FIELDS),
            add_context,
            processors.StackInfoRenderer(),
            processors.format_exc_info,
            redact_values,
        ],
    )


def add_logger(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> dict[str, Any]:
    """Add the logger's name; structlog's own processor needs a logger object."""
    return {**event, "logger": event["_record"].name, "pid": event["_record"].process}


def add_context(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> dict[str, Any]:
    """Add the fields of the running request or job."""
    return {**log_context.fields(), **event}


def redact_values(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> dict[str, Any]:
    """Redact all texts of a line before they are encoded."""
    return {name: redact(value) if isinstance(value, str) else value for name, value in event.items()}
