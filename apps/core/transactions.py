"""Transactions without savepoints where nothing would roll back to them."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Final

from django.db import transaction

_WHOLE: Final[ContextVar[bool]] = ContextVar("undone_as_a_whole", default=False)


@contextmanager
def undone_as_a_whole() -> Iterator[None]:
    """Declare that an error in the block rolls back the whole transaction around it."""
    token = _WHOLE.set(True)
    try:
        yield
    finally:
        _WHOLE.reset(token)


def atomic() -> AbstractContextManager[None]:
    """Return `transaction.atomic()`, without a savepoint inside `undone_as_a_whole`.

    There, the caller must not catch an error of the block and continue with queries: Django refuses them.
    """
    return transaction.atomic(savepoint=not _WHOLE.get())
