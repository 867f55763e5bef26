"""The providers that answer for maps in this process."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache

from apps.geo.port import Attribution, Places, Routing
from apps.geo.providers.registry import attributions_of, places_of, routing_of
from config.env import env


@dataclass(frozen=True, slots=True)
class Maps:
    """Each capability may come from another provider."""

    routing: Routing
    places: Places
    attributions: tuple[Attribution, ...]
    """Whom the map must name; that of the map's own data comes first."""


_instead: list[Maps] = []


def maps() -> Maps:
    """The providers in force. Another vendor is another folder under adapters/ and a line in providers."""
    return _instead[-1] if _instead else _configured()


@contextmanager
def using_maps(*, routing: Routing | None = None, places: Places | None = None) -> Iterator[Maps]:
    """Other providers for the length of a block, in this whole process: for tests and tools."""
    before = maps()
    _instead.append(replace(before, routing=routing or before.routing, places=places or before.places))
    try:
        yield _instead[-1]
    finally:
        _instead.pop()


@cache
def _configured() -> Maps:
    return Maps(routing=routing_of(env), places=places_of(env), attributions=attributions_of(env))


# Connections must not be shared with a forked worker: it makes its own.
os.register_at_fork(after_in_child=_configured.cache_clear)
