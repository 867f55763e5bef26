"""Background jobs by name, so that an outbox row can call them in any process."""

from collections.abc import Callable
from contextvars import ContextVar
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps

Handler = Callable[..., None]


class Retry(Exception):
    """Raised by a handler that cannot do its work yet: rolled back, and tried again after a while."""

    def __init__(self, reason: str, *, delay_seconds: float = 5) -> None:
        super().__init__(reason)
        self.delay_seconds = delay_seconds


_handlers: dict[str, Handler] = {}
_outside: set[str] = set()
_current_event_id: ContextVar[int] = ContextVar("current_event_id")


def job(name: str, *, outside_transaction: bool = False) -> Callable[[Handler], Handler]:
    """Register a handler; it runs inside the transaction that marks its outbox row done.

    One that waits for someone else's server asks to run outside of any: nothing is locked while the
    other side thinks. It may run twice at once, and again after it has succeeded, so it must know by
    `job_current_event_id` what it has done already.
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
    """Whether the handler of this job requested it."""
    return name in _outside


def run(name: str, *, event_id: int, kwargs: dict[str, Any]) -> None:
    """Call the handler of a job; LookupError when this process knows none of that name."""
    handler = _handlers.get(name)
    if handler is None:
        raise LookupError(f"no handler for the job {name}")
    token = _current_event_id.set(event_id)
    try:
        handler(**kwargs)
    finally:
        _current_event_id.reset(token)


def job_current_event_id() -> int:
    """The outbox id of the running job: the same at every retry, for external sends to be known by."""
    return _current_event_id.get()


def load_handlers() -> None:
    """Import each app's `jobs` module, where its handlers register themselves."""
    for config in apps.get_app_configs():
        if (
            config.name.startswith("apps.")
            and config.name != "apps.core"
            and find_spec(f"{config.name}.jobs")
        ):
            import_module(f"{config.name}.jobs")
