"""Caches responses of remote or billed map providers in the shared cache."""

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from django.core.cache import cache
from django.utils.translation import get_language
from redis.exceptions import RedisError

from apps.geo.port import (
    LatLng,
    Leg,
    MatchedTrace,
    Matrix,
    Place,
    Places,
    PlaceSuggestion,
    Route,
    Routing,
    TracePoint,
)

log = logging.getLogger(__name__)
Response = TypeVar("Response")

METRE: Final = 5
KILOMETRE: Final = 2
"""Decimals of a degree."""


@dataclass(frozen=True, slots=True)
class CachePolicy:
    """A provider's name and the lifetimes of its responses, in seconds."""

    name: str
    routes: int = 0
    suggestions: int = 0
    names: int = 0

    def get_or_fetch(self, kind: str, request: Any, seconds: int, fetch: Callable[[], Response]) -> Response:
        """Return the cached response, or fetch it; errors are not cached."""
        digest = hashlib.sha256(repr(request).encode()).hexdigest()
        key = f"maps:{self.name}:{kind}:{digest}"
        try:
            cached = cache.get(key)
        except RedisError as error:
            log.warning("maps cache unavailable: %s", error)
            return fetch()
        if cached is not None:
            response: Response = cached
            return response
        response = fetch()
        try:
            cache.set(key, response, seconds)
        except RedisError as error:
            log.warning("a response of %s was not cached: %s", self.name, error)
        return response


class CachedRouting:
    """A Routing with a cache of routes; matrices and traces rarely repeat and are not cached."""

    def __init__(self, routing: Routing, policy: CachePolicy) -> None:
        self._routing, self._policy = routing, policy

    def route(self, start: LatLng, end: LatLng) -> Route:
        return self._cached("route", [start, end], lambda: self._routing.route(start, end))

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        return self._cached("drive_time", [start, end], lambda: self._routing.drive_time(start, end))

    def route_through(self, points: Sequence[LatLng]) -> Route:
        return self._cached("route_through", points, lambda: self._routing.route_through(points))

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        return self._routing.matrix(sources, destinations)

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        return self._routing.match(trace)

    def _cached(self, kind: str, points: Sequence[LatLng], fetch: Callable[[], Response]) -> Response:
        request = [_rounded(point, METRE) for point in points]
        return self._policy.get_or_fetch(kind, request, self._policy.routes, fetch)


class CachedPlaces:
    """A Places with a cache per language."""

    def __init__(self, places: Places, policy: CachePolicy) -> None:
        self._places, self._policy = places, policy

    def autocomplete(
        self,
        text: str,
        *,
        near: LatLng | None = None,
        country: str | None = None,
        session: str | None = None,
        limit: int = 8,
    ) -> list[PlaceSuggestion]:
        text = " ".join(text.split())
        # Requested from the same spot, so that nearby users share a response.
        rounded_near = LatLng(*_rounded(near, KILOMETRE)) if near else None
        return self._policy.get_or_fetch(
            "autocomplete",
            (text.casefold(), rounded_near and tuple(rounded_near), country, limit, get_language()),
            self._policy.suggestions,
            lambda: self._places.autocomplete(
                text, near=rounded_near, country=country, session=session, limit=limit
            ),
        )

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        return self._policy.get_or_fetch(
            "place",
            (place_id, get_language()),
            self._policy.names,
            lambda: self._places.place(place_id, session=session),
        )

    def reverse(self, at: LatLng) -> Place:
        found = self._policy.get_or_fetch(
            "reverse",
            (_rounded(at, METRE), get_language()),
            self._policy.names,
            lambda: self._places.reverse(at),
        )
        return replace(found, at=at)


def _rounded(point: LatLng, decimals: int) -> tuple[float, float]:
    # Plus zero: a small negative number rounds to -0.0, which has another text.
    return round(point.lat, decimals) + 0.0, round(point.lng, decimals) + 0.0
