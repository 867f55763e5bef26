"""Several providers in a stated order: the next one is asked when one does not answer."""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Generic, TypeVar

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

REST_SECONDS: Final = 15.0
"""Whoever failed is asked last for so long: each question would wait for the silence anew."""
MARK: Final = "~"
"""Between a provider's name and its place id; no alphabet of ids has it, no address escapes it."""

Provider = TypeVar("Provider")
Answer = TypeVar("Answer")


class InOrder(Generic[Provider]):
    """A refusal is an answer and goes to whoever asked; only silence lets the next one speak."""

    def __init__(
        self, providers: Mapping[str, Provider], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._providers = providers
        self._clock = clock
        self._rests_until: dict[str, float] = {}

    def first_answer(self, fetch: Callable[[Provider], Answer]) -> tuple[str, Answer]:
        """The answer, and whose it is; raises what the last one raised when none has one."""
        failure: MapsError = NotOffered("nobody does this")
        for name, provider in self._those_well_first():
            try:
                return name, fetch(provider)
            except NotOffered as error:
                log.debug("%s: %s", name, error)
            except Busy as error:
                failure = error
            except Retryable as error:
                log.warning("maps: %s does not answer: %s", name, error)
                self._rests_until[name] = self._clock() + REST_SECONDS
                failure = error
        raise failure

    def _those_well_first(self) -> Iterator[tuple[str, Provider]]:
        now = self._clock()
        return iter(sorted(self._providers.items(), key=lambda item: self._rests_until.get(item[0], 0) > now))


class RoutingInOrder:
    """apps.geo.port.Routing over several."""

    def __init__(self, providers: Mapping[str, Routing]) -> None:
        self._order = InOrder(providers)

    def route(self, start: LatLng, end: LatLng) -> Route:
        return self._order.first_answer(lambda routing: routing.route(start, end))[1]

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        return self._order.first_answer(lambda routing: routing.drive_time(start, end))[1]

    def route_through(self, points: Sequence[LatLng]) -> Route:
        return self._order.first_answer(lambda routing: routing.route_through(points))[1]

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        return self._order.first_answer(lambda routing: routing.matrix(sources, destinations))[1]

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        return self._order.first_answer(lambda routing: routing.match(trace))[1]


class PlacesInOrder:
    """apps.geo.port.Places over several; an id says whose it is, for nobody else can look it up."""

    def __init__(self, providers: Mapping[str, Places]) -> None:
        self._providers = providers
        self._order = InOrder(providers)

    def autocomplete(
        self,
        text: str,
        *,
        near: LatLng | None = None,
        country: str | None = None,
        session: str | None = None,
        limit: int = 8,
    ) -> list[PlaceSuggestion]:
        name, found = self._order.first_answer(
            lambda places: places.autocomplete(text, near=near, country=country, session=session, limit=limit)
        )
        return [replace(one, place_id=f"{name}{MARK}{one.place_id}") for one in found]

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        name, _, own_id = place_id.partition(MARK)
        if name not in self._providers:
            raise NoSuchPlace(place_id)
        return replace(self._providers[name].place(own_id, session=session), place_id=place_id)

    def reverse(self, at: LatLng) -> Place:
        name, found = self._order.first_answer(lambda places: places.reverse(at))
        return replace(found, place_id=f"{name}{MARK}{found.place_id}") if found.place_id else found
