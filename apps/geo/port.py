"""The interface of map providers; each one is a folder in adapters/."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final, NamedTuple, Protocol


class MapsError(Exception):
    """A provider returned no usable response."""


class Retryable(MapsError):
    """The provider failed or is unavailable; the same request may succeed later."""


class Busy(Retryable):
    """Our own rate limit for the provider is exhausted; the provider works."""


class Refused(MapsError):
    """The provider rejected the request; repeating it is useless."""


class NotOffered(Refused):
    """The provider does not support this; the next one is used."""


class NoRoute(Refused):
    """Both ends are on the network, but there is no route."""


class NotOnNetwork(Refused):
    """A point is too far from every road."""


class NoSuchPlace(Refused):
    """No place has this id (any more)."""


SNAP_METRES: Final = 1000
"""Points farther from every road cannot be driven to; most servers would snap from any distance."""


class LatLng(NamedTuple):
    """Degrees, WGS 84."""

    lat: float
    lng: float


@dataclass(frozen=True, slots=True)
class Attribution:
    """The required credit of a data source."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Match:
    """A part of a text that matches the typed text, in characters."""

    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class PlaceSuggestion:
    place_id: str
    description: str
    main_text: str
    secondary_text: str
    main_text_matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Place:
    place_id: str | None
    """None if the description is made up for a bare point."""
    description: str
    at: LatLng


@dataclass(frozen=True, slots=True)
class Leg:
    """Length and duration of a drive."""

    distance_km: Decimal
    """Three decimals: exact to the metre."""
    duration_seconds: int


@dataclass(frozen=True, slots=True)
class Route(Leg):
    polyline: str
    """Google's polyline encoding, precision 5."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """One row per source, one cell per destination; None without a route."""

    durations_seconds: tuple[tuple[int | None, ...], ...]
    distances_km: tuple[tuple[Decimal | None, ...], ...]


@dataclass(frozen=True, slots=True)
class TracePoint:
    """A position at a time, as reported by a receiver."""

    at: LatLng
    seen_at: datetime
    accuracy_m: float | None = None


@dataclass(frozen=True, slots=True)
class MatchedTrace(Leg):
    """A trace matched to the roads that it most likely followed."""

    confidence: float
    """0 to 1, that of the least certain segment."""
    polylines: tuple[str, ...]
    """One per segment; a gap in the trace starts a new one."""
    points: tuple[LatLng | None, ...]
    """The matched points; None for outliers."""


class Routing(Protocol):
    """Driving on a road network. Every method raises Retryable or Refused."""

    def route(self, start: LatLng, end: LatLng) -> Route:
        """Return the fastest route with its line."""
        ...

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        """Return length and duration of the fastest route, without the line."""
        ...

    def route_through(self, points: Sequence[LatLng]) -> Route:
        """Return the fastest route through two or more points in order."""
        ...

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        """Return all pairs of sources and destinations; points off the network are None."""
        ...

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        """Match a trace in order of time to the roads."""
        ...


class Places(Protocol):
    """Place search and look-ups. Every method raises Retryable or Refused."""

    def autocomplete(
        self,
        text: str,
        *,
        near: LatLng | None = None,
        country: str | None = None,
        session: str | None = None,
        limit: int = 8,
    ) -> list[PlaceSuggestion]:
        """Return suggestions for a partial text, best first; `country` (ISO code) filters.

        `session` identifies one search from the first keystroke to the selection; providers that bill by
        session bill it once.
        """
        ...

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        """Return the place of an id of autocomplete, and end the session. Raises NoSuchPlace."""
        ...

    def reverse(self, at: LatLng) -> Place:
        """Return the place at a point; never fails because there is no name."""
        ...
