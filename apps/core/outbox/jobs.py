"""Registry of background jobs, so that any process can run a job by name."""

from collections.abc import Callable
from contextvars import ContextVar
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps

Write = Callable[[], None]
"""What is written in the transaction that marks the job done."""
Outside = Callable[[], Write | None]
"""What a job does outside of transactions."""
Handler = Callable[..., Outside | None]


class Retry(Exception):
    """Raised by a handler to roll back and run again later."""

    def __init__(self, reason: str, *, delay_seconds: float = 5) -> None:
        super().__init__(reason)
        self.delay_seconds = delay_seconds


_handlers: dict[str, Handler] = {}
_outside: set[str] = set()
_current_event_id: ContextVar[int] = ContextVar("current_event_id")


def job(name: str, *, outside_transaction: bool = False) -> Callable[[Handler], Handler]:
    """Register a handler. It runs inside the transaction that marks its outbox row done.

    A handler that calls other servers does so outside of transactions, so that no lock is held meanwhile. It
    returns what is to be done after its transaction, which then claims the row instead of marking it done; or
    with `outside_transaction` it runs as a whole outside. Such work may run concurrently and again after
    success, so it must recognise finished work by `job_current_event_id`.
    """

    def register(handler: Handler) -> Handler:
        if name in _handlers:
            raise RuntimeError(f"two handlers for the job {name}")
        _handlers[name] = handler
        if outside_transaction:
            _outside.add(name)
        return handler

    return register


def runs_outside_transaction(name: str) -> bool:
    """Return whether the handler runs outside a transaction."""
    return name in _outside


def run(name: str, *, event_id: int, kwargs: dict[str, Any]) -> Outside | None:
    """Call a job's handler and return what it leaves to be done outside.

    Raises LookupError for an unknown job.
    """
    handler = _handlers.get(name)
    if handler is None:
        raise LookupError(f"no handler for the job {name}")
    token = _current_event_id.set(event_id)
    try:
        return handler(**kwargs)
    finally:
        _current_event_id.reset(token)


def job_current_event_id() -> int:
    """Return the outbox id of the running job, the same at every retry; use it as an idempotency key."""
    return _current_event_id.get()


def load_handlers() -> None:
    """Import each app's `jobs` module, which registers its handlers."""
    for config in apps.get_app_configs():
        if (
            config.name.startswith("apps.")
            and config.name != "apps.core"
            and find_spec(f"{config.name}.jobs")
        ):
            import_module(f"{config.name}.jobs")
