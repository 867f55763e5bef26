"""Several providers in a configured order: the next one is used if one fails."""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Generic, TypeVar

from apps.core.monitoring import metrics
from apps.geo.port import (
    Busy,
    LatLng,
    Leg,
    MapsError,
    MatchedTrace,
    Matrix,
    NoSuchPlace,
    NotOffered,
    Place,
    Places,
    PlaceSuggestion,
    Retryable,
    Route,
    Routing,
    TracePoint,
)

log = logging.getLogger(__name__)

BACKOFF_SECONDS: Final = 15.0
"""A failed provider is tried last for this time, so that requests do not wait for its timeout again."""
SEPARATOR: Final = "~"
"""Separates a provider's name from its place id; ids do not contain it, and URLs do not escape it."""

Provider = TypeVar("Provider")
Response = TypeVar("Response")


class Fallback(Generic[Provider]):
    """Returns the first response; a Refused error is a response, other failures lead to the next provider."""

    def __init__(
        self, providers: Mapping[str, Provider], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._providers = providers
        self._clock = clock
        self._resume_at: dict[str, float] = {}

    def first_response(self, fetch: Callable[[Provider], Response]) -> tuple[str, Response]:
        """Return the response and the provider's name; raises the last error if all providers fail."""
        failure: MapsError = NotOffered("no provider offers this")
        for name, provider in self._healthy_first():
            try:
                return name, fetch(provider)
            except NotOffered as error:
                log.debug("%s: %s", name, error)
            except Busy as error:
                failure = error
            except Retryable as error:
                log.warning("maps: %s failed: %s", name, error)
                metrics.MAP_ERRORS.inc(provider=name)
                self._resume_at[name] = self._clock() + BACKOFF_SECONDS
                failure = error
        raise failure

    def _healthy_first(self) -> Iterator[tuple[str, Provider]]:
        now = self._clock()
        return iter(sorted(self._providers.items(), key=lambda item: self._resume_at.get(item[0], 0) > now))


class FallbackRouting:
    """An implementation of apps.geo.port.Routing with several providers."""

    def __init__(self, providers: Mapping[str, Routing]) -> None:
        self._order = Fallback(providers)

    def route(self, start: LatLng, end: LatLng) -> Route:
        return self._order.first_response(lambda routing: routing.route(start, end))[1]

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        return self._order.first_response(lambda routing: routing.drive_time(start, end))[1]

    def route_through(self, points: Sequence[LatLng]) -> Route:
        return self._order.first_response(lambda routing: routing.route_through(points))[1]

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        return self._order.first_response(lambda routing: routing.matrix(sources, destinations))[1]

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        return self._order.first_response(lambda routing: routing.match(trace))[1]


class FallbackPlaces:
    """An implementation of apps.geo.port.Places with several providers; ids contain the provider's name."""

    def __init__(self, providers: Mapping[str, Places]) -> None:
        self._providers = providers
        self._order = Fallback(providers)

    def autocomplete(
        self,
        text: str,
        *,
        near: LatLng | None = None,
        country: str | None = None,
        session: str | None = None,
        limit: int = 8,
    ) -> list[PlaceSuggestion]:
        name, suggestions = self._order.first_response(
            lambda places: places.autocomplete(text, near=near, country=country, session=session, limit=limit)
        )
        return [
            replace(suggestion, place_id=f"{name}{SEPARATOR}{suggestion.place_id}")
            for suggestion in suggestions
        ]

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        name, _, own_id = place_id.partition(SEPARATOR)
        if name not in self._providers:
            raise NoSuchPlace(place_id)
        return replace(self._providers[name].place(own_id, session=session), place_id=place_id)

    def reverse(self, at: LatLng) -> Place:
        name, place = self._order.first_response(lambda places: places.reverse(at))
        return replace(place, place_id=f"{name}{SEPARATOR}{place.place_id}") if place.place_id else place
