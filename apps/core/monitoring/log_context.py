"""What the log lines of a request or job have in common: request id, user id, booking reference.

Ids only: never an email address, a phone number or a name.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, Final

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
CARRIED: Final = ("request_id",)
"""Fields that the outbox and Celery pass on to the jobs of a request."""

_fields: ContextVar[Mapping[str, Any] | None] = ContextVar("log_fields", default=None)
"""None outside requests and jobs."""


def fields() -> Mapping[str, Any]:
    """Return the fields of the running request or job."""
    return _fields.get() or NOTHING


def bind(**values: Any) -> None:
    """Add fields to the later log lines of the running request or job; outside of one, do nothing."""
    current = _fields.get()
    if current is not None:
        _fields.set({**current, **values})


def replace(**values: Any) -> None:
    """Give the later log lines of this process or thread these fields and no others."""
    _fields.set(values)


@contextmanager
def log_fields(**values: Any) -> Iterator[None]:
    """Give the log lines of the block these fields and no others; outside the block nothing changes."""
    token = _fields.set(values)
    try:
        yield
    finally:
        _fields.reset(token)


def carried() -> dict[str, str]:
    """Return the fields that the jobs of this request or job get as well."""
    current = fields()
    return {name: current[name] for name in CARRIED if name in current}
