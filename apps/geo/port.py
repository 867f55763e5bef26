"""What the platform asks of a map provider; a provider is one folder under adapters/."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final, NamedTuple, Protocol


class MapsError(Exception):
    """A provider gave no answer that can be used."""


class Retryable(MapsError):
    """The provider did not answer, or answered that it cannot now: the same question may work later."""


class Busy(Retryable):
    """Our own share of the provider is used up for the moment; nothing is wrong with it."""


class Refused(MapsError):
    """The provider understood and says no: asking again changes nothing."""


class NotOffered(Refused):
    """The provider does not do this at all; the next one in order is asked."""


class NoRoute(Refused):
    """Both ends are on the network, but no road joins them."""


class NotOnNetwork(Refused):
    """A point lies too far from every road."""


class NoSuchPlace(Refused):
    """The id names no place (any more)."""


SNAP_METRES: Final = 1000
"""A point farther from every road than this cannot be driven to; most servers would snap from anywhere."""


class LatLng(NamedTuple):
    """Degrees, WGS 84."""

    lat: float
    lng: float


@dataclass(frozen=True, slots=True)
class Attribution:
    """Whose data it is, as it must be shown beside them."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Match:
    """A stretch of a text that the searcher typed, in characters."""

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
    """None where the description was made up for a bare point."""
    description: str
    at: LatLng


@dataclass(frozen=True, slots=True)
class Leg:
    """How far and how long a drive is."""

    distance_km: Decimal
    """With three decimals: to the metre."""
    duration_seconds: int


@dataclass(frozen=True, slots=True)
class Route(Leg):
    polyline: str
    """Google's encoding, precision 5."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """One row a source, one cell a destination; None where no road leads."""

    durations_seconds: tuple[tuple[int | None, ...], ...]
    distances_km: tuple[tuple[Decimal | None, ...], ...]


@dataclass(frozen=True, slots=True)
class TracePoint:
    """A position seen at a moment, as a satellite receiver reports it."""

    at: LatLng
    seen_at: datetime
    accuracy_m: float | None = None


@dataclass(frozen=True, slots=True)
class MatchedTrace(Leg):
    """A trace laid on the roads it most likely followed."""

    confidence: float
    """0 to 1, that of the least certain stretch."""
    polylines: tuple[str, ...]
    """One a stretch; a gap in the trace makes a new one."""
    points: tuple[LatLng | None, ...]
    """Where each point of the trace came to lie; None for one that was thrown out."""


class Routing(Protocol):
    """Driving over a road network. Every method raises Retryable or Refused."""

    def route(self, start: LatLng, end: LatLng) -> Route:
        """The fastest way, with its line."""
        ...

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        """The fastest way's length and time, without the line."""
        ...

    def route_through(self, points: Sequence[LatLng]) -> Route:
        """The fastest way through two or more points in their order."""
        ...

    def matrix(self, sources: Sequence[LatLng], destinations: Sequence[LatLng]) -> Matrix:
        """Every source to every destination; a point off the network gets None, it fails nothing else."""
        ...

    def match(self, trace: Sequence[TracePoint]) -> MatchedTrace:
        """The roads that a trace in order of time followed."""
        ...


class Places(Protocol):
    """Names of places and where they are. Every method raises Retryable or Refused."""

    def autocomplete(
        self,
        text: str,
        *,
        near: LatLng | None = None,
        country: str | None = None,
        session: str | None = None,
        limit: int = 8,
    ) -> list[PlaceSuggestion]:
        """Places that a half-typed text may mean, best first; `country` (ISO code) restricts.

        `session` names one search of one person, from its first letter to the place that is chosen;
        who charges by the search charges it once.
        """
        ...

    def place(self, place_id: str, *, session: str | None = None) -> Place:
        """The place of an id that autocomplete gave out, else NoSuchPlace; it ends the session."""
        ...

    def reverse(self, at: LatLng) -> Place:
        """What people call this point; never fails for want of a name."""
        ...
