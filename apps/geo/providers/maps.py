"""The map providers of this process."""

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
    """The providers; each capability can come from another one."""

    routing: Routing
    places: Places
    attributions: tuple[Attribution, ...]
    """The required attributions; that of the map's data comes first."""


_overrides: list[Maps] = []


def maps() -> Maps:
    """Return the providers in use. A new one needs a folder in adapters/ and an entry in the registry."""
    return _overrides[-1] if _overrides else _configured()


@contextmanager
def using_maps(*, routing: Routing | None = None, places: Places | None = None) -> Iterator[Maps]:
    """Replace providers within a block, in this process: for tests and tools."""
    before = maps()
    _overrides.append(replace(before, routing=routing or before.routing, places=places or before.places))
    try:
        yield _overrides[-1]
    finally:
        _overrides.pop()


@cache
def _configured() -> Maps:
    return Maps(routing=routing_of(env), places=places_of(env), attributions=attributions_of(env))


# Connections must not be shared with a forked worker, so it creates its own.
os.register_at_fork(after_in_child=_configured.cache_clear)
